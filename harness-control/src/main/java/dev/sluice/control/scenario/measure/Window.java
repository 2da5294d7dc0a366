package dev.sluice.control.scenario.measure;

import dev.sluice.core.result.Summary;
import dev.sluice.core.stats.Counts;
import dev.sluice.core.stats.DeliveryCounts;
import dev.sluice.core.stats.Latency;
import dev.sluice.core.stats.Measures;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What a workload did in some stretch of a run: what objectives are held against.
 *
 * @param measures what was done
 * @param asked what the rate asked for, 0 without one
 * @param lengthNanos how long it was
 * @param errors failures
 * @param delivery what the check of deliveries found, if there is one
 * @param recovery the longest recovery that was waited for, if any
 * @param observed what was observed beside the load
 */
public record Window(
    Measures measures,
    double asked,
    long lengthNanos,
    long errors,
    Optional<DeliveryCounts> delivery,
    Optional<Duration> recovery,
    ObservedFigures observed) {

  private static final double NANOS_PER_SECOND = 1e9;

  /** A window of the run. */
  public static Window of(
      IntervalSum window, Optional<Duration> recovery, ObservedFigures observed) {
    return new Window(
        window.measures(),
        window.asked(),
        window.lengthNanos(),
        window.measures().counts().errors(),
        window.delivery(),
        recovery,
        observed);
  }

  /** All of a run that was measured. */
  public static Window of(Summary.Workload workload, Optional<Duration> recovery) {
    return new Window(
        workload.measured(),
        workload.asked(),
        workload.measuredNanos(),
        workload.errors(),
        workload.delivery(),
        recovery,
        ObservedFigures.NONE);
  }

  /** Nothing but what was observed. */
  public static Window of(ObservedFigures observed) {
    return new Window(Measures.none(), 0, 0, 0, Optional.empty(), Optional.empty(), observed);
  }

  /** A figure; times in nanoseconds. Empty if it was not measured. */
  public OptionalDouble figure(Metric metric) {
    Counts counts = measures.counts();
    return switch (metric) {
      case P50 -> latency(50);
      case P90 -> latency(90);
      case P95 -> latency(95);
      case P99 -> latency(99);
      case P99_9 -> latency(99.9);
      case P99_99 -> latency(99.99);
      case MAX -> latency(100);
      case MEAN -> mean();
      case RECOVERY ->
          recovery.isPresent() ? count(recovery.get().toNanos()) : OptionalDouble.empty();
      case ACHIEVED ->
          OptionalDouble.of(lengthNanos == 0 ? 0 : counts.done() * NANOS_PER_SECOND / lengthNanos);
      case RATIO -> asked == 0 ? OptionalDouble.empty() : OptionalDouble.of(counts.done() / asked);
      case BACKLOG -> OptionalDouble.of(Math.max(0, asked - counts.done()));
      case GIVEN_UP -> count(counts.givenUp());
      case ERRORS -> count(errors);
      case IN_DOUBT -> count(counts.inDoubt());
      case ROLLED_BACK -> count(counts.rolledBack());
      case LOST -> delivered(delivery.map(DeliveryCounts::missing));
      case DUPLICATES -> delivered(delivery.map(DeliveryCounts::duplicates));
      case OUT_OF_ORDER -> delivered(delivery.map(DeliveryCounts::outOfOrder));
      case CORRUPT -> delivered(delivery.map(DeliveryCounts::corrupt));
    };
  }

  private static OptionalDouble count(long number) {
    return OptionalDouble.of((double) number);
  }

  private OptionalDouble latency(double percentile) {
    Latency latency = measures.headlineLatency();
    return latency.isEmpty() ? OptionalDouble.empty() : count(latency.atPercentile(percentile));
  }

  private OptionalDouble mean() {
    Latency latency = measures.headlineLatency();
    return latency.isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(latency.meanNanos());
  }

  private static OptionalDouble delivered(Optional<Long> count) {
    return count.isPresent() ? count(count.get()) : OptionalDouble.empty();
  }
}
