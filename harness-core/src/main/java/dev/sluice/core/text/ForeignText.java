package dev.sluice.core.text;

import java.util.regex.Pattern;

/** Text that came from another program and is shown to people. Pure functions. */
public final class ForeignText {

  /** All but the tab. */
  private static final Pattern CONTROL =
      Pattern.compile("(?:[\\p{Cntrl}&&[^\t]]|[\\x{80}-\\x{9f}])+");

  private ForeignText() {}

  /** The text with a question mark for control characters, which could command a terminal. */
  public static String printable(String text) {
    return CONTROL.matcher(text).replaceAll("?");
  }
}
