package dev.sluice.control.recorded;

import dev.sluice.control.format.RecordedInterval;
import dev.sluice.core.result.Snapshot;
import dev.sluice.core.stats.Counts;
import dev.sluice.core.stats.Window;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Adds up the intervals of a run: histograms are added, the warm-up is left out. One thread. */
public final class RunTotals {

  private final Map<String, WorkloadTotal> totals = new LinkedHashMap<>();
  private double cpuCoreNanos;
  private long measuredNanos;
  private long intervals;
  private long missing;
  private long lastNumber;

  /** Adds the next interval. */
  public void add(RecordedInterval interval) {
    Snapshot snapshot = interval.snapshot();
    intervals++;
    missing += Math.max(0, snapshot.number() - lastNumber - 1);
    lastNumber = snapshot.number();
    if (!snapshot.warmup()) {
      measuredNanos += snapshot.lengthNanos();
      cpuCoreNanos += interval.cpuCores() * snapshot.lengthNanos();
    }
    for (Window workload : snapshot.workloads()) {
      totals.merge(workload.name(), total(workload, snapshot.warmup()), WorkloadTotal::then);
    }
  }

  /** Each workload, in the order in which they came. */
  public List<WorkloadTotal> workloads() {
    return List.copyOf(totals.values());
  }

  /** How many there were. */
  public long intervals() {
    return intervals;
  }

  /** How many are missing, by their numbers. */
  public long missing() {
    return missing;
  }

  /** How long was measured. */
  public long measuredNanos() {
    return measuredNanos;
  }

  /** How many processors the harness kept busy on average while it was measured. */
  public double cpuCores() {
    return measuredNanos == 0 ? 0 : cpuCoreNanos / measuredNanos;
  }

  private static WorkloadTotal total(Window workload, boolean warmup) {
    return new WorkloadTotal(warmup ? workload.unmeasured() : workload, workload.counts());
  }

  /**
   * A workload over a whole run.
   *
   * @param sum all intervals that were measured, the warm-up left out; what stands, as it stood
   *     last
   * @param whole what was counted since the start, the warm-up included
   */
  public record WorkloadTotal(Window sum, Counts whole) {

    public String name() {
      return sum.name();
    }

    /** This and what came later. */
    WorkloadTotal then(WorkloadTotal later) {
      return new WorkloadTotal(sum.then(later.sum), whole.plus(later.whole));
    }

    /** The account of all that was due since the start. */
    public Window wholeAccount() {
      return sum.counting(whole);
    }
  }
}
