package dev.sluice.core.result;

import dev.sluice.estimates.Batches;
import java.util.HashMap;
import java.util.Map;

/**
 * The batches of each workload of a run, the warm-up left out. One thread, until nothing is added
 * any more.
 */
public final class RunBatches {

  private final Map<String, Batches> byWorkload = new HashMap<>();
  private long warmupNanos;

  /** The next interval. */
  public void add(Snapshot interval) {
    if (interval.warmup()) {
      warmupNanos += interval.lengthNanos();
    } else {
      interval
          .workloads()
          .forEach(
              each ->
                  byWorkload.computeIfAbsent(each.name(), name -> new Batches()).add(each.batch()));
    }
  }

  /** Leaves out what proved to be a warm-up of this length when the run had ended. */
  public void warmedUp(long nanos) {
    byWorkload.replaceAll((name, each) -> each.after(nanos - warmupNanos));
    warmupNanos = nanos;
  }

  /** Those of a workload; none if no interval has it. */
  public Batches of(String workload) {
    return byWorkload.getOrDefault(workload, new Batches());
  }
}
