package dev.sluice.jms.provider;

import dev.sluice.core.text.InputFile;
import java.io.IOException;
import java.nio.file.Path;

/**
 * A password or a token. Shows itself only to those who ask for it by {@link #reveal}. Immutable.
 */
public final class Secret {

  /** Stands for a secret in every text. */
  public static final String MASK = "***";

  /** A shorter part that a text shares with a secret says nothing about it. */
  private static final int MIN_SHARED_CHARACTERS = 4;

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
          "the secret file '" + file + "' cannot be read: " + InputFile.reason(e), e);
    }
  }

  /** The password itself, for the client library and nothing else. */
  public String reveal() {
    return value;
  }

  /**
   * A text with all that it shares with this masked, too much rather than too little: for messages
   * of others, which may quote a part of it.
   */
  public String maskPartsIn(String text) {
    StringBuilder masked = new StringBuilder();
    for (int from = 0; from < text.length(); ) {
      int end = from;
      while (end < text.length() && value.contains(text.substring(from, end + 1))) {
        end++;
      }
      if (end - from >= Math.min(MIN_SHARED_CHARACTERS, value.length()) && end > from) {
        masked.append(MASK);
        from = end;
      } else {
        masked.append(text.charAt(from));
        from++;
      }
    }
    return masked.toString();
  }

  @Override
  public String toString() {
    return MASK;
  }
}
