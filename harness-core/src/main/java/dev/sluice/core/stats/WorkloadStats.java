package dev.sluice.core.stats;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The statistics of one workload: its workers' own, and those of workers that have ended, added up
 * so that their memory is returned.
 *
 * <p>{@link #join} and {@link #leave} are for any thread, {@link #sinceLast} is for the reporter's.
 */
public final class WorkloadStats {

  private final Set<WorkerStats> workers = new LinkedHashSet<>(); // guarded by this
  private final WorkloadTotals ended = new WorkloadTotals(); // guarded by this
  private final ErrorCauses errors = new ErrorCauses();
  private WorkloadTotals last = new WorkloadTotals(); // guarded by this

  /** Adds workers that are about to start. */
  public synchronized void join(List<WorkerStats> starting) {
    workers.addAll(starting);
  }

  /** Takes over what a worker counted; it must have ended. */
  public synchronized void leave(WorkerStats worker) {
    if (workers.remove(worker)) {
      ended.add(worker);
    }
  }

  public ErrorCauses errors() {
    return errors;
  }

  /** Iterations so far, of all workers that ever ran. Any thread. */
  public synchronized long iterations() {
    long sum = ended.counts().iterations();
    for (WorkerStats worker : workers) {
      sum += worker.iterations();
    }
    return sum;
  }

  /** What happened since this was last called. */
  public synchronized Measures sinceLast() {
    WorkloadTotals now = new WorkloadTotals();
    now.add(ended);
    workers.forEach(now::add);
    Measures interval = now.since(last);
    last = now;
    return interval;
  }
}
