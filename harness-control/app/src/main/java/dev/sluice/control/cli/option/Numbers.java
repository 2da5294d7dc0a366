package dev.sluice.control.cli.option;

import dev.sluice.control.command.Quantities;
import dev.sluice.control.command.Quantities.BadQuantityException;
import java.util.function.Function;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Converters for numbers within bounds; the message says what was given and what would be right.
 */
public final class Numbers {

  private Numbers() {}

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
  public static final class Rate implements ITypeConverter<Double> {
    @Override
    public Double convert(String value) {
      return quantity(value, Quantities::rate);
    }
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

  private static long whole(String value, long least, long most) {
    return quantity(value, text -> Quantities.whole(text, least, most));
  }

  /** A quantity, by one of the functions of {@link Quantities}. */
  static <T> T quantity(String value, Function<String, T> parse) {
    try {
      return parse.apply(value);
    } catch (BadQuantityException e) {
      throw new TypeConversionException("'" + value + "' is not " + e.expected());
    }
  }
}
