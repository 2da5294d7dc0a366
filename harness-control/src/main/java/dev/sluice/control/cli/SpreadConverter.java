package dev.sluice.control.cli;

import java.util.Arrays;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads an order of destinations, as {@code round-robin}. */
final class SpreadConverter implements ITypeConverter<Spread> {

  @Override
  public Spread convert(String text) {
    return Arrays.stream(Spread.values())
        .filter(spread -> spread.toString().equalsIgnoreCase(text))
        .findFirst()
        .orElseThrow(
            () -> new TypeConversionException("'" + text + "' is not round-robin or random"));
  }
}
