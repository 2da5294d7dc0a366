package dev.sluice.control.cli.option;

import dev.sluice.control.command.Quantities;
import java.time.Duration;
import picocli.CommandLine.ITypeConverter;

/** A time as people write it: {@code 30s}, {@code 500ms}, {@code 1.5h}, or a number of seconds. */
public final class DurationConverter implements ITypeConverter<Duration> {

  @Override
  public Duration convert(String value) {
    return Numbers.quantity(value, Quantities::time);
  }
}
