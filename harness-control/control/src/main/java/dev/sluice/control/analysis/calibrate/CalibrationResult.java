package dev.sluice.control.analysis.calibrate;

import dev.sluice.core.result.Summary;
import dev.sluice.core.run.WorkloadSpec;

/**
 * The results of the harness on this host.
 *
 * @param spec what was run
 * @param summary what it did
 * @param seen what was read from outside
 */
public record CalibrationResult(WorkloadSpec spec, Summary summary, Calibration.Observations seen) {

  Summary.Workload workload() {
    return summary.workloads().get(0);
  }

  double cpuNanosPerIteration() {
    return (double) summary.cpu().cpuNanos()
        / Math.max(1, workload().measured().counts().iterations());
  }

  /** The standard deviation of 100 ms windows from the target. */
  double evennessPercent() {
    return target() == 0 ? 0 : seen.windows().deviationPercent(target());
  }

  /** The busiest 100 ms window over the target. */
  double busiestWindowRatio() {
    return target() == 0 ? 0 : seen.windows().busiestPerSecond() / target();
  }

  private double target() {
    return spec.target().perWorker(spec.workers()) * spec.workers();
  }

  /**
   * The effect of a live change.
   *
   * @param command the change
   * @param targetPerSecond the target of all workers from then on, 0 when paused
   * @param afterSettling windows of 100 ms from 50 ms after the command on
   * @param expected iterations that the rate asks for from the command to the last reading
   * @param counted iterations that were done in that time
   */
  record StepResult(
      String command,
      double targetPerSecond,
      Windows afterSettling,
      double expected,
      long counted) {

    /** How far the count is from the integral of the rate, in percent of it. */
    double countErrorPercent() {
      return expected == 0 ? 0 : (counted - expected) / expected * 100;
    }

    /** The worst window, in percent of the target. */
    double worstWindowPercent() {
      return targetPerSecond == 0 ? 0 : afterSettling.worstPercent(targetPerSecond);
    }
  }
}
