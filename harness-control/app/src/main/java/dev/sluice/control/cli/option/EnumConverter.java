package dev.sluice.control.cli.option;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Reads the constants of an enumeration as people write them: {@code round-robin}.
 *
 * @param <T> the enumeration
 */
public final class EnumConverter<T> implements ITypeConverter<T> {

  private final Class<T> type;

  public EnumConverter(Class<T> type) {
    this.type = type;
  }

  /** As it is written. */
  public static String of(Object constant) {
    return ((Enum<?>) constant).name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** What is wrong with a word that is none of these. */
  public static String notOneOf(String word, Stream<String> words) {
    return "'" + word + "' is not one of " + words.collect(Collectors.joining(", "));
  }

  @Override
  public T convert(String text) {
    return Arrays.stream(type.getEnumConstants())
        .filter(constant -> of(constant).equalsIgnoreCase(text.replace('_', '-')))
        .findFirst()
        .orElseThrow(
            () ->
                new TypeConversionException(
                    notOneOf(text, Arrays.stream(type.getEnumConstants()).map(EnumConverter::of))));
  }
}
