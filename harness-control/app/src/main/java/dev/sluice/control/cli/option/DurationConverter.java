package dev.sluice.control.cli.option;

import dev.sluice.control.command.Quantities;
import java.time.Duration;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A time as people write it: {@code 30s}, {@code 500ms}, {@code 1.5h}. */
public final class DurationConverter implements ITypeConverter<Duration> {

  @Override
  public Duration convert(String value) {
    return Numbers.quantity(value, Quantities::time);
  }

  /** A time that JMS takes in milliseconds. */
  public static final class WholeMillis implements ITypeConverter<Duration> {

    private final DurationConverter times = new DurationConverter();

    @Override
    public Duration convert(String value) {
      Duration time = times.convert(value);
      if (!time.equals(Duration.ofMillis(time.toMillis()))) {
        throw new TypeConversionException("'" + value + "' is not a whole number of milliseconds");
      }
      return time;
    }
  }

  /** A time that is not 0. */
  public static final class AboveZero implements ITypeConverter<Duration> {
    @Override
    public Duration convert(String value) {
      Duration time = new DurationConverter().convert(value);
      if (time.isZero()) {
        throw new TypeConversionException("'" + value + "': it must be above 0");
      }
      return time;
    }
  }
}
