package dev.sluice.api;

import java.util.Locale;

/** Figures as people read them. */
final class Text {

  private Text() {}

  /** Nanoseconds with three significant digits, such as {@code 12.1ms}. */
  static String time(double nanos) {
    double size = Math.abs(nanos);
    return size < 1e3
        ? Math.round(nanos) + "ns"
        : size < 1e6
            ? digits(nanos / 1e3) + "µs"
            : size < 1e9 ? digits(nanos / 1e6) + "ms" : digits(nanos / 1e9) + "s";
  }

  /** A number with a comma between thousands, and decimals where it is small. */
  static String number(double figure) {
    return Math.abs(figure) < 1000
        ? digits(figure)
        : String.format(Locale.ROOT, "%,d", Math.round(figure));
  }

  private static String digits(double figure) {
    double size = Math.abs(figure);
    String form = size < 10 ? "%.2f" : size < 100 ? "%.1f" : "%.0f";
    String text = String.format(Locale.ROOT, form, figure);
    return text.contains(".") ? text.replaceAll("0+$", "").replaceAll("\\.$", "") : text;
  }
}
