package dev.sluice.control.fleet.protocol;

import dev.sluice.control.fleet.protocol.AgentView.Condition;
import dev.sluice.control.fleet.protocol.FleetMessage.AgentInfo;
import dev.sluice.control.fleet.protocol.FleetMessage.Assignment;
import dev.sluice.control.fleet.protocol.FleetMessage.Echo;
import dev.sluice.control.fleet.protocol.FleetMessage.Orders;
import dev.sluice.control.fleet.protocol.FleetMessage.State;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Deals the places of a controller's workloads, and tells agents what they are to do. An agent
 * comes in when it can act on places, and has them until it cannot. Each is told its whole orders
 * at every change, and again with every heartbeat until it has them. An agent that is told has a
 * lease, unless it may act on what was dealt before.
 *
 * <p>For one thread. Readings are of the controller's own clock, which is the fleet's.
 */
final class Dispatcher {

  /** How many agents of a host prepare at the same time, for each of its processors. */
  private static final long PREPARING_PER_CORE = 2L;

  private final FleetLink link;
  private final FleetTiming timing;
  private final Leadership leadership;
  private final Map<String, Member> members;
  private final Map<String, Places> workloads;

  /** What agents keep for the controller that follows. */
  Content note = Content.EMPTY;

  /** The common start; {@link Long#MAX_VALUE} if there is none yet. */
  long startNanos = Long.MAX_VALUE;

  long endNanos = Long.MAX_VALUE;

  private long version;

  /**
   * @param members of the fleet, by name, as they come
   * @param workloads by name, as they are declared
   */
  Dispatcher(
      FleetLink link,
      FleetTiming timing,
      Leadership leadership,
      Map<String, Member> members,
      Map<String, Places> workloads) {
    this.link = link;
    this.members = members;
    this.timing = timing;
    this.leadership = leadership;
    this.workloads = workloads;
  }

  /**
   * Deals what is to be dealt.
   *
   * @return whether there is a new schedule
   */
  boolean deal(long nowNanos) {
    long soonNanos = nowNanos + timing.leadNanos();
    boolean dealt = false;
    for (Map.Entry<String, Places> workload : workloads.entrySet()) {
      Places places = workload.getValue();
      members.values().forEach(member -> assign(workload.getKey(), places, member));
      if (!places.started()
          && hasStart()
          && (places.isResumed() || !places.agents().isEmpty())
          && !places.hasEnded(soonNanos)
          && allHaveOrders(workload.getKey())) {
        places.start(Math.max(startNanos, soonNanos));
        dealt = true;
      }
      dealt |= places.settle(nowNanos, Math.max(soonNanos, startNanos));
    }
    return dealt;
  }

  /** Whether none that can act on places of a workload is still to be told, so that all start. */
  private boolean allHaveOrders(String workload) {
    return members.values().stream()
        .noneMatch(
            member ->
                member.condition == Condition.PRESENT
                    && member.canPlay()
                    && member.workers.getOrDefault(workload, 0) > 0
                    && !member.upToDate());
  }

  /** Gives an agent places if it can use them, and takes them if it cannot. */
  private void assign(String workload, Places places, Member member) {
    int workers = member.canPlay() ? member.workers.getOrDefault(workload, 0) : 0;
    if (places.agents().contains(member.name) || (workers > 0 && mayArrive(member, places))) {
      int up = member.last.status().workersUp().getOrDefault(workload, 0);
      places.want(member.name, workers, up);
    }
  }

  /**
   * An agent comes in when it has shown that it has the newest orders, in which it has nothing, and
   * when nobody is silent, for whom it would have to wait.
   */
  private boolean mayArrive(Member member, Places places) {
    return member.condition == Condition.PRESENT
        && member.upToDate()
        && member.last.fleetErrorNanos() <= timing.clockErrorNanos()
        && places.agents().stream()
            .allMatch(name -> members.get(name).condition == Condition.PRESENT);
  }

  /** Whether an agent has places of any workload. */
  boolean hasPlaces(Member member) {
    return workloads.values().stream().anyMatch(each -> each.agents().contains(member.name));
  }

