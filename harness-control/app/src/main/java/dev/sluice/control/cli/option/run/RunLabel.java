package dev.sluice.control.cli.option.run;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Something that a person finds a run by.
 *
 * @param key letters, digits, dots, underscores and hyphens
 * @param content one line, may be empty
 */
record RunLabel(String key, String content) {

  private static final Pattern FORM = Pattern.compile("([A-Za-z0-9_.-]{1,50})=(\\P{Cntrl}{0,200})");

  /** Reads {@code KEY=VALUE}. */
  static final class Converter implements ITypeConverter<RunLabel> {

    @Override
    public RunLabel convert(String text) {
      Matcher matcher = FORM.matcher(text);
      if (!matcher.matches()) {
        throw new TypeConversionException(
            "'"
                + text
                + "' is not KEY=VALUE; a key has letters, digits, '.', '_' and '-' (50 at most), a"
                + " value is one line of at most 200 characters");
      }
      return new RunLabel(matcher.group(1), matcher.group(2));
    }
  }
}
