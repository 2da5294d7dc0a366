package dev.sluice.control.cli.option;

import java.time.Duration;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A time that JMS takes in milliseconds. */
public final class WholeMillisConverter implements ITypeConverter<Duration> {

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
