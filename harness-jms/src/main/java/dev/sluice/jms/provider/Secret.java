package dev.sluice.jms.provider;

import dev.sluice.core.text.InputFile;
import java.io.IOException;
import java.nio.file.Path;

/**
 * A password or a token. Shows itself only to those who ask for it by {@link #reveal}. Immutable.
 */
public final class Secret {

  private final String value;

  private Secret(String value) {
    this.value = value;
  }

  public static Secret of(String value) {
    return new Secret(value);
  }

  /**
   * The first line of a file, which shows in no process list.
   *
   * @throws ConfigurationException if the file cannot be read or its first line is blank
   */
  public static Secret readFrom(Path file) {
    try {
      String line =
          InputFile.text(file, InputFile.HAND_WRITTEN_BYTES).lines().findFirst().orElse("");
      if (line.isBlank()) {
        throw new ConfigurationException(
            "the first line of the secret file '" + file + "' is empty: write the secret there");
      }
      return new Secret(line);
    } catch (IOException e) {
      throw new ConfigurationException(
          "the secret file '" + file + "' cannot be read (" + e.getClass().getSimpleName() + ")",
          e);
    }
  }

  /** The password itself, for the client library and nothing else. */
  public String reveal() {
    return value;
  }

  @Override
  public String toString() {
    return "******";
  }
}
