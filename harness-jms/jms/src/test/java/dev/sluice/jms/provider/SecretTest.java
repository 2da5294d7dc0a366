package dev.sluice.jms.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SecretTest {

  @TempDir Path dir;

  @Test
  void showsItselfOnlyWhenAsked() {
    Credentials credentials = new Credentials("app", Secret.of("pa55word"));

    assertThat(credentials.toString()).contains("app").doesNotContain("pa55word");
    assertThat(credentials.describe()).contains("app").doesNotContain("pa55word");
    assertThat(credentials.password().reveal()).isEqualTo("pa55word");
  }

  @Test
  void readsTheFirstLineOfAFile() throws IOException {
    Path file = Files.writeString(dir.resolve("pw"), "pa55word\n");

    assertThat(Secret.readFrom(file).reveal()).isEqualTo("pa55word");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "\n", "  \t\nsecond line\n"})
  void refusesAFileWhoseFirstLineIsEmpty(String text) throws IOException {
    Path empty = Files.writeString(dir.resolve("empty"), text);

    assertThatExceptionOfType(ConfigurationException.class)
        .isThrownBy(() -> Secret.readFrom(empty))
        .withMessageContainingAll("first line", empty.toString());
  }

  @Test
  void refusesAFileThatCannotBeRead() throws IOException {
    Path binary = Files.write(dir.resolve("key.p12"), new byte[] {(byte) 0xff, (byte) 0xfe, 0});

    assertThatExceptionOfType(ConfigurationException.class)
        .isThrownBy(() -> Secret.readFrom(dir.resolve("none")))
        .withMessageContainingAll("none", "no such file");
    assertThatExceptionOfType(ConfigurationException.class)
        .isThrownBy(() -> Secret.readFrom(binary))
        .withMessageContainingAll("key.p12", "cannot be read");
  }
}
