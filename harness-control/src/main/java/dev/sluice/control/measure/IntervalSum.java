package dev.sluice.control.measure;

import dev.sluice.core.pacing.Cause;
import dev.sluice.core.result.Snapshot;
import dev.sluice.core.result.Verdict;
import dev.sluice.core.stats.Counts;
import dev.sluice.core.stats.Window;
import dev.sluice.core.text.Figures;
import dev.sluice.estimates.Batches;
import java.util.Optional;
import java.util.stream.Stream;

/** One workload over some intervals, added up. For one thread. */
public final class IntervalSum {

  private final Batches batches = new Batches();
  private Window sum;

  /**
   * @param workload which one of the snapshots'
   */
  public IntervalSum(String workload) {
    this.sum = Window.none(workload);
  }

  /** Adds an interval. */
  public void add(Snapshot snapshot) {
    for (Window each : snapshot.workloads()) {
      if (each.name().equals(sum.name())) {
        sum = sum.then(each);
        batches.add(each.batch());
      }
    }
  }

  /** All of them; what stands, as it stood last. */
  public Window sum() {
    return sum;
  }

  /**
   * What the harness itself did to the figures that missed an objective, if that was most of it:
   * then they say little about the broker. A latency that is known is judged by its own lateness,
   * and a rate that would miss it with all of that, too, is judged.
   */
  public Optional<String> harnessPart(Objective missed, Judged judged) {
    boolean ofRate =
        missed.figure() instanceof Metric metric
            && (metric.isLatency()
                ? missed.value(judged).stream().anyMatch(Double::isInfinite)
                : metric.isOfRate());
    if (!ofRate) {
      return Optional.empty();
    }
    long own = missing(Cause.HARNESS);
    long all = Stream.of(Cause.values()).mapToLong(this::missing).sum();
    double part = (double) own / Math.max(1, sum.counts().due());
    if (2 * own > all && !missed.isMissedBeyond(judged, part)) {
      return Optional.of(
          Verdict.Kind.HARNESS_LIMITED.label()
              + ": "
              + Figures.percent((double) own / all)
              + " of the missing iterations");
    }
    return Optional.empty();
  }

  private long missing(Cause cause) {
    Counts counts = sum.counts();
    long settled =
        cause == Cause.FAILURES ? counts.failed() + counts.inDoubt() + counts.rolledBack() : 0;
    return settled + counts.dropped(cause) + sum.unfinished().missing(cause);
  }

  /** The same in parts, from which errors are known. */
  public Batches batches() {
    return batches;
  }
}
