package dev.sluice.core.stats;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The statistics of one workload: its workers' own, and those of workers that have ended, added up
 * so that their memory is returned. Any thread; workers themselves never come here while they work.
 */
public final class WorkloadStats {

  private final boolean perWorker;
  private final Set<WorkerStats> workers = new LinkedHashSet<>();
  private final List<WorkerMeter> meters = new ArrayList<>(); // if per worker
  private final ErrorCauses errors = new ErrorCauses();
  private final WorkloadTotals endedTotals = new WorkloadTotals();
  private final long[] endedCounters = new long[WorkerStats.COUNTERS];
  private Counts lastCounts = Counts.ZERO;
  private WorkloadTotals lastTotals = new WorkloadTotals();

  /**
   * @param perWorker whether {@link #readings} will be asked for
   */
  public WorkloadStats(boolean perWorker) {
    this.perWorker = perWorker;
  }

  /** Adds a worker that is about to start. */
  public synchronized void join(String name, WorkerStats starting) {
    workers.add(starting);
    if (perWorker) {
      meters.add(new WorkerMeter(name, starting));
    }
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

  /**
   * What each worker did since this was last called, in the order in which they joined; none unless
   * they are read one by one. Each is read at a moment of its own, so that their sum may be ahead
   * of {@link #counts} by what was done meanwhile.
   *
   * @param fromNanos when this was last called, or when the schedule started
   */
  public synchronized List<WorkerReading> readings(long fromNanos, long nowNanos) {
    List<WorkerReading> readings =
        meters.stream().map(meter -> meter.read(fromNanos, nowNanos)).toList();
    meters.removeIf(WorkerMeter::complete);
    return readings;
  }

  /** The iterations so far of each worker that {@link #readings} has more to tell of. */
  public synchronized Map<String, Long> iterationsByWorker() {
    return meters.stream().collect(Collectors.toMap(WorkerMeter::name, WorkerMeter::iterations));
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
