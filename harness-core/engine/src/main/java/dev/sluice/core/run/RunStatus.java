package dev.sluice.core.run;

import dev.sluice.core.stats.Connections;
import dev.sluice.core.stats.Counts;
import dev.sluice.core.stats.DeliveryCounts;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The status of a run.
 *
 * @param id the run's id, may be empty
 * @param phase where it is in its life
 * @param sinceStartNanos time since the schedule started, 0 before
 * @param workloads its workloads
 * @param undoable the last change, if it can be undone
 */
public record RunStatus(
    String id,
    RunPhase phase,
    long sinceStartNanos,
    List<WorkloadStatus> workloads,
    Optional<Change> undoable) {

  /** A status without an undoable change. */
  public RunStatus(
      String id, RunPhase phase, long sinceStartNanos, List<WorkloadStatus> workloads) {
    this(id, phase, sinceStartNanos, workloads, Optional.empty());
  }

  /** Where a run is in its life. */
  public enum RunPhase {
    CONNECTING,
    WARMUP,
    RUNNING,
    STOPPING,
    ENDED
  }

  /**
   * The status of a workload.
   *
   * @param name the workload
   * @param target its target, from now on
   * @param workersUp workers with an open connection
   * @param workers workers that have not ended
   * @param counts what was counted since the run started
   * @param connections how its connections stand
   * @param errorsByCause failures since the run started
   * @param delivery what the check of its deliveries found since the run started, if there is one
   */
  public record WorkloadStatus(
      String name,
      TargetState target,
      int workersUp,
      int workers,
      Counts counts,
      Connections connections,
      Map<String, Long> errorsByCause,
      Optional<DeliveryCounts> delivery) {

    /** Iterations since the run started. */
    public long iterations() {
      return counts.iterations();
    }
  }
}
