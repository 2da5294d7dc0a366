package dev.sluice.control.cli.option;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A range of whole numbers, both ends included: {@code 1..10}. */
public final class RangeConverter implements ITypeConverter<RangeConverter.Range> {

  private static final Pattern FORM = Pattern.compile("(\\d{1,9})\\.\\.(\\d{1,9})");

  /** Both ends included. */
  public record Range(int first, int last) {}

  @Override
  public Range convert(String value) {
    Matcher matcher = FORM.matcher(value);
    if (!matcher.matches()) {
      throw new TypeConversionException("'" + value + "' is not a range such as 1..10");
    }
    Range range = new Range(Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2)));
    if (range.first() > range.last()) {
      throw new TypeConversionException("'" + value + "' ends before it begins");
    }
    return range;
  }
}
