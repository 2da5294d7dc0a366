package dev.sluice.jms.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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

  @Test
  void refusesAFileWithoutAPassword() throws IOException {
    Path empty = Files.createFile(dir.resolve("empty"));

    assertThatExceptionOfType(ConfigurationException.class)
        .isThrownBy(() -> Secret.readFrom(empty))
        .withMessageContaining(empty.toString());
    assertThatExceptionOfType(ConfigurationException.class)
        .isThrownBy(() -> Secret.readFrom(dir.resolve("none")))
        .withMessageContaining("none");
  }
}
