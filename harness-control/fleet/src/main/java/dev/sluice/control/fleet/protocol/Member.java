package dev.sluice.control.fleet.protocol;

import dev.sluice.control.fleet.protocol.AgentView.Condition;
import dev.sluice.control.fleet.protocol.FleetMessage.AgentStatus;
import dev.sluice.control.fleet.protocol.FleetMessage.Assignment;
import dev.sluice.control.fleet.protocol.FleetMessage.Echo;
import dev.sluice.control.fleet.protocol.FleetMessage.Heartbeat;
import dev.sluice.control.fleet.protocol.FleetMessage.Held;
import dev.sluice.control.fleet.protocol.FleetMessage.Orders;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What a controller knows of one agent, and wants of it. For one thread; readings are of the
 * controller's own clock.
 */
final class Member {

  static final long NEVER = Long.MIN_VALUE;

  final String name;

  /** What it is to do; orders are made of it. */
  Task task = Task.NONE;

  boolean stops;
  final Map<String, Integer> workers = new LinkedHashMap<>();

  /** The newest orders. */
  Orders orders = Orders.NONE;

  Condition condition = Condition.PRESENT;
  long itemsTaken;

  /** What it said last, and when that was received. */
  Heartbeat last;

  long receivedNanos;

  /** What an earlier controller ordered, if it plays that. */
  Optional<Held> held = Optional.empty();

  /** When it had to stop acting for that one. */
  long heldLeaseEndNanos;

  /** Whether it was given anything to play by this controller, or nothing. */
  private boolean given;

  /** Whether the hub knows it, and since when it does not know it any more. */
  private boolean known;

  private long closedNanos = NEVER;

  /** Since when its clock has not been known well enough; {@link #NEVER} if that has been said. */
  long inexactNanos;

  /** When its lease runs out, as seen from here; {@link #NEVER} if it acts on nothing. */
  long horizonNanos = NEVER;

  /** It is to have no lease before that. */
  long leaseFromNanos = NEVER;

  private long acked = -1;
  private final TreeMap<Long, Map<String, Long>> sent = new TreeMap<>();

  Member(String name, Heartbeat first, long nowNanos) {
    this.name = name;
    this.last = first;
    this.receivedNanos = nowNanos;
    this.inexactNanos = nowNanos;
    hold(first, nowNanos);
  }

  private void hold(Heartbeat heartbeat, long nowNanos) {
    if (heartbeat.held().isPresent()) {
      held = heartbeat.held();
      heldLeaseEndNanos = nowNanos + held.get().leaseLeftNanos();
    }
  }

  /** It is to play this, instead of what it had. */
  void give(Task next) {
    task = next;
    stops = false;
    itemsTaken = 0;
    given = true;
  }

  /** It is to play nothing. */
  void release() {
    give(Task.NONE);
    workers.clear();
  }

  /** It is to play on what it held when it came. */
  void resume(Task whole) {
    Orders before = heldOrders();
    task = whole;
    stops = before.stops();
    given = true;
    before.workloads().forEach(each -> workers.put(each.workload(), each.workers()));
  }

  /** What it played when it came; nothing if it was free. */
  Orders heldOrders() {
    return held.map(Held::orders).orElse(Orders.NONE);
  }

  /** The clock of the controller that ordered that, less this one's. */
  long heldAheadNanos() {
    return held.map(Held::fleetAheadNanos).orElse(0L) - last.fleetAheadNanos();
  }

  /** About how wrong that may be. */
  long heldErrorNanos() {
    return Math.max(
        held.map(Held::fleetErrorNanos).orElse(ClockOffset.UNKNOWN_NANOS), last.fleetErrorNanos());
  }

  boolean plays(String wanted) {
    return last.task().equals(wanted);
  }

  /** Whether it plays what it was given, or did when it was heard last. */
  boolean isOfRun() {
    return !task.id().isEmpty() && plays(task.id());
  }

  /** Whether it has all that it is to play. */
  boolean hasBegun() {
    return last.status().phase() != AgentStatus.Phase.IDLE;
  }

  /** Whether it plays for another controller, to which it is left. */
  boolean isBusy() {
    return !given && !last.task().isEmpty();
  }

  /** Whether it is there, as far as is known. */
  boolean isThere() {
    return condition == Condition.PRESENT || condition == Condition.SILENT;
  }

  /** Whether its orders are to play what it is to play. */
  boolean isTold() {
    return orders.task().equals(task.id());
  }

