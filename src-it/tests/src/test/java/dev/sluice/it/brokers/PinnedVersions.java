package dev.sluice.it.brokers;

import dev.sluice.it.run.PackagedProgram;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Versions of packages, which are properties of the parent POM. */
final class PinnedVersions {

  private static final String POM = read();

  private PinnedVersions() {}

  /**
   * One of them.
   *
   * @param name of the property, without the {@code .version} at its end
   */
  static String of(String name) {
    Matcher property =
        Pattern.compile("<" + Pattern.quote(name) + "\\.version>([^<]+)<").matcher(POM);
    if (!property.find()) {
      throw new IllegalArgumentException("the parent POM has no version of " + name);
    }
    return property.group(1);
  }

  private static String read() {
    try {
      return Files.readString(PackagedProgram.root().resolve("pom.xml"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
