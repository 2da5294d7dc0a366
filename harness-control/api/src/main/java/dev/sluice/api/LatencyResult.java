package dev.sluice.api;

import dev.sluice.api.Estimate.Unit;
import dev.sluice.core.stats.Latency;
import dev.sluice.core.text.Figures;
import dev.sluice.estimates.Batches.Times;
import dev.sluice.estimates.Estimated;
import dev.sluice.estimates.Interval;
import java.time.Duration;
import java.util.Map;
import java.util.function.DoubleFunction;
import java.util.function.Supplier;

/** How long something took, with errors. Percentiles are of all values, within 0.8 %. */
public final class LatencyResult {

  private final Latency all;
  private final DoubleFunction<Interval> percentiles;
  private final Supplier<Interval> mean;

  private LatencyResult(
      Latency all, DoubleFunction<Interval> percentiles, Supplier<Interval> mean) {
    this.all = all;
    this.percentiles = percentiles;
    this.mean = mean;
  }

  static LatencyResult of(Latency all, Times times) {
    return new LatencyResult(
        all, each -> times.percentile(each).interval(), () -> times.mean().interval());
  }

  /**
   * The latency of a step.
   *
   * @param known its figures of which the error is known, by their words
   */
  static LatencyResult of(Latency all, Map<String, Interval> known) {
    Interval unknown = Estimated.NOTHING.interval();
    return new LatencyResult(
        all,
        each -> known.getOrDefault(Latency.word(each), unknown),
        () -> known.getOrDefault("mean", unknown));
  }

  /** All values. */
  public Latency all() {
    return all;
  }

  /** How many values there are. */
  public long count() {
    return all.count();
  }

  /** Half of all took at most this long. */
  public Estimate p50() {
    return percentile(50);
  }

  /** 99 of 100 took at most this long. */
  public Estimate p99() {
    return percentile(99);
  }

  /** 999 of 1,000 took at most this long. */
  public Estimate p999() {
    return percentile(99.9);
  }

  /**
   * So many of 100 took at most this long.
   *
   * @param percent above 0, at most 100
   */
  public Estimate percentile(double percent) {
    return new Estimate(
        percentiles.apply(percent).around((double) all.atPercentile(percent)), Unit.NANOS);
  }

  /** The mean. */
  public Estimate mean() {
    return new Estimate(mean.get().around(all.meanNanos()), Unit.NANOS);
  }

  /** The longest. */
  public Duration max() {
    return Duration.ofNanos(all.maxNanos());
  }

  @Override
  public String toString() {
    return all.isEmpty()
        ? "no values"
        : "p50 %s, p99 %s, max %s".formatted(p50(), p99(), Figures.latency(all.maxNanos()));
  }
}
