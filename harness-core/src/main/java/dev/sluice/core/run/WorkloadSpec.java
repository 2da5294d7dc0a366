package dev.sluice.core.run;

import dev.sluice.core.rate.Arrivals;
import dev.sluice.core.rate.CatchUp;
import dev.sluice.core.rate.Pacing;
import dev.sluice.core.rate.PacingQuantum;
import dev.sluice.core.stats.DeliveryCheck;
import dev.sluice.core.worker.ErrorPolicy;
import dev.sluice.core.worker.StartSpec;
import dev.sluice.core.worker.ThreadKind;
import dev.sluice.core.worker.WorkerFactory;
import java.time.Duration;

/**
 * A group of identical workers with one rate.
 *
 * @param name what commands and reports call it
 * @param factory makes its workers
 * @param workers how many there are at the start
 * @param target the rate it starts with
 * @param ramp the time in which it rises from 0 to the target, zero for at once
 * @param pacing what iterations are due by
 * @param arrivals how iterations are spread along the rate
 * @param catchUp how much backlog is made up
 * @param quantum how coarsely workers wake
 * @param count iterations each worker does before it ends, 0 for no limit
 * @param start how workers are started
 * @param errorPolicy what a failure means
 * @param threads what workers run on
 * @param drain at the end of the run, go on until nothing was done for this long; zero = end at
 *     once
 * @param delivery the check of what its workers receive
 * @param perWorkerReadings whether each worker is also read on its own, at each interval; costs
 *     memory and the reporter's time, nothing on the hot path
 */
public record WorkloadSpec(
    String name,
    WorkerFactory factory,
    int workers,
    RateTarget target,
    Duration ramp,
    Pacing pacing,
    Arrivals arrivals,
    CatchUp catchUp,
    PacingQuantum quantum,
    long count,
    StartSpec start,
    ErrorPolicy errorPolicy,
    ThreadKind threads,
    Duration drain,
    DeliveryCheck delivery,
    boolean perWorkerReadings) {

  /** A workload with the defaults: uniform arrivals, no ramp, no count, platform threads. */
  public static WorkloadSpec of(
      String name, WorkerFactory factory, int workers, RateTarget target) {
    return new WorkloadSpec(
        name,
        factory,
        workers,
        target,
        Duration.ZERO,
        Pacing.SCHEDULE,
        Arrivals.UNIFORM,
        CatchUp.DEFAULT,
        PacingQuantum.AUTO,
        0,
        StartSpec.DEFAULT,
        ErrorPolicy.CONTINUE,
        ThreadKind.PLATFORM,
        Duration.ZERO,
        DeliveryCheck.OFF,
        false);
  }

  /** The same workload, whose rate rises from 0 to the target in this time. */
  public WorkloadSpec withRamp(Duration rampTime) {
    return new WorkloadSpec(
        name,
        factory,
        workers,
        target,
        rampTime,
        pacing,
        arrivals,
        catchUp,
        quantum,
        count,
        start,
        errorPolicy,
        threads,
        drain,
        delivery,
        perWorkerReadings);
  }

  /** The same workload, whose iterations are due by this. */
  public WorkloadSpec withPacing(Pacing rule) {
    return new WorkloadSpec(
        name,
        factory,
        workers,
        target,
        ramp,
        rule,
        arrivals,
        catchUp,
        quantum,
        count,
        start,
        errorPolicy,
        threads,
        drain,
        delivery,
        perWorkerReadings);
  }

  /** The same workload with arrivals of this kind. */
  public WorkloadSpec withArrivals(Arrivals kind) {
    return new WorkloadSpec(
        name,
        factory,
        workers,
        target,
        ramp,
        pacing,
        kind,
        catchUp,
        quantum,
        count,
        start,
        errorPolicy,
        threads,
        drain,
        delivery,
        perWorkerReadings);
  }

  /** The same workload, which makes up so much backlog. */
  public WorkloadSpec withCatchUp(CatchUp limit) {
    return new WorkloadSpec(
        name,
        factory,
        workers,
        target,
        ramp,
        pacing,
        arrivals,
        limit,
        quantum,
        count,
        start,
        errorPolicy,
        threads,
        drain,
        delivery,
        perWorkerReadings);
  }

  /** The same workload, whose workers wake so coarsely. */
  public WorkloadSpec withQuantum(PacingQuantum coarseness) {
    return new WorkloadSpec(
        name,
        factory,
        workers,
        target,
        ramp,
        pacing,
        arrivals,
        catchUp,
        coarseness,
        count,
        start,
        errorPolicy,
        threads,
        drain,
        delivery,
        perWorkerReadings);
  }

  /** The same workload, whose workers end after so many iterations; 0 for no limit. */
  public WorkloadSpec withCount(long iterations) {
    return new WorkloadSpec(
        name,
        factory,
        workers,
        target,
        ramp,
        pacing,
        arrivals,
        catchUp,
        quantum,
        iterations,
        start,
        errorPolicy,
        threads,
        drain,
        delivery,
        perWorkerReadings);
  }

  /** The same workload, started this way. */
  public WorkloadSpec withStart(StartSpec startSpec) {
    return new WorkloadSpec(
        name,
        factory,
        workers,
        target,
        ramp,
        pacing,
        arrivals,
        catchUp,
        quantum,
        count,
        startSpec,
        errorPolicy,
        threads,
        drain,
        delivery,
        perWorkerReadings);
  }

  /** The same workload with this meaning of a failure. */
  public WorkloadSpec withErrorPolicy(ErrorPolicy policy) {
    return new WorkloadSpec(
        name,
        factory,
        workers,
        target,
        ramp,
        pacing,
        arrivals,
        catchUp,
        quantum,
        count,
        start,
        policy,
        threads,
        drain,
        delivery,
        perWorkerReadings);
  }

  /** The same workload on threads of this kind. */
  public WorkloadSpec withThreads(ThreadKind kind) {
    return new WorkloadSpec(
        name,
        factory,
        workers,
        target,
        ramp,
        pacing,
        arrivals,
        catchUp,
        quantum,
        count,
        start,
        errorPolicy,
        kind,
        drain,
        delivery,
        perWorkerReadings);
  }

  /** The same workload, which at the end goes on until nothing was done for this long. */
  public WorkloadSpec withDrain(Duration drainTime) {
    return new WorkloadSpec(
        name,
        factory,
        workers,
        target,
        ramp,
        pacing,
        arrivals,
        catchUp,
        quantum,
        count,
        start,
        errorPolicy,
        threads,
        drainTime,
        delivery,
        perWorkerReadings);
  }

  /** The same workload, whose deliveries are checked. */
  public WorkloadSpec withDelivery(DeliveryCheck check) {
    return new WorkloadSpec(
        name,
        factory,
        workers,
        target,
        ramp,
        pacing,
        arrivals,
        catchUp,
        quantum,
        count,
        start,
        errorPolicy,
        threads,
        drain,
        check,
        perWorkerReadings);
  }

  /** The same workload, whose workers are also read one by one. */
  public WorkloadSpec withPerWorkerReadings(boolean asked) {
    return new WorkloadSpec(
        name,
        factory,
        workers,
        target,
        ramp,
        pacing,
        arrivals,
        catchUp,
        quantum,
        count,
        start,
        errorPolicy,
        threads,
        drain,
        delivery,
        asked);
  }
}
