package dev.sluice.jms.provider;

import static dev.sluice.jms.provider.RefusedSettings.assertRefused;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Objects of the classes that people name as connection factories. None of them is one. */
class FactoryClassTest {

  private static final String URL = "tcp://host:1?password=hidden-word";

  @TempDir Path directory;

  /** Can be made. */
  public static final class OfText {
    public OfText(String url) {
      require(url);
    }
  }

  /** Can be made, and is that of another broker without its URL. */
  public static final class OfTextOrNothing {
    public OfTextOrNothing() {
      throw new IllegalStateException("the usual broker");
    }

    public OfTextOrNothing(String url) {
      require(url);
    }
  }

  /** Can be made. */
  public static final class OfUri {
    public OfUri(URI url) {
      require(url.toString());
    }
  }

  /** Refuses, in the words that it was given. */
  public static final class OfRefusedText {
    public OfRefusedText(String url) {
      throw new IllegalArgumentException("not " + url);
    }
  }

  /** Its constructor fails. */
  public static final class Failing {
    public Failing() {
      throw new IllegalStateException("no licence");
    }
  }

  /** Needs a class that is not there. */
  public static final class Lacking {
    public Lacking() {
      throw new NoClassDefFoundError("org/example/Helper");
    }
  }

  /** Reads its settings by a class that is not there. */
  @SuppressWarnings("DoNotCallSuggester") // called by name
  public static final class LackingAReader {
    public void setJson(String json) {
      throw new NoClassDefFoundError("org/example/JsonReader");
    }
  }

  /** Takes what another one makes connections with, and one that makes nothing. */
  public static class Pool {
    private Inner inner;

    public void setInner(Object inner) {
      this.inner = (Inner) inner;
    }

    public void setOther(Inner other) {}

    /** Last, as a test would see it. */
    public void setUrl(String url) {
      require(inner.url);
    }
  }

  /** Has a URL and a policy. */
  public static final class Inner extends Pool {
    private String url = "";

    @Override
    public void setUrl(String url) {
      this.url = url;
    }
  }

  /** Takes objects by the names of its properties. */
  @SuppressWarnings("DoNotCallSuggester") // called by name
  public static final class ByName {
    public void setProperty(String name, Object value) {
      throw new IllegalArgumentException(name + " " + value.getClass().getSimpleName());
    }
  }

  private static void require(String url) {
    if (!url.equals(URL)) {
      throw new IllegalArgumentException("another URL");
    }
  }

  private static Map<String, String> inOrder(String... namesAndValues) {
    Map<String, String> properties = new LinkedHashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      properties.put(namesAndValues[i], namesAndValues[i + 1]);
    }
    return properties;
  }

  private static void open(Class<?> type, Map<String, String> properties) {
    GivenTexts.open(
        "factory", Map.of("--factory-class", type.getName(), "--factory-property", properties));
  }

  private static void assertMade(Class<?> type, Map<String, String> properties) {
    assertRefused(() -> open(type, properties), "is not a jakarta.jms.ConnectionFactory");
  }

  @Test
  void aConstructorMayTakeTheUrl() {
    assertMade(OfText.class, Map.of("url", URL));
    assertMade(OfUri.class, Map.of("url", URL));
    assertMade(OfTextOrNothing.class, Map.of("url", URL));
    assertMade(Object.class, Map.of());
    assertRefused(
        () -> open(OfText.class, Map.of()), "has no constructor without parameters", "url=");
    assertRefused(
        () -> open(Integer.class, Map.of("url", "hidden-word")), "constructor failed", "***");
    assertRefused(() -> open(Thread.State.class, Map.of()), "has no constructor");
  }

  @Test
  void aPropertyMayBeAnotherObjectWithPropertiesOfItsOwn() {
    String inner = "class:" + Inner.class.getName();
    assertMade(Pool.class, inOrder("inner", inner, "inner.url", URL, "url", "x"));
    assertMade(
        Pool.class,
        inOrder(
            "other",
            inner,
            "other.inner",
            inner,
            "other.inner.url",
            "not this",
            "inner",
            inner,
            "inner.url",
            URL,
            "url",
            "x"));
    assertMade(Pool.class, inOrder("other", inner, "other.inner", inner));
    assertRefused(
        () -> open(Pool.class, inOrder("inner", inner, "inner.url", "not this", "url", "x")),
        "'url' was rejected");
    assertRefused(
        () -> open(ByName.class, inOrder("a.b", inner)),
        "'a.b' was rejected: IllegalArgumentException a.b");
  }

  @Test
  void anObjectThatIsNotOneSaysWhatWouldBe() {
    String inner = "class:" + Inner.class.getName();
    assertRefused(
        () -> open(Pool.class, Map.of("inner", Inner.class.getName())),
        "has no property 'inner'; it has inner=class:..., other=class:..., url");
    assertRefused(() -> open(Pool.class, Map.of("other", "class:java.lang.Object")), "'other'");
    assertRefused(() -> open(Pool.class, Map.of("inner", "class:No")), "class No not found");
    assertRefused(
        () -> open(Pool.class, inOrder("inner", inner, "inner.port", "1")),
        "Inner has no property 'port'; it has inner=class:..., other=class:..., url");
    assertRefused(() -> open(Pool.class, inOrder("inner.url", URL)), "has no property 'inner.url'");
  }

  @Test
  void aConstructorThatFailsIsSaidToBeWhatFailed() {
    assertRefused(
        () -> open(Failing.class, Map.of()),
        "Failing: its constructor failed: IllegalStateException no licence");
    assertRefused(
        () -> open(OfRefusedText.class, Map.of("url", URL)),
        "its constructor failed: IllegalArgumentException not ***");
    assertRefused(() -> open(Lacking.class, Map.of()), "org/example/Helper; is a jar missing?");
    assertRefused(
        () -> open(LackingAReader.class, Map.of("json", "{}")),
        "'json' was rejected: NoClassDefFoundError org/example/JsonReader; is a jar missing?");
  }

  @Test
  void aClassForANewerJavaIsSaidToBeOne() throws IOException {
    Path jar = ClientJar.of(LonelyClient.class, 99, directory);
    assertRefused(
        () ->
            GivenTexts.open(
                "factory",
                Map.of(
                    "--class-path",
                    jar.toString(),
                    "--factory-class",
                    LonelyClient.class.getName())),
        "LonelyClient needs Java 99, and this is Java " + Runtime.version().feature());
    assertRefused(
        () ->
            GivenTexts.open(
                "jndi",
                Map.of(
                    "--class-path",
                    jar.toString(),
                    "--jndi-factory",
                    LonelyClient.class.getName())),
        "LonelyClient needs Java 99, and this is Java " + Runtime.version().feature());
  }
}
