package dev.sluice.jms.message;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Sizes as people write them: {@code 2048}, {@code 2KiB}, {@code 4MB}. */
public final class ByteSize {

  /** 100 MiB, the largest message that brokers take. */
  public static final int LARGEST_BYTES = 100 << 20;

  private static final Pattern FORM = Pattern.compile("(\\d{1,12})\\s*([a-z]*)");

  private ByteSize() {}

  /**
   * The number of bytes, from 0 to {@link #LARGEST_BYTES}.
   *
   * @throws IllegalArgumentException if it is no such size; the message says what is wrong
   */
  public static int parse(String text) {
    Matcher matcher = FORM.matcher(text.toLowerCase(Locale.ROOT));
    long unitBytes = matcher.matches() ? unitBytes(matcher.group(2)) : 0;
    if (unitBytes == 0) {
      throw new IllegalArgumentException("'" + text + "' is not a size such as 2048, 2KiB or 4MB");
    }
    long bytes = Long.parseLong(matcher.group(1)) * unitBytes;
    if (bytes > LARGEST_BYTES) {
      throw new IllegalArgumentException(
          "'" + text + "' is more than 100 MiB, the largest message size");
    }
    return (int) bytes;
  }

  /** 0 if there is no such unit. */
  private static long unitBytes(String unit) {
    return switch (unit) {
      case "", "b" -> 1;
      case "k", "kib" -> 1 << 10;
      case "kb" -> 1_000;
      case "m", "mib" -> 1 << 20;
      case "mb" -> 1_000_000;
      default -> 0;
    };
  }
}
