package dev.sluice.core.text;

import java.util.regex.Pattern;

/** Text that came from another program and is shown to people. Pure functions. */
public final class ForeignText {

  /** All but the tab. */
  private static final Pattern CONTROL =
      Pattern.compile("(?:[\\p{Cntrl}&&[^\t]]|[\\x{80}-\\x{9f}])+");

  private static final int MOST_OF_A_NAME = 100; // characters

  private ForeignText() {}

  /** The text with a question mark for control characters, which could command a terminal. */
  public static String printable(String text) {
    return CONTROL.matcher(text).replaceAll("?");
  }

  /** A name that another program goes by: printable, without tabs, of 100 characters at most. */
  public static String name(String text) {
    String begin = text.length() > MOST_OF_A_NAME ? text.substring(0, MOST_OF_A_NAME) : text;
    return printable(begin.replace('\t', ' '));
  }
}
