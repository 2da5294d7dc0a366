package dev.sluice.control.compat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Files beside the tests with a row a line. */
final class Rows {

  private Rows() {}

  /** All but empty lines and comments, which begin with {@code #}. */
  static List<String> of(String resource) {
    try (InputStream in = Rows.class.getResourceAsStream(resource)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.isBlank() && !line.startsWith("#"))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
