package dev.sluice.control.cli;

import dev.sluice.control.cli.SessionOptions.Acknowledge;
import java.util.Arrays;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a mode of acknowledging, as {@code dups-ok}. */
final class AcknowledgeConverter implements ITypeConverter<Acknowledge> {

  @Override
  public Acknowledge convert(String text) {
    return Arrays.stream(Acknowledge.values())
        .filter(mode -> mode.toString().equalsIgnoreCase(text))
        .findFirst()
        .orElseThrow(
            () -> new TypeConversionException("'" + text + "' is not auto, client or dups-ok"));
  }
}
