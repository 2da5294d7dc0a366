package dev.sluice.control.fleet.protocol;

import dev.sluice.control.fleet.protocol.FleetMessage.Answer;
import dev.sluice.control.fleet.protocol.FleetMessage.Assignment;
import dev.sluice.control.fleet.protocol.FleetMessage.Echo;
import dev.sluice.control.fleet.protocol.FleetMessage.Leases;
import dev.sluice.control.fleet.protocol.FleetMessage.Orders;
import dev.sluice.control.fleet.protocol.FleetMessage.Renewal;
import dev.sluice.control.fleet.protocol.FleetMessage.State;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * Tells agents what they are to do: each its whole orders at every change, and again with every
 * heartbeat until it has them. An agent that is told has a lease.
 *
 * <p>For one thread. Readings are of the controller's own clock unless they are called the fleet's.
 */
final class Dispatcher {

  private final FleetLink link;
  private final FleetTiming timing;
  private final Leadership leadership;
  private final Map<String, Places> workloads;

  private Content note = Content.EMPTY;
  private long startNanos = Long.MAX_VALUE;
  private long version;

  /**
   * @param workloads by name, as they are declared
   */
  Dispatcher(
      FleetLink link, FleetTiming timing, Leadership leadership, Map<String, Places> workloads) {
    this.link = link;
    this.timing = timing;
    this.leadership = leadership;
    this.workloads = workloads;
  }

  /** The common start, by the fleet's clock; {@link Long#MAX_VALUE} if there is none yet. */
  long startNanos() {
    return startNanos;
  }

  void startAt(long fleetNanos) {
    startNanos = fleetNanos;
  }

  /** What agents keep for the controller that follows. */
  void note(Content content) {
    note = content;
  }

  Content note() {
    return note;
  }

  /** Goes on where the controller before was. */
  void follow() {
    for (Answer each : leadership.played().values()) {
      note = each.orders().note().size() > 0 ? each.orders().note() : note;
      startNanos = Math.min(startNanos, each.orders().startNanos());
    }
  }

  /** Makes new orders of what is wanted, and sends those that differ. */
  void publish(long nowNanos, Collection<Member> members) {
    for (Member member : members) {
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

  private Orders ordersOf(long nowNanos, Member member, long next) {
    if (member.task.isEmpty()) {
      return Orders.NONE.as(next);
    }
    long fleetNanos = nowNanos + leadership.fleetAheadNanos();
    List<Assignment> assignments = new ArrayList<>();
    workloads.forEach(
        (name, places) -> {
          if (member.workers.containsKey(name)) {
            assignments.add(
                new Assignment(
                    name,
                    member.workers.get(name),
                    places.target(),
                    places.started()
                        ? places.sharesOf(member.name, member.known(name), fleetNanos)
                        : List.of(),
                    places.schedule()));
          }
        });
    return new Orders(
        next,
        new Leases(timing.leaseNanos(), timing.strictLeases() ? 0 : timing.controllerLeaseNanos()),
        member.task,
        member.files,
        member.goal,
        startNanos,
        assignments,
        note);
  }

  /**
   * Tells an agent what it is to do, or that it does it; either gives it a lease. One that had
   * stopped is given none before the change is in force that takes its old places away.
   */
  void tell(long nowNanos, Member member) {
    if (!member.accepted.equals(leadership.epoch())) {
      return;
    }
    if (!member.mayBeLeased(nowNanos)) {
      renew(member, -1, member.echo(nowNanos, leadership.fleetAheadNanos()));
      return;
    }
    Echo echo = member.answered(nowNanos, timing.leaseNanos(), leadership.fleetAheadNanos());
    if (member.upToDate()) {
      renew(member, member.orders.version(), echo);
    } else {
      link.send(member.name, new State(leadership.epoch(), echo, member.itemsTaken, member.orders));
    }
  }

  /** Tells an agent which of its items have been taken. */
  void confirm(Member member) {
    if (member.upToDate()) {
      renew(member, member.orders.version(), Echo.NONE);
    }
  }

  private void renew(Member member, long known, Echo echo) {
    link.send(member.name, new Renewal(leadership.epoch(), known, echo, member.itemsTaken));
  }
}
