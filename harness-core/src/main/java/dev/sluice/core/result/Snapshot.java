package dev.sluice.core.result;

import dev.sluice.core.run.WorkloadSpec;
import dev.sluice.core.stats.Account;
import dev.sluice.core.stats.DeliveryCounts;
import dev.sluice.core.stats.Measures;
import dev.sluice.core.stats.UnderWay;
import dev.sluice.core.stats.WorkerReading;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One statistics interval, immutable and the same for every sink.
 *
 * @param number counts intervals from 1
 * @param time wall-clock time of its end
 * @param sinceStartNanos its end, in nanoseconds since the schedule started
 * @param lengthNanos how long it was
 * @param warmup whether it is left out of the summary
 * @param runId the run's id, may be empty
 * @param workloads what each workload did in it
 */
public record Snapshot(
    long number,
    Instant time,
    long sinceStartNanos,
    long lengthNanos,
    boolean warmup,
    String runId,
    List<Workload> workloads) {

  /**
   * One workload in one interval.
   *
   * @param name the workload
   * @param workersUp workers with an open connection at its end
   * @param workers workers there should be
   * @param targetNowPerSecond the target in force at its end, all workers together
   * @param mode whether there was a schedule at its end
   * @param lengthNanos how long the interval was
   * @param measures what was asked for and done in the interval
   * @param underWay what was under way at its end
   * @param totalIterations iterations since the run started
   * @param connections how its connections stand at the end of the interval
   * @param errorsByCause failures since the run started
   * @param delivery what the check of its deliveries found since the run started, if there is one
   * @param perWorker what each worker that was there did in the interval; empty unless {@linkplain
   *     WorkloadSpec#perWorkerReadings asked for}
   */
  public record Workload(
      String name,
      int workersUp,
      int workers,
      double targetNowPerSecond,
      PaceMode mode,
      long lengthNanos,
      Measures measures,
      UnderWay underWay,
      long totalIterations,
      Connections connections,
      Map<String, Long> errorsByCause,
      Optional<DeliveryCounts> delivery,
      List<WorkerReading> perWorker) {

    /** The account of all that was due. */
    public Account account() {
      return Account.of(measures.counts(), underWay);
    }

    /** The target; 0 when unlimited or paused. */
    public double asked() {
      return measures.asked();
    }

    /** Work that was committed, in iterations per second. */
    public double achievedPerSecond() {
      return measures.achievedPerSecond(lengthNanos);
    }

    /** The target over the interval, in iterations per second. */
    public double targetPerSecond() {
      return measures.targetPerSecond(lengthNanos);
    }
  }
}
