package dev.sluice.control.compat;

import java.util.Locale;

/** Times as options of this program take them. */
public final class Times {

  private Times() {}

  public static String seconds(int seconds) {
    return seconds + "s";
  }

  /** Seconds with decimals. */
  public static String seconds(double seconds) {
    return seconds == Math.rint(seconds)
        ? seconds((int) seconds)
        : String.format(Locale.ROOT, "%.0fms", seconds * 1e3);
  }

  public static String millis(int millis) {
    return millis + "ms";
  }
}
