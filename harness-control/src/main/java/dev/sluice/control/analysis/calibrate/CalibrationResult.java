package dev.sluice.control.analysis.calibrate;

import dev.sluice.core.result.Summary;
import dev.sluice.core.result.Verdict;
import dev.sluice.core.run.WorkloadSpec;
import dev.sluice.core.stats.Latency;
import java.util.List;

/**
 * The results of the harness on this host.
 *
 * @param threads workers
 * @param startNanos how long it took until all were up
 * @param measuredNanos how long was measured
 * @param targetPerSecond the target of all workers, 0 without one
 * @param achievedPerSecond what was done
 * @param ratio achieved over target; 1 without a target
 * @param cores processors busy on average
 * @param cpuNanosPerIteration processor time of the process per iteration
 * @param lateness from intended to actual start, nanoseconds; empty without a target
 * @param evennessPercent standard deviation of 100 ms windows from the target
 * @param busiestWindowRatio the busiest 100 ms window over the target
 * @param peakResidentBytes the most memory the process took, 0 if unknown
 * @param steps what live changes did
 * @param verdict whether the host kept up
 */
public record CalibrationResult(
    int threads,
    long startNanos,
    long measuredNanos,
    double targetPerSecond,
    double achievedPerSecond,
    double ratio,
    double cores,
    double cpuNanosPerIteration,
    Latency lateness,
    double evennessPercent,
    double busiestWindowRatio,
    long peakResidentBytes,
    List<StepResult> steps,
    Verdict verdict) {

  static CalibrationResult of(WorkloadSpec spec, Summary summary, Calibration.Observations seen) {
    Summary.Workload workload = summary.workloads().get(0);
    double target = spec.target().perWorker(spec.workers()) * spec.workers();
    return new CalibrationResult(
        spec.workers(),
        seen.startNanos(),
        summary.measuredNanos(),
        workload.targetPerSecond(),
        workload.achievedPerSecond(),
        workload.ratio(),
        summary.cpu().cores(),
        (double) summary.cpu().cpuNanos() / Math.max(1, workload.measured().counts().iterations()),
        workload.measured().lateness(),
        target == 0 ? 0 : seen.windows().deviationPercent(target),
        target == 0 ? 0 : seen.windows().busiestPerSecond() / target,
        seen.peakResidentBytes(),
        seen.steps(),
        workload.verdict());
  }
}
