package dev.sluice.control.cli.option;

import java.time.Duration;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A time as people write it: {@code 30s}, {@code 500ms}, {@code 1.5h}, or a number of seconds. */
public final class DurationConverter implements ITypeConverter<Duration> {

  private static final Pattern FORM = Pattern.compile("(\\d+(?:\\.\\d+)?|\\.\\d+)(us|ms|s|m|h|d)?");
  private static final Map<String, Double> NANOS =
      Map.of("us", 1e3, "ms", 1e6, "s", 1e9, "m", 60e9, "h", 3600e9, "d", 86400e9);
  private static final double LONGEST_NANOS = 1000 * 86400e9;

  @Override
  public Duration convert(String value) {
    Matcher matcher = FORM.matcher(value);
    if (!matcher.matches()) {
      throw new TypeConversionException(
          "'" + value + "' is not a time such as 500ms, 30s, 5m, 2h or a number of seconds");
    }
    String unit = matcher.group(2) == null ? "s" : matcher.group(2);
    double nanos = Double.parseDouble(matcher.group(1)) * NANOS.get(unit);
    if (nanos > LONGEST_NANOS) {
      throw new TypeConversionException("'" + value + "' is longer than 1000 days");
    }
    return Duration.ofNanos(Math.round(nanos));
  }

  /** A time that JMS takes in milliseconds. */
  public static final class WholeMillis implements ITypeConverter<Duration> {

    private final DurationConverter times = new DurationConverter();

    @Override
    public Duration convert(String value) {
      Duration time = times.convert(value);
      if (!time.equals(Duration.ofMillis(time.toMillis()))) {
        throw new TypeConversionException("'" + value + "' is not of whole milliseconds");
      }
      return time;
    }
  }
}
