package dev.sluice.control.measure;

import static dev.sluice.core.time.Nanos.NANOS_PER_SECOND;

import dev.sluice.core.result.Snapshot;
import dev.sluice.core.stats.Latency;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/** Conditions that a scenario can wait for; each looks at one workload in one interval. */
public enum Condition {
  /** Achieved is target. */
  REACHED {
    @Override
    public boolean holds(Snapshot.Workload workload, Limits limits) {
      return ratio(workload, limits, slack(workload)) >= limits.ratio();
    }
  },

  /** Achieved stays below target. */
  SATURATED {
    @Override
    public boolean holds(Snapshot.Workload workload, Limits limits) {
      return ratio(workload, limits, 0) < limits.ratio();
    }
  },

  /** All workers are connected, and achieved is target again. */
  RECOVERED {
    @Override
    public boolean holds(Snapshot.Workload workload, Limits limits) {
      return RECONNECTED.holds(workload, limits) && REACHED.holds(workload, limits);
    }
  },

  /** There is nothing to do any more. */
  DRAINED {
    @Override
    public boolean holds(Snapshot.Workload workload, Limits limits) {
      return workload.measures().counts().iterations() == 0;
    }
  },

  /** All workers are connected. */
  RECONNECTED {
    @Override
    public boolean holds(Snapshot.Workload workload, Limits limits) {
      return workload.workersUp() == workload.workers() && workload.workersUp() > 0;
    }
  },

  /** All workers are connected, and evenly spread. */
  BALANCED {
    @Override
    public boolean holds(Snapshot.Workload workload, Limits limits) {
      List<Integer> counts =
          workload.connections().byPeer().values().stream().filter(n -> n > 0).sorted().toList();
      return RECONNECTED.holds(workload, limits)
          && !counts.isEmpty()
          && (limits.queueManagers() == 0 || counts.size() == limits.queueManagers())
          && counts.get(counts.size() - 1) - counts.get(0) <= limits.spread();
    }
  };

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

  public abstract boolean holds(Snapshot.Workload workload, Limits limits);

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

  /** How many may be under way at the end of an interval without being missing. */
  private static double slack(Snapshot.Workload workload) {
    Latency service = workload.measures().service();
    double busy = service.count() * service.meanNanos() / Math.max(1, workload.lengthNanos());
    return 1
        + Math.min(busy, MAX_UNDER_WAY * workload.asked()); // all are busy when it is saturated
  }

  /** Achieved over target, or over what was achieved before. */
  private static double ratio(Snapshot.Workload workload, Limits limits, double slack) {
    double done = workload.measures().counts().done() + slack;
    double due =
        limits.basePerSecond().isPresent()
            ? limits.basePerSecond().getAsDouble() * workload.lengthNanos() / NANOS_PER_SECOND
            : workload.asked();
    return due == 0 ? 1 : done / due;
  }
}
