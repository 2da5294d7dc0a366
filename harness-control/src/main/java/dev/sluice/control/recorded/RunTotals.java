package dev.sluice.control.recorded;

import dev.sluice.core.result.Snapshot;
import dev.sluice.core.result.Totals;
import dev.sluice.core.stats.Counts;
import dev.sluice.core.stats.Window;
import java.util.List;
import java.util.stream.Stream;

/** Adds up the intervals of a run as it was recorded. One thread. */
public final class RunTotals {

  private Totals totals = Totals.NOTHING;
  private long intervals;
  private long missing;

  /** Adds the next interval. */
  public void add(Snapshot snapshot) {
    intervals++;
    missing += Math.max(0, snapshot.number() - totals.number() - 1);
    totals = totals.then(snapshot);
  }

  /** Each workload, in the order in which they came. */
  public List<WorkloadTotal> workloads() {
    return Stream.concat(totals.warmup().stream(), totals.measured().stream())
        .flatMap(each -> each.workloads().stream().map(Window::name))
        .distinct()
        .map(totals::of)
        .map(each -> new WorkloadTotal(each.sum(), each.whole().counts()))
        .toList();
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
    return totals.measuredNanos();
  }

  /** How many processors the harness kept busy on average while it was measured. */
  public double cpuCores() {
    return totals.measured().map(Snapshot::cpuCores).orElse(0.0);
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

    /** The account of all that was due since the start. */
    public Window wholeAccount() {
      return sum.counting(whole);
    }
  }
}
