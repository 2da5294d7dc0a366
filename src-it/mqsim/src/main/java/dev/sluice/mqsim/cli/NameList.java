package dev.sluice.mqsim.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Names on the command line: {@code QM1,QM2} or a range {@code QM01..QM12}, or both. */
final class NameList {

  private static final Pattern RANGE = Pattern.compile("(.*?)(\\d+)\\.\\.(.*?)(\\d+)");
  private static final int MAX_NAMES = 1000;

  private NameList() {}

  /**
   * The names, ranges expanded.
   *
   * @throws IllegalArgumentException if a range makes no sense
   */
  static List<String> expand(String text) {
    List<String> names = new ArrayList<>();
    for (String part : text.split(",")) {
      Matcher range = RANGE.matcher(part.trim());
      if (range.matches()) {
        addRange(names, part, range);
      } else if (part.isBlank()) {
        throw new IllegalArgumentException("an empty name in '%s'".formatted(text));
      } else {
        names.add(part.trim());
      }
    }
    return names;
  }

  private static void addRange(List<String> names, String text, Matcher range) {
    String digits = range.group(2);
    if (digits.length() > 9 || range.group(4).length() > 9) {
      throw new IllegalArgumentException("'%s' is not a range of names".formatted(text));
    }
    int first = Integer.parseInt(digits);
    int last = Integer.parseInt(range.group(4));
    if (!range.group(1).equals(range.group(3)) || last < first || last - first >= MAX_NAMES) {
      throw new IllegalArgumentException("'%s' is not a range of names".formatted(text));
    }
    for (int number = first; number <= last; number++) {
      names.add(range.group(1) + ("%0" + digits.length() + "d").formatted(number));
    }
  }
}
