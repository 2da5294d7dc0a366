package dev.sluice.control.cli.option.workload;

import dev.sluice.core.pacing.Pacing;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** What iterations are due by: {@code schedule} or {@code think-time}. */
final class PacingConverter implements ITypeConverter<Pacing> {

  @Override
  public Pacing convert(String value) {
    return switch (value) {
      case "schedule" -> Pacing.SCHEDULE;
      case "think-time" -> Pacing.THINK_TIME;
      default ->
          throw new TypeConversionException(
              "'" + value + "' is not one of schedule and think-time");
    };
  }
}
