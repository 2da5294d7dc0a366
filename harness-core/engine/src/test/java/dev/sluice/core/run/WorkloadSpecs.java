package dev.sluice.core.run;

import dev.sluice.core.worker.WorkerSettings.ErrorPolicy;
import dev.sluice.core.worker.WorkerSettings.StartSpec;
import java.time.Duration;

/** Workloads as tests want them. */
final class WorkloadSpecs {

  /** A worker at this rate does one iteration at most in the life of a test. */
  static final double HARDLY_EVER = 1e-6;

  private WorkloadSpecs() {}

  static WorkloadSpec unlimited(String name, TestWorkers workers, int count) {
    return WorkloadSpec.of(name, workers, count, RateTarget.asFastAsPossible());
  }

  static WorkloadSpec perWorker(String name, TestWorkers workers, int count, double rate) {
    return WorkloadSpec.of(name, workers, count, new RateTarget.PerWorker(rate));
  }

  static WorkloadSpec total(String name, TestWorkers workers, int count, double rate) {
    return WorkloadSpec.of(name, workers, count, new RateTarget.Total(rate));
  }

  /** Each worker ends after this many iterations. */
  static WorkloadSpec limited(WorkloadSpec spec, long iterations) {
    return spec.withCount(iterations);
  }

  static WorkloadSpec stoppingOnError(WorkloadSpec spec) {
    return spec.withErrorPolicy(ErrorPolicy.STOP);
  }

  static WorkloadSpec draining(WorkloadSpec spec, Duration drain) {
    return spec.withDrain(drain);
  }

  static WorkloadSpec oneByOne(WorkloadSpec spec) {
    return spec.withStart(oneByOne(true));
  }

  /** Workers connect one by one, and each works as soon as it is connected. */
  static WorkloadSpec eachOnceConnected(WorkloadSpec spec) {
    return spec.withStart(oneByOne(false));
  }

  private static StartSpec oneByOne(boolean together) {
    return new StartSpec(1, Duration.ZERO, LiveRun.STOP_TIMEOUT, Duration.ZERO, together);
  }

  /** Who cannot connect when the run starts tries again. */
  static WorkloadSpec retrying(WorkloadSpec spec, Duration retry) {
    return spec.withStart(new StartSpec(1, Duration.ZERO, LiveRun.STOP_TIMEOUT, retry, true));
  }
}
