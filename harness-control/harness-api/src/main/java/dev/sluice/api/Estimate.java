package dev.sluice.api;

import java.time.Duration;
import java.util.List;
import java.util.Locale;

/**
 * A figure with its error, by batch means: the measured time is cut into batches of equal length,
 * and the spread of the figure from batch to batch gives the half width of its 95 % confidence
 * interval. Batches of seconds bear the autocorrelation of latencies that single values do not.
 *
 * @param value the figure, of all that was measured: nanoseconds, iterations per second or a ratio
 * @param error half the width of the 95 % confidence interval; NaN with fewer than {@link
 *     #MIN_BATCHES} batches
 * @param batches how many there were
 * @param unit what value and error count
 */
public record Estimate(double value, double error, int batches, Unit unit) {

  /** Fewer batches say too little about their spread. */
  public static final int MIN_BATCHES = 5;

  private static final double Z_95 = 1.959963984540054;

  /** What a figure counts. */
  public enum Unit {
    /** Nanoseconds. */
    NANOS,
    /** Iterations per second. */
    PER_SECOND,
    /** A number without a unit. */
    RATIO
  }

  /**
   * A figure and its spread.
   *
   * @param value of all batches together
   * @param ofBatches of each batch
   */
  static Estimate of(double value, List<Double> ofBatches, Unit unit) {
    int count = ofBatches.size();
    if (count < MIN_BATCHES) {
      return new Estimate(value, Double.NaN, count, unit);
    }
    double mean = ofBatches.stream().mapToDouble(each -> each).average().orElseThrow();
    double squares =
        ofBatches.stream().mapToDouble(each -> (each - mean) * (each - mean)).sum() / (count - 1);
    return new Estimate(value, studentT(count - 1) * Math.sqrt(squares / count), count, unit);
  }

  /**
   * The two-sided 95 % quantile of Student's t distribution, by Hill's expansion around the normal
   * quantile (Abramowitz and Stegun 26.7.5); exact to 0.3 % from 4 degrees of freedom on.
   */
  static double studentT(int freedom) {
    double z = Z_95;
    double z2 = z * z;
    double n = freedom;
    return z
        + z * (z2 + 1) / (4 * n)
        + z * (5 * z2 * z2 + 16 * z2 + 3) / (96 * n * n)
        + z * (3 * z2 * z2 * z2 + 19 * z2 * z2 + 17 * z2 - 15) / (384 * n * n * n);
  }

  /** Whether the error is known. */
  public boolean hasError() {
    return !Double.isNaN(error);
  }

  /** The value, of a figure in nanoseconds. */
  public Duration duration() {
    if (unit != Unit.NANOS) {
      throw new IllegalStateException("not a time: " + this);
    }
    return Duration.ofNanos(Math.round(value));
  }

  /** Such as {@code 12.1ms +/- 0.8ms}. */
  @Override
  public String toString() {
    return text(value) + (hasError() ? " +/- " + text(error) : " (error unknown)");
  }

  private String text(double figure) {
    return switch (unit) {
      case NANOS -> Text.time(figure);
      case PER_SECOND -> Text.number(figure) + "/s";
      case RATIO -> String.format(Locale.ROOT, "%.4f", figure);
    };
  }
}
