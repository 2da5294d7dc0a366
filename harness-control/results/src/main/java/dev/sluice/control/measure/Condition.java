package dev.sluice.control.measure;

import static dev.sluice.core.time.Nanos.NANOS_PER_SECOND;

import dev.sluice.core.stats.Latency;
import dev.sluice.core.stats.Window;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.function.BiPredicate;
import java.util.stream.Stream;

/** Conditions that a scenario can wait for; each looks at one workload in one interval. */
public enum Condition {
  /** Achieved is target. */
  REACHED(Condition::reached),

  /** Achieved stays below target. */
  SATURATED((workload, limits) -> ratio(workload, limits, 0) < limits.ratio()),

  /** All workers are connected, and achieved is target again. */
  RECOVERED((workload, limits) -> connected(workload) && reached(workload, limits)),

  /** There is nothing to do any more. */
  DRAINED((workload, limits) -> workload.counts().iterations() == 0),

  /** All workers are connected. */
  RECONNECTED((workload, limits) -> connected(workload)),

  /** All workers are connected, and evenly spread. */
  BALANCED(
      (workload, limits) -> {
        List<Integer> counts =
            workload.end().connections().byPeer().values().stream()
                .filter(n -> n > 0)
                .sorted()
                .toList();
        return connected(workload)
            && !counts.isEmpty()
            && (limits.queueManagers() == 0 || counts.size() == limits.queueManagers())
            && counts.get(counts.size() - 1) - counts.get(0) <= limits.spread();
      });

  /** More than this share of what is due is not just under way. */
  private static final double MAX_UNDER_WAY = 0.002;

  /**
   * Where the line is drawn.
   *
   * @param ratio achieved over target
   * @param queueManagers over how many of them connections must be spread, 0 = those there are
   * @param spread how many more connections one may have than another
   * @param basePerSecond what achieved is compared with, empty for the target
   */
  public record Limits(double ratio, int queueManagers, int spread, OptionalDouble basePerSecond) {

    /** The same, compared with a rate that was achieved before. */
    public Limits of(double perSecond) {
      return new Limits(ratio, queueManagers, spread, OptionalDouble.of(perSecond));
    }
  }

  @SuppressWarnings("ImmutableEnumChecker") // the predicates keep no state
  private final BiPredicate<Window, Limits> predicate;

  Condition(BiPredicate<Window, Limits> predicate) {
    this.predicate = predicate;
  }

  public boolean holds(Window workload, Limits limits) {
    return predicate.test(workload, limits);
  }

  /** As it is written. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** How a condition is written. */
  public static List<String> words() {
    return Stream.of(values()).map(Condition::word).toList();
  }

  /** Whether the time it took is a figure of the broker's, counted from what was done to it. */
  public boolean isTimedFromDisturbance() {
    return this == RECOVERED || this == RECONNECTED || this == BALANCED;
  }

  /** Whether it is only about workloads with a target rate. */
  public boolean needsTarget() {
    return this == REACHED || this == SATURATED || this == RECOVERED;
  }

  private static boolean reached(Window workload, Limits limits) {
    return ratio(workload, limits, slack(workload)) >= limits.ratio();
  }

  private static boolean connected(Window workload) {
    return workload.end().workersUp() == workload.end().workers() && workload.end().workersUp() > 0;
  }

  /** How many may be under way at the end of an interval without being missing. */
  private static double slack(Window workload) {
    Latency service = workload.service();
    double busy = service.count() * service.meanNanos() / Math.max(1, workload.lengthNanos());
    return 1
        + Math.min(busy, MAX_UNDER_WAY * workload.asked()); // all are busy when it is saturated
  }

  /** Achieved over target, or over what was achieved before. */
  private static double ratio(Window workload, Limits limits, double slack) {
    double done = workload.counts().done() + slack;
    double due =
        limits.basePerSecond().isPresent()
            ? limits.basePerSecond().getAsDouble() * workload.lengthNanos() / NANOS_PER_SECOND
            : workload.asked();
    return due == 0 ? 1 : done / due;
  }
}
