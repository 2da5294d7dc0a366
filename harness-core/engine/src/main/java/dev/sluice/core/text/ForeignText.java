package dev.sluice.core.text;

import java.util.regex.Pattern;

/** Text that came from another program and is shown to people. Pure functions. */
public final class ForeignText {

  /** All but the tab. */
  private static final Pattern CONTROL =
      Pattern.compile("(?:[\\p{Cntrl}&&[^\t]]|[\\x{80}-\\x{9f}])+");

  private static final int MOST_OF_A_NAME = 100; // characters
  private static final int MOST_OF_A_LINE = 1_000;

  private ForeignText() {}

  /** The text with a question mark for control characters, which could command a terminal. */
  public static String printable(String text) {
    return CONTROL.matcher(text).replaceAll("?");
  }

  /** A name that another program goes by: printable, without tabs, of 100 characters at most. */
  public static String name(String text) {
    return begin(text, MOST_OF_A_NAME);
  }

  /** What another program says in a line: the same, of 1,000 characters at most. */
  public static String line(String text) {
    return begin(text, MOST_OF_A_LINE);
  }

  private static String begin(String text, int most) {
    return printable(text.substring(0, Math.min(most, text.length())).replace('\t', ' '));
  }
}
