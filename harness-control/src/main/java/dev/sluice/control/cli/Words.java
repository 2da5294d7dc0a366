package dev.sluice.control.cli;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Reads the constants of an enumeration as people write them: {@code round-robin}.
 *
 * @param <E> the enumeration
 */
final class Words<E extends Enum<E>> implements ITypeConverter<E> {

  private final Class<E> type;

  Words(Class<E> type) {
    this.type = type;
  }

  /** As it is written. */
  static String of(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  @Override
  public E convert(String text) {
    return Arrays.stream(type.getEnumConstants())
        .filter(constant -> of(constant).equalsIgnoreCase(text))
        .findFirst()
        .orElseThrow(
            () ->
                new TypeConversionException(
                    "'"
                        + text
                        + "' is none of "
                        + Arrays.stream(type.getEnumConstants())
                            .map(Words::of)
                            .collect(Collectors.joining(", "))));
  }
}
