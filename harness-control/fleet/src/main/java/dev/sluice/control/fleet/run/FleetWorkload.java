package dev.sluice.control.fleet.run;

import dev.sluice.control.fleet.protocol.AgentView;
import dev.sluice.control.fleet.protocol.Controller.TakeOver;
import dev.sluice.control.fleet.run.FleetTask.Placement;
import dev.sluice.core.run.RunControlException;
import dev.sluice.core.run.RunStatus.WorkloadStatus;
import dev.sluice.core.run.SteeredWorkload;
import dev.sluice.core.run.TargetState;
import dev.sluice.core.run.WorkloadSpec;
import dev.sluice.core.stats.Counter;
import dev.sluice.core.stats.Counts;
import dev.sluice.core.stats.Standing;
import dev.sluice.core.stats.Window;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * One workload of a run on a fleet: its target, and which agent has how many of its workers. A
 * total is held when agents die, and so is a rate per worker: it counts for all planned workers.
 * Any thread.
 */
final class FleetWorkload implements SteeredWorkload {

  private final WorkloadSpec spec;
  private final Fleet fleet;
  private final Function<String, List<Window>> standing;

  /**
   * Changed under the lock of this and read without it: the fleet's thread reads it, for which
   * others wait while they hold the lock.
   */
  private volatile Map<String, Integer> byMember = Map.of();

  /**
   * The workers are those that are planned, whether or not they are there. Written and read as
   * {@link #byMember}.
   */
  private volatile TargetState target;

  /**
   * @param standing how the workload stood on each agent at its last interval
   */
  FleetWorkload(WorkloadSpec spec, Fleet fleet, Function<String, List<Window>> standing) {
    this.spec = spec;
    this.fleet = fleet;
    this.standing = standing;
    this.target = spec.targetState();
  }

  @Override
  public WorkloadSpec spec() {
    return spec;
  }

  @Override
  public String name() {
    return spec.name();
  }

  /** Its workers are on these members. */
  synchronized void placed(Map<String, Integer> workers) {
    byMember = Collections.unmodifiableMap(new LinkedHashMap<>(workers));
  }

  /** It stands as another controller left it. */
  synchronized void inherit(TakeOver.TakenWorkload from) {
    target = from.target();
    placed(from.workers());
  }

  /** The schedule starts then. */
  synchronized void startAt(long nanos) {
    target = target.beginning(nanos);
  }

  /** How many workers a member is to have; empty if it has no part in it. */
  Optional<Integer> workersOf(String member) {
    return Optional.ofNullable(byMember.get(member));
  }

  /** Its target as agents are told of it: of all its workers, also of those not there. */
  TargetState declared() {
    return target;
  }

  /** How many workers each agent has. */
  Map<String, Integer> byMember() {
    return byMember;
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
  public synchronized TargetState target() {
    return target.at(fleet.clock().nanos());
  }

  @Override
  public void turn(Turn turn, long nowNanos) throws RunControlException {
    fleet.turn(Map.of(name(), change(turn, nowNanos)), nowNanos);
  }

  /** Has another target, of which the fleet is to be told; returns the one there is then. */
  synchronized Supplier<TargetState> change(Turn turn, long nowNanos) throws RunControlException {
    long fromNanos = nowNanos + fleet.lead().toNanos();
    target = turn.of(target, fromNanos).at(fromNanos);
    return () -> target;
  }

  @Override
  public void addWorkers(int count) {
    changeWorkers(count);
  }

  @Override
  public int endWorkers(int count, Duration timeout) {
    changeWorkers(-count);
    return 0;
  }

  /** Shares all workers out again over the agents that have some. */
  private synchronized void changeWorkers(int more) {
    int planned = Math.max(0, target.workers() + more);
    placed(new Placement(planned, List.copyOf(byMember.keySet())).byAgent());
    byMember.forEach((member, workers) -> fleet.workers(name(), member, workers));
    turn((before, from) -> before.withWorkers(planned), fleet.clock().nanos());
  }

  @Override
  public WorkloadStatus status() {
    Standing standsAt =
        standing.apply(name()).stream()
            .reduce(Window::plus)
            .map(each -> each.alsoFound(spec.delivery().counts()))
            .orElse(Window.none(name()))
            .end();
    synchronized (this) {
      int up = 0;
      for (AgentView agent : fleet.agents()) {
        if (byMember.containsKey(agent.member())
            && agent.condition() == AgentView.Condition.PRESENT) {
          up += agent.status().workersUp().getOrDefault(name(), 0);
        }
      }
      return new WorkloadStatus(
          name(),
          target(),
          up,
          target.workers(),
          Counts.ZERO.with(Counter.ITERATIONS, standsAt.totalIterations()),
          standsAt.connections(),
          standsAt.errorsByCause(),
          standsAt.delivery());
    }
  }
}
