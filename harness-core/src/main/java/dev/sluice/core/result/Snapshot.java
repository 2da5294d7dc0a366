package dev.sluice.core.result;

import dev.sluice.core.stats.Account;
import dev.sluice.core.stats.DeliveryCounts;
import dev.sluice.core.stats.Measures;
import dev.sluice.core.stats.Unfinished;
import dev.sluice.core.stats.WorkerReading;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

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

  /** This interval and the one that followed it. */
  public Snapshot then(Snapshot next) {
    long both = lengthNanos + next.lengthNanos;
    Map<String, Workload> before = new HashMap<>();
    workloads.forEach(workload -> before.put(workload.name(), workload));
    List<Workload> joined =
        next.workloads.stream()
            .map(
                later ->
                    before.containsKey(later.name())
                        ? before.get(later.name()).then(later)
                        : later.lasting(both))
            .toList();
    return new Snapshot(
        next.number, next.time, next.sinceStartNanos, both, next.warmup, next.runId, joined);
  }

  /** The same interval with other figures of its workloads. */
  public Snapshot with(UnaryOperator<Workload> change) {
    return new Snapshot(
        number,
        time,
        sinceStartNanos,
        lengthNanos,
        warmup,
        runId,
        workloads.stream().map(change).toList());
  }

  /**
   * One workload in one interval, or in some that followed one another.
   *
   * @param name the workload
   * @param workersUp workers with an open connection at its end
   * @param workers workers there should be
   * @param targetNowPerSecond the target in force at its end, all workers together
   * @param mode whether there was a schedule at its end
   * @param lengthNanos how long the interval was
   * @param measures what was asked for and done in the interval
   * @param unfinished what was unfinished at its end
   * @param totalIterations iterations since the run started
   * @param connections how its connections stand at the end of the interval
   * @param errorsByCause failures since the run started
   * @param delivery what the check of its deliveries found since the run started, if there is one
   * @param perWorker what each worker that was there did in the interval; empty unless the workload
   *     asks for it
   */
  public record Workload(
      String name,
      int workersUp,
      int workers,
      double targetNowPerSecond,
      PaceMode mode,
      long lengthNanos,
      Measures measures,
      Unfinished unfinished,
      long totalIterations,
      Connections connections,
      Map<String, Long> errorsByCause,
      Optional<DeliveryCounts> delivery,
      List<WorkerReading> perWorker) {

    /** Before its first interval, with this many of its workers connected. */
    public static Workload starting(String name, int up, int workers) {
      return new Workload(
          name,
          up,
          workers,
          0,
          PaceMode.PAUSED,
          0,
          Measures.none(),
          Unfinished.NOTHING,
          0,
          Connections.NONE,
          Map.of(),
          Optional.empty(),
          List.of());
    }

    /**
     * This interval and a later one: what was done is added, and what stands stands as it did then.
     */
    public Workload then(Workload later) {
      Map<String, WorkerReading> byName = new LinkedHashMap<>();
      perWorker.forEach(worker -> byName.put(worker.name(), worker));
      later.perWorker.forEach(worker -> byName.merge(worker.name(), worker, WorkerReading::plus));
      return later.with(
          lengthNanos + later.lengthNanos,
          measures.plus(later.measures),
          later.delivery,
          List.copyOf(byName.values()));
    }

    /** Both together, as of two workloads or two processes at the same time. */
    public Workload plus(Workload other) {
      Map<String, Long> byCause = new TreeMap<>(errorsByCause);
      other.errorsByCause.forEach((cause, count) -> byCause.merge(cause, count, Long::sum));
      return new Workload(
          name,
          workersUp + other.workersUp,
          workers + other.workers,
          targetNowPerSecond + other.targetNowPerSecond,
          mode.compareTo(other.mode) <= 0 ? mode : other.mode,
          Math.max(lengthNanos, other.lengthNanos),
          measures.plus(other.measures),
          unfinished.plus(other.unfinished),
          totalIterations + other.totalIterations,
          connections.plus(other.connections),
          byCause,
          both(delivery, other.delivery),
          Stream.concat(perWorker.stream(), other.perWorker.stream()).toList());
    }

    /** The same with what another check of its deliveries found. */
    public Workload alsoFound(Optional<DeliveryCounts> more) {
      return with(lengthNanos, measures, both(delivery, more), perWorker);
    }

    private static Optional<DeliveryCounts> both(
        Optional<DeliveryCounts> one, Optional<DeliveryCounts> other) {
      return Stream.of(one, other).flatMap(Optional::stream).reduce(DeliveryCounts::plus);
    }

    /** As it stands, where nothing was measured. */
    public Workload unmeasured() {
      return with(0, Measures.none(), delivery, List.of());
    }

    /** The part of it that stays after its process has ended. */
    public Workload ended() {
      return new Workload(
          name,
          0,
          0,
          0,
          PaceMode.PAUSED,
          0,
          Measures.none(),
          unfinished,
          totalIterations,
          connections.ended(),
          errorsByCause,
          delivery,
          List.of());
    }

    /** The same, where the interval is taken to be this long. */
    public Workload lasting(long nanos) {
      return with(nanos, measures, delivery, perWorker);
    }

    private Workload with(
        long nanos, Measures done, Optional<DeliveryCounts> found, List<WorkerReading> byWorker) {
      return new Workload(
          name,
          workersUp,
          workers,
          targetNowPerSecond,
          mode,
          nanos,
          done,
          unfinished,
          totalIterations,
          connections,
          errorsByCause,
          found,
          byWorker);
    }

    /** The account of all that was due. */
    public Account account() {
      return Account.of(measures.counts(), unfinished);
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

  /** Whether a workload has a schedule. */
  public enum PaceMode {
    /** It follows a target rate. */
    PACED,
    /** It goes as fast as it can. */
    UNLIMITED,
    /** It is held. */
    PAUSED
  }
}
