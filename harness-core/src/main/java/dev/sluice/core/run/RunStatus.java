package dev.sluice.core.run;

import java.util.List;

/**
 * How a run stands.
 *
 * @param id the run's id, may be empty
 * @param phase where it is in its life
 * @param sinceStartNanos time since the schedule started, 0 before
 * @param workloads its workloads
 */
public record RunStatus(
    String id, RunPhase phase, long sinceStartNanos, List<WorkloadStatus> workloads) {}
