package dev.sluice.api;

import dev.sluice.core.result.Hindrance;
import dev.sluice.core.result.Summary;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The outcome of a run.
 *
 * @param summary as the engine tells it
 * @param workloads each workload, in the order in which they were described
 * @param recording all that was told of the run, for outputs that are made afterwards
 */
public record RunResult(Summary summary, List<WorkloadResult> workloads, Recording recording) {

  /** Copies the list. */
  public RunResult {
    workloads = List.copyOf(workloads);
  }

  /** How long was measured, without warm-up and end. */
  public Duration measured() {
    return Duration.ofNanos(summary.measuredNanos());
  }

  /** The workload that the run was started by. */
  public WorkloadResult main() {
    return workloads.get(0);
  }

  /**
   * The workload of a name.
   *
   * @throws IllegalArgumentException if there is none
   */
  public WorkloadResult workload(String name) {
    Optional<WorkloadResult> found =
        workloads.stream().filter(each -> each.name().equals(name)).findFirst();
    return found.orElseThrow(
        () ->
            new IllegalArgumentException(
                "no workload '%s'; there is %s"
                    .formatted(
                        name,
                        workloads.stream()
                            .map(WorkloadResult::name)
                            .collect(Collectors.joining(", ")))));
  }

  /**
   * Whether no iteration failed, every connection came back, every checked message arrived once and
   * as it was sent, and the harness itself had no failure.
   */
  public boolean clean() {
    return summary.clean();
  }

  /**
   * Says if the harness itself stood still for so much of what was measured that its figures say
   * nothing about the broker.
   */
  public Optional<String> stoodStill() {
    long from = summary.warmupNanos();
    return Hindrance.stoodStill(
        recording.hindrances().stream(), from, from + summary.measuredNanos());
  }

  @Override
  public String toString() {
    return workloads.stream().map(WorkloadResult::toString).collect(Collectors.joining("\n"));
  }
}
