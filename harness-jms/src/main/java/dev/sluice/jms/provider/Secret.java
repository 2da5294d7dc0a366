package dev.sluice.jms.provider;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A password. Shows itself only to those who ask for it by {@link #reveal}. Immutable. */
public final class Secret {

  private final String value;

  private Secret(String value) {
    this.value = value;
  }

  public static Secret of(String value) {
    return new Secret(value);
  }

  /**
   * The first line of a file.
   *
   * @throws ConfigurationException if the file cannot be read or is empty
   */
  public static Secret readFrom(Path file) {
    try (var lines = Files.lines(file)) {
      return lines
          .findFirst()
          .map(Secret::new)
          .orElseThrow(() -> new ConfigurationException("password file " + file + " is empty"));
    } catch (IOException | java.io.UncheckedIOException e) {
      throw new ConfigurationException("password file " + file + " cannot be read", e);
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
