package dev.sluice.jms.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.sluice.jms.provider.ConfigurationException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MessagePropertyTest {

  @TempDir private Path folder;

  @Test
  void aPropertyIsAStringUnlessItSaysOtherwise() {
    assertThat(MessageProperty.parse("COLOUR=red=1"))
        .isEqualTo(new MessageProperty("COLOUR", MessageProperty.Type.STRING, "red=1"));
    assertThat(MessageProperty.parse("JMS_IBM_MsgType:int=8"))
        .isEqualTo(new MessageProperty("JMS_IBM_MsgType", MessageProperty.Type.INT, "8"))
        .hasToString("JMS_IBM_MsgType:int=8");
    assertThat(MessageProperty.parse("EMPTY=").value()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "boolean, true",
    "byte, -128",
    "short, 32767",
    "int, 5",
    "long, 5000000000",
    "float, 1.5",
    "double, 1e300",
    "string, x"
  })
  void everyTypeOfJmsIsThere(String type, String value) {
    Object parsed = MessageProperty.Type.named(type).parse(value);
    assertThat(parsed.getClass().getSimpleName()).startsWithIgnoringCase(type);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "COLOUR       | COLOUR=red or WEIGHT:int=5",
        "=red         | is not a valid property name",
        "1a=red       | '1a' is not a valid property name",
        "a.b=red      | 'a.b' is not a valid property name",
        "LIKE=red     | 'LIKE' is not a valid property name",
        "W:ints=5     | 'ints' is not a type; use one of string, boolean, byte",
        "W:int=5.5    | '5.5' is not a value of type int",
        "W:byte=128   | '128' is not a value of type byte",
        "W:boolean=1  | '1' is not a value of type boolean",
      })
  void anInvalidPropertyIsRejected(String text, String complaint) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> MessageProperty.parse(text))
        .withMessageContaining(complaint);
  }

  @Test
  void aFileGivesTypesInLinesOfTheirOwn() throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("p"), "# orders\nweight=5\ncolour = r\u00f6t\nweight.type=int\n");

    assertThat(MessageProperty.read(file))
        .containsExactly(
            new MessageProperty("colour", MessageProperty.Type.STRING, "r\u00f6t"),
            new MessageProperty("weight", MessageProperty.Type.INT, "5"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "weight.type=int                | no 'weight'",
        "weight=x;weight.type=int       | 'x' is not a value of type int",
        "weight=5;weight.type=number    | 'number' is not a type",
        "a-b=5                          | 'a-b' is not a valid property name",
        "a=\\u00zz                      | is not a properties file",
      })
  void aFileIsNamedWithItsMistake(String lines, String complaint) throws IOException {
    Path file = Files.writeString(folder.resolve("p"), lines.replace(';', '\n'));

    assertThatExceptionOfType(ConfigurationException.class)
        .isThrownBy(() -> MessageProperty.read(file))
        .withMessageContaining(file.toString())
        .withMessageContaining(complaint);
  }

  @Test
  void aFileThatIsNotThereIsNamed() {
    assertThatExceptionOfType(ConfigurationException.class)
        .isThrownBy(() -> MessageProperty.read(folder.resolve("none")))
        .withMessageContaining("none");
  }
}
