package dev.sluice.control.cli.option;

import dev.sluice.core.text.Quantities;
import dev.sluice.core.text.Quantities.BadQuantityException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Values of options, within their bounds; a message says what was given and what would be right.
 */
public final class Converters {

  private Converters() {}

  /** A whole number of 1 or more. */
  public static final class AtLeastOne implements ITypeConverter<Integer> {
    @Override
    public Integer convert(String value) {
      return (int) whole(value, 1, 1_000_000);
    }
  }

  /** A whole number of 0 or more. */
  public static final class NotNegative implements ITypeConverter<Long> {
    @Override
    public Long convert(String value) {
      return whole(value, 0, Long.MAX_VALUE);
    }
  }

  /** A TCP port to listen on or connect to; 0 is any free one where that makes sense. */
  public static final class Port implements ITypeConverter<Integer> {
    @Override
    public Integer convert(String value) {
      return (int) whole(value, 0, 65_535);
    }
  }

  /** The priority of a message. */
  public static final class Priority implements ITypeConverter<Integer> {
    @Override
    public Integer convert(String value) {
      return (int) whole(value, 0, 9);
    }
  }

  /** A rate: 0 or within its limits, decimals allowed. */
  public static final class IterationRate implements ITypeConverter<Double> {
    @Override
    public Double convert(String value) {
      return quantity(value, Quantities::rate);
    }
  }

  /** A number above 0. */
  public static final class AboveZero implements ITypeConverter<Double> {
    @Override
    public Double convert(String value) {
      double number = quantity(value, Quantities::number);
      if (!(number > 0)) {
        throw new TypeConversionException("'" + value + "': it must be above 0");
      }
      return number;
    }
  }

  /** A time as people write it: {@code 30s}, {@code 500ms}, {@code 1.5h}. */
  public static final class Time implements ITypeConverter<Duration> {
    @Override
    public Duration convert(String value) {
      return quantity(value, Quantities::time);
    }
  }

  /** A time that JMS takes in milliseconds. */
  public static final class WholeMillis implements ITypeConverter<Duration> {
    @Override
    public Duration convert(String value) {
      Duration time = quantity(value, Quantities::time);
      if (!time.equals(Duration.ofMillis(time.toMillis()))) {
        throw new TypeConversionException("'" + value + "' is not a whole number of milliseconds");
      }
      return time;
    }
  }

  /** A time that is not 0. */
  public static final class TimeAboveZero implements ITypeConverter<Duration> {
    @Override
    public Duration convert(String value) {
      Duration time = quantity(value, Quantities::time);
      if (time.isZero()) {
        throw new TypeConversionException("'" + value + "': it must be above 0");
      }
      return time;
    }
  }

  /** A constant of an enumeration as people write it: {@code round-robin}. */
  public static <T> ITypeConverter<T> constant(Class<T> type) {
    return text ->
        Arrays.stream(type.getEnumConstants())
            .filter(constant -> word(constant).equalsIgnoreCase(text.replace('_', '-')))
            .findFirst()
            .orElseThrow(
                () -> new TypeConversionException(notOneOf(text, words(type.getEnumConstants()))));
  }

  /** A value that a function reads, which says what is wrong with others. */
  public static <T> ITypeConverter<T> parsed(Function<String, T> parse) {
    return value -> {
      try {
        return parse.apply(value);
      } catch (IllegalArgumentException e) {
        throw new TypeConversionException(e.getMessage());
      }
    };
  }

  /** A constant of an enumeration as it is written. */
  public static String word(Object constant) {
    return ((Enum<?>) constant).name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Constants of an enumeration as they are written. */
  public static Stream<String> words(Object... constants) {
    return Arrays.stream(constants).map(Converters::word);
  }

  /** What is wrong with a word that is none of these. */
  public static String notOneOf(String word, Stream<String> words) {
    return "'" + word + "' is not one of " + words.collect(Collectors.joining(", "));
  }

  private static long whole(String value, long least, long most) {
    return quantity(value, text -> Quantities.whole(text, least, most));
  }

  private static <T> T quantity(String value, Function<String, T> parse) {
    try {
      return parse.apply(value);
    } catch (BadQuantityException e) {
      throw new TypeConversionException("'" + value + "' is not " + e.expected());
    }
  }
}
