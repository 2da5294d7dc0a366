package dev.sluice.control.sink.console;

import static dev.sluice.core.time.Nanos.NANOS_PER_MICRO;
import static dev.sluice.core.time.Nanos.NANOS_PER_MILLI;
import static dev.sluice.core.time.Nanos.NANOS_PER_SECOND;

import dev.sluice.core.stats.Counter;
import dev.sluice.core.stats.Counts;
import dev.sluice.core.stats.DeliveryCounts;
import dev.sluice.core.stats.Figure;
import dev.sluice.estimates.Estimated;
import dev.sluice.estimates.Interval;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.stream.Collectors;

/** How figures are written, in every locale the same. */
public final class Figures {

  /** What sums of floating-point numbers leave of nothing. */
  private static final double NOTHING = 1e-6;

  private Figures() {}

  /** A text with figures in it, by the rules of {@link java.util.Formatter}. */
  public static String text(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }

  /** A rate with one decimal: {@code 20,699.8}. */
  public static String rate(double perSecond) {
    return text("%,.1f", perSecond);
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
    if (nanos < NANOS_PER_MILLI) {
      return significant(nanos / NANOS_PER_MICRO) + "\u00b5s";
    }
    return nanos < NANOS_PER_SECOND
        ? significant(nanos / NANOS_PER_MILLI) + "ms"
        : significant(nanos / NANOS_PER_SECOND) + "s";
  }

  /**
   * The error of a rate, to stand behind it: {@code 0.8}, or 0.003 if it is small, or 1,234; empty
   * if it is unknown.
   */
  public static String rateError(Interval perSecond) {
    return error(perSecond, 1, 1);
  }

  /** The error of a latency in nanoseconds, in the unit in which {@link #latency} shows that. */
  public static String latencyError(Interval nanos) {
    double value = nanos.value();
    double unit =
        value < NANOS_PER_MILLI
            ? NANOS_PER_MICRO
            : value < NANOS_PER_SECOND ? NANOS_PER_MILLI : NANOS_PER_SECOND;
    return error(nanos, unit, decimals(value / unit));
  }

  /** An error behind its figure: {@code +/- 0.8}, or nothing. */
  public static String plusMinus(String error) {
    return error.isEmpty() ? "" : " +/- " + error;
  }

  /** As many decimals as the figure has, but no more than two digits, and no less than one. */
  private static String error(Interval figure, double unit, int decimals) {
    double error = figure.error() / unit;
    if (!figure.known() || figure.relativeError() >= 1) {
      return ""; // an error as large as the figure says nothing of it
    }
    if (error < NOTHING) {
      return "0";
    }
    int first = (int) Math.floor(Math.log10(error));
    return text("%,." + Math.max(0, Math.max(-first, Math.min(1 - first, decimals))) + "f", error);
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

  /**
   * The counts and the findings of a check of deliveries that are 0 in most runs, where they are
   * not.
   */
  public static String rare(
      Counts counts, Optional<DeliveryCounts> delivery, BiFunction<Figure, Long, String> words) {
    Map<Figure, Long> figures = new LinkedHashMap<>();
    for (Counter counter : Counter.reaching(Counter.Reach.LINES)) {
      figures.put(counter, counts.get(counter));
    }
    delivery.ifPresent(
        found -> found.findings().forEach(each -> figures.put(each, found.get(each))));
    return figures.entrySet().stream()
        .filter(each -> each.getValue() != 0)
        .map(each -> words.apply(each.getKey(), each.getValue()))
        .collect(Collectors.joining());
  }
}
