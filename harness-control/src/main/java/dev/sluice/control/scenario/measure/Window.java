package dev.sluice.control.scenario.measure;

import dev.sluice.core.result.Snapshot;
import dev.sluice.core.result.Summary;
import dev.sluice.core.stats.Counter;
import dev.sluice.core.stats.DeliveryCounts;
import dev.sluice.core.stats.Latency;
import dev.sluice.core.stats.Measures;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The figures of a workload in a window of a run, for objectives.
 *
 * @param measures what was done
 * @param lengthNanos how long it was
 * @param errors failures
 * @param delivery what the check of deliveries found, if there is one
 * @param recovery the longest recovery that was waited for, if any
 * @param observed what was observed beside the load
 */
public record Window(
    Measures measures,
    long lengthNanos,
    long errors,
    Optional<DeliveryCounts> delivery,
    Optional<Duration> recovery,
    ObservedFigures observed) {

  /** A window of the run. */
  public static Window of(
      IntervalSum window, Optional<Duration> recovery, ObservedFigures observed) {
    return new Window(
        window.measures(),
        window.lengthNanos(),
        window.measures().counts().errors(),
        window.delivery(),
        recovery,
        observed);
  }

  /** An interval, or several. */
  public static Window of(Snapshot.Workload workload) {
    return new Window(
        workload.measures(),
        workload.lengthNanos(),
        workload.measures().counts().errors(),
        workload.delivery(),
        Optional.empty(),
        ObservedFigures.NONE);
  }

  /** All of a run that was measured. */
  public static Window of(Summary.Workload workload, Optional<Duration> recovery) {
    return new Window(
        workload.measured(),
        workload.measuredNanos(),
        workload.errors(),
        workload.delivery(),
        recovery,
        ObservedFigures.NONE);
  }

  /** Nothing but what was observed. */
  public static Window of(ObservedFigures observed) {
    return new Window(Measures.none(), 0, 0, Optional.empty(), Optional.empty(), observed);
  }

  /** Errors are those of the whole run, where it is one. */
  long count(Counter counter) {
    return counter == Counter.ERRORS ? errors : measures.counts().get(counter);
  }

  double achievedPerSecond() {
    return measures.achievedPerSecond(lengthNanos);
  }

  /** Achieved over target; empty without a target. */
  OptionalDouble ratio() {
    return measures.hadTarget()
        ? OptionalDouble.of(measures.counts().done() / measures.asked())
        : OptionalDouble.empty();
  }

  /** The target minus what was done. */
  double backlog() {
    return Math.max(0, measures.asked() - measures.counts().done());
  }

  /** In nanoseconds; empty if nothing was done. */
  OptionalDouble atPercentile(double percentile) {
    Latency latency = measures.headlineLatency();
    return latency.isEmpty()
        ? OptionalDouble.empty()
        : OptionalDouble.of((double) latency.atPercentile(percentile));
  }

  /** In nanoseconds; empty if nothing was done. */
  OptionalDouble mean() {
    Latency latency = measures.headlineLatency();
    return latency.isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(latency.meanNanos());
  }

  /** The longest; empty if none was waited for. */
  OptionalDouble recoveryNanos() {
    return recovery.isPresent()
        ? OptionalDouble.of((double) recovery.get().toNanos())
        : OptionalDouble.empty();
  }
}
