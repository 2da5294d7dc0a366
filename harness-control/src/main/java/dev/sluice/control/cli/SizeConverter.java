package dev.sluice.control.cli;

import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A size in bytes: {@code 2048}, {@code 2KiB}, {@code 4MB}. Holds up to 100 MiB. */
final class SizeConverter implements ITypeConverter<Integer> {

  private static final Pattern FORM = Pattern.compile("(\\d+)\\s*([a-z]*)");
  private static final Map<String, Long> BYTES =
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
          1000L,
          "m",
          1L << 20,
          "mib",
          1L << 20,
          "mb",
          1_000_000L);
  private static final long LARGEST = 100L << 20;

  @Override
  public Integer convert(String value) {
    Matcher matcher = FORM.matcher(value.toLowerCase(Locale.ROOT));
    if (!matcher.matches()
        || matcher.group(1).length() > 12
        || !BYTES.containsKey(matcher.group(2))) {
      throw new TypeConversionException("'" + value + "' is not a size such as 2048, 2KiB or 4MB");
    }
    long bytes = Long.parseLong(matcher.group(1)) * BYTES.get(matcher.group(2));
    if (bytes > LARGEST) {
      throw new TypeConversionException(
          "'" + value + "' is more than 100 MiB, the most an MQ message holds");
    }
    return (int) bytes;
  }
}
