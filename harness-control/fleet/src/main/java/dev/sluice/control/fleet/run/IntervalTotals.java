package dev.sluice.control.fleet.run;

import dev.sluice.control.format.RecordedInterval;
import dev.sluice.core.stats.Window;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;

/**
 * The intervals of one agent, added up in the order in which it made them. Agents tell it now and
 * then, so that a controller that follows needs no interval from before. Immutable.
 *
 * @param warmup those of the warm-up
 * @param measured those that count
 * @param mostLost the most workers of a workload without a connection at the end of a measured one
 * @param mostWorkers the most workers of a workload then
 */
public record IntervalTotals(
    Optional<RecordedInterval> warmup,
    Optional<RecordedInterval> measured,
    Map<String, Integer> mostLost,
    Map<String, Integer> mostWorkers) {

  static final IntervalTotals NOTHING =
      new IntervalTotals(Optional.empty(), Optional.empty(), Map.of(), Map.of());

  public IntervalTotals {
    mostLost = Map.copyOf(mostLost);
    mostWorkers = Map.copyOf(mostWorkers);
  }

  /** With the interval that followed. */
  IntervalTotals then(RecordedInterval next) {
    return next.snapshot().warmup()
        ? new IntervalTotals(both(warmup, next), measured, mostLost, mostWorkers)
        : new IntervalTotals(
            warmup,
            both(measured, next),
            most(mostLost, next, each -> each.end().connections().workersLost()),
            most(mostWorkers, next, window -> window.end().workers()));
  }

  private static Optional<RecordedInterval> both(
      Optional<RecordedInterval> before, RecordedInterval next) {
    return Optional.of(before.map(each -> each.then(next)).orElse(next));
  }

  private static Map<String, Integer> most(
      Map<String, Integer> before, RecordedInterval next, ToIntFunction<Window> of) {
    Map<String, Integer> most = new HashMap<>(before);
    for (Window each : next.snapshot().workloads()) {
      most.merge(each.name(), of.applyAsInt(each), Math::max);
    }
    return most;
  }

  /** The number of the last interval in it; 0 if there is none. */
  long number() {
    return Stream.concat(warmup.stream(), measured.stream())
        .mapToLong(each -> each.snapshot().number())
        .max()
        .orElse(0);
  }

  /** How all stood at the end of the last interval. */
  Optional<RecordedInterval> last() {
    return measured.or(() -> warmup);
  }

  static long nanos(Optional<RecordedInterval> of) {
    return of.map(each -> each.snapshot().lengthNanos()).orElse(0L);
  }

  /** What a workload did in an interval, if it has a part in it. */
  static Optional<Window> named(RecordedInterval of, String workload) {
    return of.snapshot().workloads().stream()
        .filter(each -> each.name().equals(workload))
        .findFirst();
  }
}
