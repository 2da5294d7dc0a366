package dev.sluice.core.run;

import dev.sluice.core.bus.Timeline;
import dev.sluice.core.pacing.Arrivals;
import dev.sluice.core.pacing.CatchUp;
import dev.sluice.core.pacing.Pacer.Pacing;
import dev.sluice.core.pacing.PacingQuantum;
import dev.sluice.core.stats.DeliveryCounts;
import dev.sluice.core.stats.DeliveryCounts.DeliveryCheck;
import dev.sluice.core.worker.Worker;
import dev.sluice.core.worker.WorkerFactory;
import dev.sluice.core.worker.WorkerSettings;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.IntUnaryOperator;
import java.util.function.Supplier;

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
 * @param count iterations each worker attempts before it ends, 0 for no limit
 * @param disconnects when workers disconnect and connect again
 * @param start how workers are started
 * @param errorPolicy what a failure means
 * @param threads what workers run on
 * @param drain at the end of the run, go on when others have ended, until nothing was done for this
 *     long; zero = end at once
 * @param delivery the check of what its workers receive
 * @param diagnosis looks up what may keep its workers from their work
 * @param perWorkerReadings whether each worker is also read on its own, at each interval; costs
 *     memory and the time of the thread that closes intervals, nothing on the hot path
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
    Disconnects disconnects,
    StartSpec start,
    ErrorPolicy errorPolicy,
    ThreadKind threads,
    Duration drain,
    DeliveryCheck delivery,
    Diagnosis diagnosis,
    boolean perWorkerReadings)
    implements WorkerSettings {

  /**
   * What is asked when workers do not get on; the answers are one phrase, an empty one if nobody
   * knows, and may take some seconds.
   *
   * @param blocked why all of them are inside a call for long; empty if they usually wait for
   *     others, so that a long call does not mean that they are blocked
   * @param nothingDone why none of their iterations was done; asked when they have ended
   */
  public record Diagnosis(Optional<Supplier<String>> blocked, Supplier<String> nothingDone) {

    /** Nobody knows. */
    public static final Diagnosis NONE = new Diagnosis(Optional.of(() -> ""), () -> "");
  }

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
        Disconnects.NEVER,
        StartSpec.DEFAULT,
        ErrorPolicy.CONTINUE,
        ThreadKind.PLATFORM,
        Duration.ZERO,
        DeliveryCheck.OFF,
        Diagnosis.NONE,
        false);
  }

  /** The target it starts with. */
  public TargetState targetState() {
    return TargetState.of(target, ramp, workers);
  }

  /** Which profile it plays, and what that was taken from, for people; empty without one. */
  public Optional<String> profile() {
    return target instanceof RateTarget.Along along
        ? Optional.of("plays a profile: " + along.source())
        : Optional.empty();
  }

  /** The same workload, whose rate rises from 0 to the target in this time. */
  public WorkloadSpec withRamp(Duration rampTime) {
    return with(builder -> builder.ramp = rampTime);
  }

  /** The same workload, whose iterations are due by this. */
  public WorkloadSpec withPacing(Pacing rule) {
    return with(builder -> builder.pacing = rule);
  }

  /** The same workload with arrivals of this kind. */
  public WorkloadSpec withArrivals(Arrivals kind) {
    return with(builder -> builder.arrivals = kind);
  }

  /** The same workload, which makes up so much backlog. */
  public WorkloadSpec withCatchUp(CatchUp limit) {
    return with(builder -> builder.catchUp = limit);
  }

  /** The same workload, whose workers wake so coarsely. */
  public WorkloadSpec withQuantum(PacingQuantum coarseness) {
    return with(builder -> builder.quantum = coarseness);
  }

  /** The same workload, whose workers end after this many iterations; 0 for no limit. */
  public WorkloadSpec withCount(long iterations) {
    return with(builder -> builder.count = iterations);
  }

  /** The same workload, whose workers disconnect and connect again now and then. */
  public WorkloadSpec withDisconnects(Disconnects when) {
    return with(builder -> builder.disconnects = when);
  }

  /** The same workload, started this way. */
  public WorkloadSpec withStart(StartSpec startSpec) {
    return with(builder -> builder.start = startSpec);
  }

  /** The same workload with this meaning of a failure. */
  public WorkloadSpec withErrorPolicy(ErrorPolicy policy) {
    return with(builder -> builder.errorPolicy = policy);
  }

  /** The same workload on threads of this kind. */
  public WorkloadSpec withThreads(ThreadKind kind) {
    return with(builder -> builder.threads = kind);
  }

  /** The same workload, which at the end goes on until nothing was done for this long. */
  public WorkloadSpec withDrain(Duration drainTime) {
    return with(builder -> builder.drain = drainTime);
  }

  /** The same workload, whose deliveries are checked. */
  public WorkloadSpec withDelivery(DeliveryCheck check) {
    return with(builder -> builder.delivery = check);
  }

  /** Its check of deliveries, which finds nothing where it fails: then that is told. */
  public DeliveryCheck concludedDelivery(Timeline timeline) {
    String what = "the delivery of " + name;
    return new DeliveryCheck() {
      @Override
      public Optional<DeliveryCounts> counts() {
        return timeline.conclude(what, delivery::counts, failure -> Optional.empty());
      }

      @Override
      public Optional<DeliveryCounts> finalCounts() {
        return timeline.conclude(what, delivery::finalCounts, failure -> Optional.empty());
      }

      @Override
      public Optional<SharedAccount> account() {
        return delivery.account();
      }
    };
  }

  /** The same workload, of which this is said when its workers do not get on. */
  public WorkloadSpec withDiagnosis(Diagnosis lookedUp) {
    return with(builder -> builder.diagnosis = lookedUp);
  }

  /** The same workload, whose workers are also read one by one. */
  public WorkloadSpec withPerWorkerReadings(boolean asked) {
    return with(builder -> builder.perWorkerReadings = asked);
  }

  /**
   * The part of it that one process of several has.
   *
   * @param ownWorkers how many workers that is
   * @param numbers the number among the workers of all, of each of its own
   */
  public WorkloadSpec onAgent(int ownWorkers, IntUnaryOperator numbers) {
    return with(
        builder -> {
          builder.workers = ownWorkers;
          builder.factory = numbered(factory, numbers);
        });
  }

  private static WorkerFactory numbered(WorkerFactory all, IntUnaryOperator numbers) {
    return new WorkerFactory() {
      @Override
      public Worker create(int index) {
        return all.create(numbers.applyAsInt(index));
      }

      @Override
      public void requireRoomFor(int ownWorkers) {
        all.requireRoomFor(ownWorkers);
      }

      @Override
      public boolean paceable() {
        return all.paceable();
      }
    };
  }

  private WorkloadSpec with(Consumer<Builder> setting) {
    Builder builder = new Builder(this);
    setting.accept(builder);
    return builder.build();
  }

  /** A workload on its way to a slightly different one: what is changed. */
  private static final class Builder {

    private final WorkloadSpec from;
    private WorkerFactory factory;
    private int workers;
    private Duration ramp;
    private Pacing pacing;
    private Arrivals arrivals;
    private CatchUp catchUp;
    private PacingQuantum quantum;
    private long count;
    private Disconnects disconnects;
    private StartSpec start;
    private ErrorPolicy errorPolicy;
    private ThreadKind threads;
    private Duration drain;
    private DeliveryCheck delivery;
    private Diagnosis diagnosis;
    private boolean perWorkerReadings;

    Builder(WorkloadSpec from) {
      this.from = from;
      factory = from.factory;
      workers = from.workers;
      ramp = from.ramp;
      pacing = from.pacing;
      arrivals = from.arrivals;
      catchUp = from.catchUp;
      quantum = from.quantum;
      count = from.count;
      disconnects = from.disconnects;
      start = from.start;
      errorPolicy = from.errorPolicy;
      threads = from.threads;
      drain = from.drain;
      delivery = from.delivery;
      diagnosis = from.diagnosis;
      perWorkerReadings = from.perWorkerReadings;
    }

    WorkloadSpec build() {
      return new WorkloadSpec(
          from.name,
          factory,
          workers,
          from.target,
          ramp,
          pacing,
          arrivals,
          catchUp,
          quantum,
          count,
          disconnects,
          start,
          errorPolicy,
          threads,
          drain,
          delivery,
          diagnosis,
          perWorkerReadings);
    }
  }
}
