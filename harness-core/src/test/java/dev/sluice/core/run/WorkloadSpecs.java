package dev.sluice.core.run;

import dev.sluice.core.worker.ErrorPolicy;
import dev.sluice.core.worker.StartSpec;
import java.time.Duration;

/** Workloads as tests want them. */
final class WorkloadSpecs {

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

  /** Each worker ends after so many iterations. */
  static WorkloadSpec limited(WorkloadSpec spec, long iterations) {
    return changed(spec, iterations, spec.start(), spec.errorPolicy(), spec.drain());
  }

  static WorkloadSpec stoppingOnError(WorkloadSpec spec) {
    return changed(spec, spec.count(), spec.start(), ErrorPolicy.STOP, spec.drain());
  }

  static WorkloadSpec draining(WorkloadSpec spec, Duration drain) {
    return changed(spec, spec.count(), spec.start(), spec.errorPolicy(), drain);
  }

  static WorkloadSpec oneByOne(WorkloadSpec spec) {
    StartSpec start = new StartSpec(1, Duration.ZERO, LiveRun.STOP_TIMEOUT);
    return changed(spec, spec.count(), start, spec.errorPolicy(), spec.drain());
  }

  private static WorkloadSpec changed(
      WorkloadSpec spec, long count, StartSpec start, ErrorPolicy errorPolicy, Duration drain) {
    return new WorkloadSpec(
        spec.name(),
        spec.factory(),
        spec.workers(),
        spec.target(),
        spec.ramp(),
        spec.arrivals(),
        spec.catchUp(),
        spec.quantum(),
        count,
        start,
        errorPolicy,
        spec.threads(),
        drain);
  }
}
