package dev.sluice.core.stats;

import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The statistics of one workload: its workers' own, and those of workers that have ended, added up
 * so that their memory is returned. Any thread; workers themselves never come here while they work.
 */
public final class WorkloadStats {

  private final Set<WorkerStats> workers = new LinkedHashSet<>();
  private final ErrorCauses errors = new ErrorCauses();
  private final WorkloadTotals endedTotals = new WorkloadTotals();
  private final long[] endedCounters = new long[WorkerStats.COUNTERS];
  private Counts lastCounts = Counts.ZERO;
  private WorkloadTotals lastTotals = new WorkloadTotals();

  /** Adds workers that are about to start. */
  public synchronized void join(List<WorkerStats> starting) {
    workers.addAll(starting);
  }

  public ErrorCauses errors() {
    return errors;
  }

  /** The counters of all workers that ever ran, as they stand. */
  public synchronized Counts counts() {
    long[] sums = endedCounters.clone();
    for (WorkerStats worker : workers) {
      worker.addCountersTo(sums);
    }
    return WorkerStats.countsOf(sums);
  }

  /**
   * What happened since this was last called.
   *
   * @param counts a reading of {@link #counts} just made. It is taken apart from the histograms,
   *     which take far longer to read, so that counts belong to one moment.
   */
  public synchronized Measures sinceLast(Counts counts) {
    WorkloadTotals totals = new WorkloadTotals();
    totals.add(endedTotals);
    for (WorkerStats worker : workers) {
      worker.addLatenciesTo(totals);
    }
    Measures interval = totals.since(lastTotals, counts.minus(lastCounts));
    lastTotals = totals;
    lastCounts = counts;
    letGoOfEnded();
    return interval;
  }

  private void letGoOfEnded() {
    for (Iterator<WorkerStats> each = workers.iterator(); each.hasNext(); ) {
      WorkerStats worker = each.next();
      if (worker.ended()) {
        worker.addCountersTo(endedCounters);
        worker.addLatenciesTo(endedTotals);
        each.remove();
      }
    }
  }
}
