package dev.sluice.api;

import dev.sluice.core.text.Figures;
import dev.sluice.estimates.Estimated;
import dev.sluice.estimates.Interval;
import java.time.Duration;

/**
 * A figure, and where its true value lies with a confidence of 95 %: the same ends as in {@code
 * run.json} and {@code steps.csv}. They take into account that what happens in one interval hangs
 * together with what happened in the one before.
 *
 * @param value the figure, of all that was measured: nanoseconds, iterations per second or a ratio
 * @param low the lower end; NaN if the error is unknown, as with fewer than ten intervals, fewer
 *     than ten values beyond a percentile, or a target that changed
 * @param high the upper end
 * @param unit what they count
 */
public record Estimate(double value, double low, double high, Unit unit) {

  /** What a figure counts. */
  public enum Unit {
    /** Nanoseconds. */
    NANOS,
    /** Iterations per second. */
    PER_SECOND,
    /** A number without a unit. */
    RATIO
  }

  static Estimate of(double value, Interval known, Unit unit) {
    return new Estimate(value, known.low(), known.high(), unit);
  }

  /** Whether the error is known. */
  public boolean hasError() {
    return low <= high;
  }

  /** The larger distance from the value to an end; NaN if the error is unknown. */
  public double error() {
    return Math.max(high - value, value - low);
  }

  /** Whether a value lies within the error. */
  public boolean isWithinError(double limit) {
    return low <= limit && limit <= high;
  }

  /** The value, of a figure in nanoseconds. */
  public Duration duration() {
    if (unit != Unit.NANOS) {
      throw new IllegalStateException("not a time: " + this);
    }
    return Duration.ofNanos(Math.round(value));
  }

  /** Such as {@code 12.1ms +/- 0.8ms}; both ends where one is a third farther away. */
  @Override
  public String toString() {
    return text(new Interval(value, low, high, Estimated.LEVEL, 0));
  }

  /** A value in the unit of this figure, such as {@code 12.1ms}. */
  public String text(double figure) {
    return text(Interval.unknown(figure, Estimated.LEVEL));
  }

  private String text(Interval figure) {
    return switch (unit) {
      case NANOS -> Figures.latency(figure);
      case PER_SECOND -> Figures.rate(figure);
      case RATIO -> Figures.ratio(figure);
    };
  }
}
