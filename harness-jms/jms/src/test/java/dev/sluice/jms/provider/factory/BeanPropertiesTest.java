package dev.sluice.jms.provider.factory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.sluice.jms.provider.ConfigurationException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BeanPropertiesTest {

  /** Refuses everything, in the words that it was given. */
  @SuppressWarnings("DoNotCallSuggester") // called by name
  public static final class Refusing {

    private String words = "";

    public void setWords(String words) {
      this.words = words;
    }

    public void setLogin(String login) {
      throw new IllegalStateException(words, new IllegalArgumentException(login));
    }

    public void setPort(int port) {
      throw new IllegalArgumentException("no port: " + port);
    }
  }

  /** Has properties by name too, as Open MQ's factories have. */
  public static final class Named {

    private final Map<String, String> set = new HashMap<>();

    public void setPort(int port) {
      set.put("port", "by its setter: " + port);
    }

    public Properties getConfiguration() {
      Properties all = new Properties();
      all.setProperty("imqAddressList", "");
      return all;
    }

    public void setProperty(String name, String value) {
      if (name.startsWith("wrong")) {
        throw new IllegalArgumentException(name + " " + value);
      }
      set.put(name, value);
    }
  }

  /** Has properties of any type by name. */
  public static final class NamedObjects {

    private final Map<String, Object> set = new HashMap<>();

    public void setProperty(String name, Object value) {
      set.put(name, value);
    }
  }

  private final BeanProperties properties = new BeanProperties(new Refusing());

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          not app:hidden-word,        IllegalStateException not ***
          'hidden-word has no digit', IllegalStateException *** has no digit
          begins with hidd,           IllegalStateException begins with ***
          'it has a - in it.',        IllegalStateException it has a - in it
          '',                         IllegalStateException
          """)
  void aSettersMessageIsShownWithoutTheValueOrPartsOfIt(String said, String told) {
    properties.set("words", said);
    Throwable refused = catchThrowable(() -> properties.set("login", "app:hidden-word"));
    assertThat(refused)
        .isInstanceOf(ConfigurationException.class)
        .hasMessage("property 'login' was rejected: " + told);
    StringWriter trace = new StringWriter();
    refused.printStackTrace(new PrintWriter(trace, true));
    assertThat(trace.toString()).doesNotContain("hidd");
  }

  @Test
  void whatHasNoSetterIsSetByName() {
    Named named = new Named();
    BeanProperties both = new BeanProperties(named);
    both.set("port", "7");
    both.set("imqAddressList", "mq://host:7676/jms");
    assertThat(named.set)
        .containsExactlyInAnyOrderEntriesOf(
            Map.of("port", "by its setter: 7", "imqAddressList", "mq://host:7676/jms"));
    NamedObjects objects = new NamedObjects();
    new BeanProperties(objects).set("any", "thing");
    assertThat(objects.set).containsExactly(Map.entry("any", "thing"));
  }

  @Test
  void aNameThatIsRefusedComesWithThoseThatThereAre() {
    assertThat(catchThrowable(() -> new BeanProperties(new Named()).set("wrong", "hidden-word")))
        .hasMessage(
            "property 'wrong' was rejected: IllegalArgumentException wrong ***; it has imqAddressList,"
                + " port, and others by setProperty");
  }

  /** As Artemis's factory does with a URL that has no scheme. */
  @Test
  void aClientThatFallsOverAValueHasNoReasonToShow() {
    Throwable refused = new RuntimeException(new NullPointerException("\"key\" is null"));
    assertThat(BeanProperties.refusal(refused, "x")).isEqualTo("the client cannot read it");
  }

  @Test
  void aShortValueIsMaskedToo() {
    assertThat(catchThrowable(() -> properties.set("port", "7")))
        .hasMessage("property 'port' was rejected: IllegalArgumentException no port: ***");
  }
}
