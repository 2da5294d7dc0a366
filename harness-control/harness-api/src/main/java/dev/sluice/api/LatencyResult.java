package dev.sluice.api;

import dev.sluice.api.Estimate.Unit;
import dev.sluice.core.stats.Latency;
import java.time.Duration;
import java.util.List;

/**
 * How long something took, with errors. Percentiles are of all values, within 0.8 %.
 *
 * @param all of the whole measured time
 * @param batches the same cut into batches of equal length, for errors
 */
public record LatencyResult(Latency all, List<Latency> batches) {

  /** Copies the batches. */
  public LatencyResult {
    batches = List.copyOf(batches);
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
    return Estimate.of(
        (double) all.atPercentile(percent),
        batches.stream()
            .filter(each -> !each.isEmpty())
            .map(each -> (double) each.atPercentile(percent))
            .toList(),
        Unit.NANOS);
  }

  /** The mean. */
  public Estimate mean() {
    return Estimate.of(
        all.meanNanos(),
        batches.stream().filter(each -> !each.isEmpty()).map(Latency::meanNanos).toList(),
        Unit.NANOS);
  }

  /** The longest. */
  public Duration max() {
    return Duration.ofNanos(all.maxNanos());
  }

  @Override
  public String toString() {
    return all.isEmpty()
        ? "no values"
        : "p50 %s, p99 %s, max %s".formatted(p50(), p99(), Text.time((double) all.maxNanos()));
  }
}
