package dev.sluice.control.cli.option;

import dev.sluice.core.run.RateTarget;
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
      double rate;
      try {
        rate = Double.parseDouble(value);
      } catch (NumberFormatException e) {
        throw new TypeConversionException("'" + value + "' is not a number");
      }
      if (!RateTarget.isRate(rate)) {
        throw new TypeConversionException(
            "'" + value + "' is not 0 and not a rate from 1e-12 to 1e9 per second");
      }
      return rate;
    }
  }

  private static long whole(String value, long least, long most) {
    long number;
    try {
      number = Long.parseLong(value);
    } catch (NumberFormatException e) {
      throw new TypeConversionException("'" + value + "' is not a whole number");
    }
    if (number < least || number > most) {
      throw new TypeConversionException(
          most == Long.MAX_VALUE
              ? "'" + value + "' is below " + least
              : "'" + value + "' is not from " + least + " to " + most);
    }
    return number;
  }
}
