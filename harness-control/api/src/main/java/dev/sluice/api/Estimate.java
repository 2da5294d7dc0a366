package dev.sluice.api;

import dev.sluice.core.text.Figures;
import dev.sluice.estimates.Interval;
import java.time.Duration;

/**
 * A figure, and where its true value lies with a confidence of 95 %: the same ends as in {@code
 * run.json} and {@code steps.csv}. They take into account that what happens in one interval hangs
 * together with what happened in the one before.
 *
 * @param figure of all that was measured, in nanoseconds, iterations per second or as a ratio. Its
 *     error is unknown with fewer than ten intervals, fewer than ten values beyond a percentile, or
 *     a target that changed
 * @param unit what it counts
 */
public record Estimate(Interval figure, Unit unit) {

  /** What a figure counts. */
  public enum Unit {
    /** Nanoseconds. */
    NANOS,
    /** Iterations per second. */
    PER_SECOND,
    /** A number without a unit. */
    RATIO
  }

  /** The figure itself. */
  public double value() {
    return figure.value();
  }

  /** The lower end; NaN if the error is unknown. */
  public double low() {
    return figure.low();
  }

  /** The upper end; NaN if the error is unknown. */
  public double high() {
    return figure.high();
  }

  /** Whether the error is known. */
  public boolean hasError() {
    return figure.known();
  }

  /** The larger distance from the value to an end; NaN if the error is unknown. */
  public double error() {
    return figure.error();
  }

  /** Whether a value lies within the error. */
  public boolean isWithinError(double limit) {
    return figure.contains(limit);
  }

  /** The value, of a figure in nanoseconds. */
  public Duration duration() {
    if (unit != Unit.NANOS) {
      throw new IllegalStateException("not a time: " + this);
    }
    return Duration.ofNanos(Math.round(value()));
  }

  /** Such as {@code 12.1ms +/- 0.8ms}; both ends where one is a third farther away. */
  @Override
  public String toString() {
    return text(figure);
  }

  /** A value in the unit of this figure, such as {@code 12.1ms}. */
  public String text(double value) {
    return text(Interval.unknown(value, figure.level()));
  }

  private String text(Interval known) {
    return switch (unit) {
      case NANOS -> Figures.latency(known);
      case PER_SECOND -> Figures.rate(known);
      case RATIO -> Figures.ratio(known);
    };
  }
}
