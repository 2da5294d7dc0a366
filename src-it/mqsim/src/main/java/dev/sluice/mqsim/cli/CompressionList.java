package dev.sluice.mqsim.cli;

import dev.sluice.mqsim.codec.Compression;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Compression techniques on the command line, by their names in MQ's commands. */
final class CompressionList {

  private static final String NONE = "NONE";
  private static final Map<String, Compression> BY_NAME =
      Map.of(
          "SYSTEM", Compression.SYSTEM,
          "RLE", Compression.RLE,
          "ZLIBFAST", Compression.ZLIB_FAST,
          "ZLIBHIGH", Compression.ZLIB_HIGH);

  private CompressionList() {}

  /**
   * The techniques.
   *
   * @throws IllegalArgumentException if a name is none of them
   */
  static Set<Compression> parse(List<String> names) {
    Set<Compression> techniques = EnumSet.noneOf(Compression.class);
    for (String name : names) {
      String upper = name.toUpperCase(Locale.ROOT);
      if (BY_NAME.containsKey(upper)) {
        techniques.add(BY_NAME.get(upper));
      } else if (!upper.equals(NONE)) {
        throw new IllegalArgumentException(
            "'%s' is not a compression; use SYSTEM, RLE, ZLIBFAST, ZLIBHIGH or NONE"
                .formatted(name));
      }
    }
    return techniques;
  }
}
