package dev.sluice.control.cli.option;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A name, or a range of names that end in a number: {@code UC01QM01..UC01QM12}. */
public final class NamesConverter implements ITypeConverter<NamesConverter.Names> {

  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._/%]{1,48}");
  private static final Pattern RANGE = Pattern.compile("(.*?)(\\d{1,6})\\.\\.(.*?)(\\d{1,6})");

  /** In the order they were written. */
  public record Names(List<String> names) {}

  @Override
  public Names convert(String value) {
    Matcher range = RANGE.matcher(value);
    Names names = new Names(range.matches() ? expanded(value, range) : List.of(value));
    for (String name : names.names()) {
      if (!NAME.matcher(name).matches() || name.contains("..")) {
        throw new TypeConversionException(
            "'" + value + "' is neither a queue manager name nor a range such as QM01..QM12");
      }
    }
    return names;
  }

  private static List<String> expanded(String value, Matcher range) {
    String prefix = range.group(1);
    int first = Integer.parseInt(range.group(2));
    int last = Integer.parseInt(range.group(4));
    if (!prefix.equals(range.group(3))) {
      throw new TypeConversionException(
          "'" + value + "': both names must be the same up to the number");
    }
    if (first > last) {
      throw new TypeConversionException("'" + value + "' ends before it begins");
    }
    String form = "%0" + range.group(2).length() + "d"; // 01..12 keeps its zeros
    return IntStream.rangeClosed(first, last).mapToObj(i -> prefix + form.formatted(i)).toList();
  }
}
