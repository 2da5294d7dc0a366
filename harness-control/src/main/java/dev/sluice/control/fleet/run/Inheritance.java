package dev.sluice.control.fleet.run;

import java.util.Map;

/**
 * What another controller began, as agents still play it.
 *
 * @param task the text of its task
 * @param startNanos its common start, a reading of this process's clock
 * @param workloads by name
 */
public record Inheritance(String task, long startNanos, Map<String, Workload> workloads) {

  /**
   * One workload.
   *
   * @param planned the workers whose rates together are the total
   * @param perWorkerPerSecond the rate of each of them, 0 for as fast as possible
   * @param workers how many each agent has, by member
   */
  public record Workload(int planned, double perWorkerPerSecond, Map<String, Integer> workers) {}

  /** The scenario that agents play. */
  public String plan() {
    return FleetTask.parse(task).plan();
  }

  /** The name of the scenario. */
  public String name() {
    return FleetTask.parse(task).name();
  }
}
