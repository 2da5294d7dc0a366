package dev.sluice.control.measure;

import dev.sluice.core.result.Snapshot;
import dev.sluice.core.stats.Window;
import dev.sluice.estimates.Batches;

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

  /** The same in parts, from which errors are known. */
  public Batches batches() {
    return batches;
  }
}
