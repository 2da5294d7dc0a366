package dev.sluice.control.golden;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Files that hold output formats as they are. They are compared byte for byte; they are written
 * again only with {@code -Dgolden.write=true}.
 */
final class Golden {

  private static final Path FILES = Path.of("src/test/resources/golden");

  private Golden() {}

  /** Compares an output with the file of that name. */
  static void check(String name, String output) throws IOException {
    Path file = FILES.resolve(name);
    if (Boolean.getBoolean("golden.write")) {
      Files.createDirectories(file.getParent());
      Files.writeString(file, output);
    }
    assertThat(output).as(name).isEqualTo(Files.readString(file));
  }
}
