package dev.sluice.control.fleet.run;

import dev.sluice.control.fleet.protocol.AgentView;
import dev.sluice.core.pacing.RateCurve;
import dev.sluice.core.pacing.RateCurve.LinearRamp;
import dev.sluice.core.result.Connections;
import dev.sluice.core.result.PaceMode;
import dev.sluice.core.result.Snapshot;
import dev.sluice.core.run.RateChange;
import dev.sluice.core.run.RateTarget;
import dev.sluice.core.run.RunControlException;
import dev.sluice.core.run.SteeredWorkload;
import dev.sluice.core.run.WorkloadSpec;
import dev.sluice.core.run.WorkloadStatus;
import dev.sluice.core.stats.Counter;
import dev.sluice.core.stats.Counts;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * One workload of a run on a fleet: its target, and which agent has how many of its workers. A
 * total is held when agents die, and so is a rate per worker: it counts for all planned workers.
 * Any thread.
 */
final class FleetWorkload implements SteeredWorkload {

  private static final double NANOS_PER_SECOND = 1e9;

  private final WorkloadSpec spec;
  private final Fleet fleet;
  private final Function<String, List<Snapshot.Workload>> standing;

  /**
   * Changed under the lock of this and read without it: the fleet's thread reads it, for which
   * others wait while they hold the lock.
   */
  private volatile Map<String, Integer> byMember = Map.of();

  private RateTarget target; // guarded by this
  private int planned; // guarded by this

  /**
   * @param standing how the workload stood on each agent at its last interval
   */
  FleetWorkload(
      WorkloadSpec spec, Fleet fleet, Function<String, List<Snapshot.Workload>> standing) {
    this.spec = spec;
    this.fleet = fleet;
    this.standing = standing;
    this.target = spec.target();
    this.planned = spec.workers();
  }

  WorkloadSpec spec() {
    return spec;
  }

  /** Its workers are on these members. */
  synchronized void placed(Map<String, Integer> workers) {
    byMember = Collections.unmodifiableMap(new LinkedHashMap<>(workers));
  }

  /** It stands as another controller left it. */
  synchronized void inherit(Inheritance.Workload from) {
    planned = from.planned();
    target =
        spec.target() instanceof RateTarget.Total
            ? new RateTarget.Total(from.perWorkerPerSecond() * planned)
            : new RateTarget.PerWorker(from.perWorkerPerSecond());
    placed(from.workers());
  }

  /** How many workers a member is to have; empty if it has no part in it. */
  Optional<Integer> workersOf(String member) {
    return Optional.ofNullable(byMember.get(member));
  }

  synchronized Fleet.Orders orders() {
    double perWorker = target.perWorker(planned);
    return new Fleet.Orders(
        spec.name(),
        perWorker > 0 && !spec.ramp().isZero()
            ? new LinearRamp(0, perWorker, spec.ramp().toNanos() / NANOS_PER_SECOND)
            : RateCurve.constant(perWorker),
        planned,
        byMember);
  }

  /**
   * A member takes over the workers of one that is gone.
   *
   * @return whether there was one
   */
  synchronized boolean replace(String member, Predicate<String> gone) {
    Optional<String> place = byMember.keySet().stream().filter(gone).findFirst();
    place.ifPresent(
        before -> {
          Map<String, Integer> next = new LinkedHashMap<>(byMember);
          int workers = next.remove(before);
          next.put(member, workers);
          placed(next);
          fleet.workers(name(), before, 0);
          fleet.workers(name(), member, workers);
        });
    return place.isPresent();
  }

  @Override
  public String name() {
    return spec.name();
  }

  @Override
  public boolean hasTarget() {
    return !target().isUnlimited();
  }

  private synchronized RateTarget target() {
    return target;
  }

  @Override
  public synchronized void check(RateChange change, Duration over) throws RunControlException {
    next(change, over);
  }

  @Override
  public synchronized void changeRate(RateChange change, Duration over, long nowNanos)
      throws RunControlException {
    target = next(change, over);
    double perWorker = target.perWorker(planned);
    fleet.turn(
        name(),
        over.isZero()
            ? RateCurve.constant(perWorker)
            : new LinearRamp(perWorkerNow(), perWorker, over.toNanos() / NANOS_PER_SECOND));
  }

  private double perWorkerNow() {
    return planned == 0 ? 0 : fleet.asked(name()).totalPerSecond() / planned;
  }

  private RateTarget next(RateChange change, Duration over) throws RunControlException {
    return spec.changed(target, change, over, hasTarget(), planned);
  }

  @Override
  public void pause(long nowNanos) {
    fleet.pause(name());
  }

  @Override
  public void resume(long nowNanos) {
    fleet.resume(name());
  }

  @Override
  public void addWorkers(int count) {
    changeWorkers(count);
  }

  @Override
  public int endWorkers(int count, Duration timeout) {
    changeWorkers(-Math.min(count, plannedNow()));
    return 0;
  }

  private synchronized int plannedNow() {
    return planned;
  }

  /** Shares all workers out again over the agents that have some. */
  private synchronized void changeWorkers(int more) {
    planned += more;
    placed(new Placement(planned, List.copyOf(byMember.keySet())).byAgent());
    byMember.forEach((member, workers) -> fleet.workers(name(), member, workers));
    fleet.plan(name(), planned);
    fleet.turn(name(), RateCurve.constant(target.perWorker(planned)));
  }

  @Override
  public WorkloadStatus status() {
    Optional<Snapshot.Workload> sum =
        standing.apply(name()).stream()
            .reduce(Snapshot.Workload::plus)
            .map(each -> each.alsoFound(spec.delivery().counts()));
    Fleet.Asked asked = fleet.asked(name());
    double total = asked.totalPerSecond();
    synchronized (this) {
      int up = 0;
      for (AgentView agent : fleet.agents()) {
        if (byMember.containsKey(agent.member())
            && agent.condition() == AgentView.Condition.PRESENT) {
          up += agent.status().workersUp().getOrDefault(name(), 0);
        }
      }
      double finalPerWorker = target.perWorker(planned);
      return new WorkloadStatus(
          name(),
          mode(asked),
          planned == 0 ? 0 : total / planned,
          total,
          finalPerWorker,
          finalPerWorker * planned,
          up,
          planned,
          Counts.ZERO.with(
              Counter.ITERATIONS, sum.map(Snapshot.Workload::totalIterations).orElse(0L)),
          sum.map(Snapshot.Workload::connections).orElse(Connections.NONE),
          sum.map(Snapshot.Workload::errorsByCause).orElse(Map.of()),
          sum.flatMap(Snapshot.Workload::delivery));
    }
  }

  private PaceMode mode(Fleet.Asked asked) {
    if (asked.paused()) {
      return PaceMode.PAUSED;
    }
    return target.isUnlimited() ? PaceMode.UNLIMITED : PaceMode.PACED;
  }
}