  /** Whether a start has been set; before, nobody acts on anything. */
  boolean hasStart() {
    return startNanos != Long.MAX_VALUE;
  }

  /** Whether an agent may have stopped, so that others have to take over first. */
  boolean hasLapsed(long nowNanos, Member member) {
    return hasStart() && member.hasLapsed(nowNanos) && hasPlaces(member);
  }

  /** An agent has these orders. */
  void acknowledged(Member member, long version) {
    member
        .acknowledged(version)
        .forEach(
            (workload, number) -> {
              Places places = workloads.get(workload);
              if (places != null) {
                places.acknowledged(member.name, number);
              }
            });
  }

  /** An agent acts on its places no more. */
  void stopped(Member member) {
    workloads.values().forEach(each -> each.stopped(member.name));
  }

  /** Makes new orders of what is wanted, and sends those that differ. */
  void publish(long nowNanos) {
    for (Member member : members.values()) {
      if (member.isBusy()) {
        continue;
      }
      Orders next = ordersOf(nowNanos, member, version + 1);
      if (!next.equals(member.orders.as(version + 1))) {
        version++;
        member.order(next);
        if (member.isThere()) {
          tell(nowNanos, member);
        }
      }
    }
  }

  /** Whether agents have not been told their tasks yet. */
  boolean hasUntold() {
    return members.values().stream().anyMatch(each -> !each.isTold());
  }

  /**
   * Whether an agent is to prepare when others of its host have done so. If all did at once, none
   * of them would have the processor for its heartbeats, nor a controller on the same host.
   */
  private boolean waits(Member member) {
    AgentInfo info = member.last.info();
    return !hasStart()
        && !member.isTold()
        && members.values().stream()
                .filter(each -> each.prepares() && each.last.info().host().equals(info.host()))
                .count()
            >= PREPARING_PER_CORE * info.cores();
  }

  private Orders ordersOf(long nowNanos, Member member, long next) {
    if (member.task.id().isEmpty() || waits(member)) {
      return Orders.NONE.as(next);
    }
    List<Assignment> assignments = new ArrayList<>();
    workloads.forEach(
        (name, places) -> {
          if (member.workers.containsKey(name)) {
            assignments.add(
                new Assignment(
                    name,
                    member.workers.get(name),
                    places.target(),
                    places.sharesOf(member.name, nowNanos),
                    places.schedule()));
          }
        });
    return new Orders(
        next,
        timing.leaseNanos(),
        member.task.id(),
        member.task.sizes(),
        member.stops,
        startNanos,
        endNanos,
        assignments,
        note);
  }

  /**
   * Tells an agent what it is to do, or that it does it, and gives it a lease. It has none before
   * the change is in force that takes its old places away, nor from a controller that may not lead.
   */
  void tell(long nowNanos, Member member) {
    boolean busy = member.isBusy();
    boolean leased =
        !busy
            && leadership.leads(nowNanos)
            && member.mayBeLeased(nowNanos)
            && !hasLapsed(nowNanos, member)
            && workloads.entrySet().stream()
                .filter(each -> member.workers.containsKey(each.getKey()))
                .allMatch(each -> each.getValue().mayBeLeased(nowNanos, timing.clockErrorNanos()));
    if (leased) {
      member.isLeased(timing.leaseNanos());
    }
    send(
        member,
        leased ? member.orders.version() : -1,
        member.echo(link.clock(), nowNanos),
        Optional.of(member.orders)
            .filter(newest -> !busy && !member.upToDate())
            // else they are not made yet, and it would forget what it plays
            .filter(newest -> newest.task().equals(member.task.id())));
  }

  /** Tells an agent which of its items have been taken. */
  void confirm(Member member) {
    if (member.upToDate()) {
      send(member, member.orders.version(), Echo.NONE, Optional.empty());
    }
  }

  private void send(Member member, long known, Echo echo, Optional<Orders> orders) {
    if (leadership.held()) {
      link.send(member.name, new State(leadership.epoch(), known, echo, member.itemsTaken, orders));
    }
  }
}
