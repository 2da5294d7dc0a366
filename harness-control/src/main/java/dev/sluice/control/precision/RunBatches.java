package dev.sluice.control.precision;

import dev.sluice.core.result.Snapshot;
import java.util.HashMap;
import java.util.Map;

/** The batches of each workload of a run, the warm-up left out. One thread. */
public final class RunBatches {

  private final Map<String, Batches> byWorkload = new HashMap<>();

  /** The next interval. */
  public void add(Snapshot interval) {
    if (!interval.warmup()) {
      interval
          .workloads()
          .forEach(
              each -> byWorkload.computeIfAbsent(each.name(), name -> new Batches()).add(each));
    }
  }

  /** Those of a workload; none if no interval has it. */
  public Batches of(String workload) {
    return byWorkload.getOrDefault(workload, new Batches());
  }
}
