package dev.sluice.control.cli.option.message;

import dev.sluice.jms.tracking.EndToEnd;
import java.util.Arrays;
import java.util.Locale;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads which clocks are trusted for end-to-end times, as {@code same-host}. */
final class EndToEndConverter implements ITypeConverter<EndToEnd> {

  @Override
  public EndToEnd convert(String text) {
    return Arrays.stream(EndToEnd.values())
        .filter(clocks -> name(clocks).equalsIgnoreCase(text))
        .findFirst()
        .orElseThrow(
            () ->
                new TypeConversionException(
                    "'" + text + "' is not off, same-host or across-hosts"));
  }

  /** As it is written. */
  static String name(EndToEnd clocks) {
    return clocks.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