  /** Whether it fetches its task, or makes ready to connect its first worker. */
  boolean prepares() {
    AgentStatus status = last.status();
    return isThere()
        && !task.id().isEmpty()
        && isTold()
        && (!plays(task.id()) || status.phase().compareTo(AgentStatus.Phase.PREPARING) <= 0)
        && status.workersUp().values().stream().allMatch(up -> up == 0);
  }

  /** Whether it can act on places. */
  boolean canPlay() {
    return isThere() && !stops && plays(task.id()) && last.status().ready();
  }

  /**
   * As others see it.
   *
   * @param clockErrorNanos how well it is to know the fleet's clock
   * @param wallAheadNanos the controller's wall clock less its own
   */
  AgentView view(long clockErrorNanos, long wallAheadNanos) {
    boolean timed = last.fleetErrorNanos() != ClockOffset.UNKNOWN_NANOS;
    return new AgentView(
        name,
        last.info(),
        task.id(),
        condition,
        last.status(),
        last.fleetErrorNanos(),
        last.fleetErrorNanos() <= clockErrorNanos,
        timed ? last.wallAheadNanos() - last.fleetAheadNanos() - wallAheadNanos : 0,
        upToDate(),
        receivedNanos);
  }

  /** It has no orders of the controller's epoch. */
  void hasNoOrders() {
    acked = -1;
  }

  /**
   * Takes a heartbeat.
   *
   * @return whether it is newer than what was known
   */
  boolean heard(Heartbeat heartbeat, long nowNanos) {
    if (heartbeat.sequence() <= last.sequence()) {
      return false;
    }
    last = heartbeat;
    receivedNanos = nowNanos;
    hold(heartbeat, nowNanos);
    if (heartbeat.sentNanos() + heartbeat.fleetAheadNanos() > closedNanos) {
      closedNanos = NEVER; // it has another connection
    }
    return true;
  }

  /** Whether it acts on the newest orders. */
  boolean upToDate() {
    return acked == orders.version();
  }

  /**
   * It has these orders.
   *
   * @return the number of the newest change it knows now, by workload
   */
  Map<String, Long> acknowledged(long version) {
    acked = Math.max(acked, version);
    Map<String, Long> numbers = sent.getOrDefault(version, Map.of());
    sent.headMap(version, true).clear();
    return numbers;
  }

  /** What is sent to it from now on. */
  void order(Orders next) {
    Map<String, Long> numbers = new HashMap<>();
    for (Assignment assignment : next.workloads()) {
      if (!assignment.shares().isEmpty()) {
        int newest = assignment.shares().size() - 1;
        numbers.put(assignment.workload(), assignment.shares().get(newest).number());
      }
    }
    orders = next;
    sent.put(next.version(), numbers);
  }

  /** Its last heartbeat is answered, hence it has a lease. */
  void isLeased(long leaseNanos) {
    // it sent the heartbeat before it came here, so its lease ends before this
    horizonNanos = Math.max(horizonNanos, receivedNanos + FleetTiming.onAnyClock(leaseNanos));
  }

  /** What its last heartbeat shows of its clock. */
  Echo echo(String clock, long nowNanos) {
    return new Echo(clock, last.sequence(), last.sentNanos(), receivedNanos, nowNanos);
  }

  /**
   * Whether the hub knows it now. It has closed the connection of one that it knew before: that one
   * has ended if it was heard until then; one that was silent may only be cut off.
   *
   * @param suspectNanos how long one that is silent may be heard still
   */
  void view(long nowNanos, boolean isKnown, long suspectNanos) {
    if (isKnown || known) {
      closedNanos = !isKnown && nowNanos - receivedNanos < suspectNanos ? nowNanos : NEVER;
    }
    known = isKnown;
  }

  /** The hub is another one, or tells nothing for a while. */
  void hubIsLost() {
    known = false;
    closedNanos = NEVER;
  }

  /**
   * Whether its process has ended.
   *
   * @param patienceNanos for another connection
   */
  boolean isDead(long nowNanos, long patienceNanos) {
    return closedNanos != NEVER && nowNanos - closedNanos >= patienceNanos;
  }

  boolean mayBeLeased(long nowNanos) {
    return nowNanos > leaseFromNanos;
  }

  /** Whether the hub has a connection of it, which it closes when nothing has come for a lease. */
  boolean isConnected() {
    return known;
  }

  /** Whether it may act on what it was granted. */
  boolean mayAct(long nowNanos) {
    return nowNanos <= horizonNanos;
  }

  /** Whether it was given leases, and the last one has run out. */
  boolean hasLapsed(long nowNanos) {
    return horizonNanos != NEVER && !mayAct(nowNanos);
  }
}
