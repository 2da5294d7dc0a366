package dev.sluice.core.text;

import static dev.sluice.core.time.Nanos.NANOS_PER_MICRO;
import static dev.sluice.core.time.Nanos.NANOS_PER_MILLI;
import static dev.sluice.core.time.Nanos.NANOS_PER_SECOND;

import dev.sluice.core.stats.Figure;
import dev.sluice.core.stats.Window;
import dev.sluice.estimates.Estimated;
import dev.sluice.estimates.Interval;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.Locale;
import java.util.function.DoubleFunction;

/** How figures are written, in every locale the same. */
public final class Figures {

  /** What sums of floating-point numbers leave of nothing. */
  private static final double NOTHING = 1e-6;

  private Figures() {}

  /** A text with figures in it, by the rules of {@link java.util.Formatter}. */
  public static String text(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }

  /** A name in at most so many characters; what is left out is in its middle. */
  public static String within(int most, String name) {
    if (name.length() <= most) {
      return name;
    }
    int tail = (most - 1) / 2;
    return name.substring(0, most - 1 - tail) + "…" + name.substring(name.length() - tail);
  }

  /** A figure of a window, with its unit if that is a time; null if it has none there. */
  public static String of(Figure figure, Window window) {
    Number value = figure.value(window);
    if (Double.isNaN(value.doubleValue())) {
      return null;
    }
    return switch (figure.unit()) {
      case ITERATIONS, TIMES -> count(value.longValue());
      case PER_SECOND -> rate(value.doubleValue());
      case NANOS -> latency(Math.round(value.doubleValue()));
    };
  }

  /** A rate with one decimal: {@code 20,699.8}. */
  public static String rate(double perSecond) {
    return text("%,.1f", perSecond);
  }

  /** A rate with its unit: {@code 20,699.8/s}. */
  public static String perSecond(double rate) {
    return rate(rate) + "/s";
  }

  /** A rate with three digits at least, as pages show it: {@code 20,700}, {@code 13.9}. */
  public static String wholeRate(double perSecond) {
    return perSecond >= 100 ? text("%,.0f", perSecond) : significant(perSecond);
  }

  /** A count: {@code 84,252}. */
  public static String count(long number) {
    return text("%,d", number);
  }

  /** How many there are of something: {@code 1 worker}, {@code 180 workers}. */
  public static String count(long number, String one) {
    return count(number) + " " + one + (number == 1 ? "" : "s");
  }

  /** A latency with three significant digits and its unit: 84.5&micro;s, 1.26ms. */
  public static String latency(long nanos) {
    LatencyUnit unit = LatencyUnit.of((double) nanos);
    return significant(nanos / unit.nanos) + unit.text;
  }

  private enum LatencyUnit {
    MICROS(NANOS_PER_MICRO, "\u00b5s"),
    MILLIS(NANOS_PER_MILLI, "ms"),
    SECONDS(NANOS_PER_SECOND, "s");

    private final double nanos;
    private final String text;

    LatencyUnit(double nanos, String text) {
      this.nanos = nanos;
      this.text = text;
    }

    private static LatencyUnit of(double nanos) {
      return nanos < NANOS_PER_MILLI ? MICROS : nanos < NANOS_PER_SECOND ? MILLIS : SECONDS;
    }
  }

  /** A rate with its unit and its error: {@code 800.1/s +/- 0.3/s}. */
  public static String rate(Interval perSecond) {
    return withError(perSecond, Figures::perSecond, 1, "/s");
  }

  /** A latency in nanoseconds with its error: {@code 3.62ms +/- 0.40ms}. */
  public static String latency(Interval nanos) {
    LatencyUnit unit = LatencyUnit.of(nanos.value());
    return withError(nanos, each -> latency(Math.round(each)), unit.nanos, unit.text);
  }

  /**
   * A figure and its error: both ends where the sides differ by more than a third, nothing where it
   * is unknown or not smaller than the figure.
   */
  private static String withError(
      Interval figure, DoubleFunction<String> text, double unit, String suffix) {
    String shown = text.apply(figure.value());
    if (!figure.orUnknown().known()) {
      return shown;
    }
    String low = text.apply(figure.low());
    String high = text.apply(figure.high());
    double above = figure.high() - figure.value();
    double below = figure.value() - figure.low();
    if (Math.abs(above - below) > Math.max(above, below) / 3
        && !(low.equals(shown) && high.equals(shown))) {
      return shown + " (" + low + " to " + high + ")";
    }
    BigDecimal printed = new BigDecimal(shown.replaceAll("[^0-9.]", ""));
    BigDecimal error = error(figure.error() / unit, printed.scale());
    return error.compareTo(printed) < 0
        ? shown + text(" +/- %,." + Math.max(0, error.scale()) + "f", error) + suffix
        : shown;
  }

  /** As many decimals as the figure has, but no more than two digits, and no less than one. */
  private static BigDecimal error(double error, int decimals) {
    if (error < NOTHING) {
      return BigDecimal.ZERO;
    }
    int first = (int) Math.floor(Math.log10(error));
    int places = Math.max(-first, Math.min(1 - first, decimals));
    return BigDecimal.valueOf(error).setScale(places, RoundingMode.HALF_UP);
  }

  /** A ratio of two figures with its error: {@code 1.0213 +/- 0.0045}. */
  public static String ratio(Interval ratio) {
    return withError(ratio, each -> text("%.4f", each), 1, "");
  }

  /** A ratio with four decimals, never rounded up to 1. */
  public static String ratio(double ratio) {
    double shown = ratio < 1 ? Math.min(ratio, 0.9999) : ratio;
    return text("%.4f", shown);
  }

  /** A share in per cent: {@code 5.2 %}, {@code -22 %}. */
  public static String percent(double share) {
    double percent = 100 * share;
    return text(Math.abs(percent) < 10 ? "%.1f %%" : "%.0f %%", percent);
  }

  /** A certainty, never rounded up: {@code 98 % certain}, {@code more than 99.9 % certain}. */
  public static String certainty(double share) {
    double percent = Math.floor(1000 * share) / 10;
    return share >= Estimated.MOST_CERTAIN
        ? "more than 99.9 % certain"
        : text(
            percent < 99 ? "%.0f %% certain" : "%.1f %% certain",
            percent < 99 ? Math.floor(percent) : percent);
  }

  /** A period of time: {@code 12.5 s}, {@code 1:05:00}. */
  public static String time(Duration duration) {
    if (duration.compareTo(Duration.ofMinutes(2)) < 0) {
      return text("%.1f s", duration.toNanos() / NANOS_PER_SECOND);
    }
    return clock(duration);
  }

  /** Hours, minutes and seconds: {@code 1:05:00}, {@code 2:30}. */
  public static String clock(Duration duration) {
    return duration.toHours() > 0
        ? text(
            "%d:%02d:%02d", duration.toHours(), duration.toMinutesPart(), duration.toSecondsPart())
        : text("%d:%02d", duration.toMinutesPart(), duration.toSecondsPart());
  }

  private static String significant(double value) {
    return text("%." + decimals(value) + "f", value);
  }

  private static int decimals(double value) {
    return value >= 100 ? 0 : value >= 10 ? 1 : 2;
  }
}
