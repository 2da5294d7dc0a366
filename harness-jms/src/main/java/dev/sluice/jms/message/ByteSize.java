package dev.sluice.jms.message;

import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Sizes as people write them: {@code 2048}, {@code 2KiB}, {@code 4MB}. */
public final class ByteSize {

  /** 100 MiB, the largest message that brokers take. */
  public static final int LARGEST_BYTES = 100 << 20;

  private static final Pattern FORM = Pattern.compile("(\\d{1,12})\\s*([a-z]*)");

  private static final Map<String, Long> UNIT_BYTES =
      Map.of(
          "",
          1L,
          "b",
          1L,
          "k",
          1L << 10,
          "kib",
          1L << 10,
          "kb",
          1_000L,
          "m",
          1L << 20,
          "mib",
          1L << 20,
          "mb",
          1_000_000L);

  private ByteSize() {}

  /**
   * The number of bytes, from 0 to {@link #LARGEST_BYTES}.
   *
   * @throws IllegalArgumentException if it is no such size; the message says what is wrong
   */
  public static int parse(String text) {
    Matcher matcher = FORM.matcher(text.toLowerCase(Locale.ROOT));
    if (!matcher.matches() || !UNIT_BYTES.containsKey(matcher.group(2))) {
      throw new IllegalArgumentException("'" + text + "' is not a size such as 2048, 2KiB or 4MB");
    }
    long bytes = Long.parseLong(matcher.group(1)) * UNIT_BYTES.get(matcher.group(2));
    if (bytes > LARGEST_BYTES) {
      throw new IllegalArgumentException(
          "'" + text + "' is more than 100 MiB, the largest message size");
    }
    return (int) bytes;
  }
}
