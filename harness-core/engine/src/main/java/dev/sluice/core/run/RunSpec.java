package dev.sluice.core.run;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The description of a run: its workloads, how long it lasts, and how often it is measured.
 *
 * @param id names the process in reports and replies, may be empty
 * @param workloads end in this order, those that drain after all others
 * @param duration from the moment when all workers are up, even if some began earlier; zero: until
 *     somebody stops it
 * @param warmup the first part, which the summary leaves out
 * @param interval between two readings of the figures
 * @param stopTimeout how long workers may take to end
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

  /**
   * How long it goes on; empty if it goes on until somebody stops it.
   *
   * @param sinceStartNanos how long its schedule has been running, below 0 before
   */
  public Optional<Duration> left(long sinceStartNanos) {
    Duration left = duration.minusNanos(Math.max(0, sinceStartNanos));
    return duration.isZero()
        ? Optional.empty()
        : Optional.of(left.isNegative() ? Duration.ZERO : left);
  }

  /** How many workers all workloads start with. */
  public int workers() {
    return workloads.stream().mapToInt(WorkloadSpec::workers).sum();
  }
}
