package dev.sluice.core.run;

import java.time.Duration;
import java.util.List;

/**
 * A run.
 *
 * @param id names the process in reports and replies, may be empty
 * @param workloads what runs; at the end those that drain are stopped after all others, otherwise
 *     in this order
 * @param duration from the moment all workers are up, also where those that were up earlier have
 *     begun earlier; zero = until stopped
 * @param warmup the first part, which is left out of the summary
 * @param interval one statistics period
 * @param stopTimeout how long to wait for workers to end
 */
public record RunSpec(
    String id,
    List<WorkloadSpec> workloads,
    Duration duration,
    Duration warmup,
    Duration interval,
    Duration stopTimeout) {

  public RunSpec {
    workloads = List.copyOf(workloads);
  }

  /** How many workers all workloads start with. */
  public int workers() {
    return workloads.stream().mapToInt(WorkloadSpec::workers).sum();
  }
}
