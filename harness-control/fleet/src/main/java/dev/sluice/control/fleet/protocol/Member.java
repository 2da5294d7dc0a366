package dev.sluice.control.fleet.protocol;

import dev.sluice.control.fleet.protocol.AgentView.Condition;
import dev.sluice.control.fleet.protocol.FleetMessage.Answer;
import dev.sluice.control.fleet.protocol.FleetMessage.Assignment;
import dev.sluice.control.fleet.protocol.FleetMessage.Echo;
import dev.sluice.control.fleet.protocol.FleetMessage.Heartbeat;
import dev.sluice.control.fleet.protocol.FleetMessage.Orders;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a controller knows of one agent, and wants of it. For one thread; readings are of the
 * controller's own clock.
 */
final class Member {

  static final long NEVER = Long.MIN_VALUE;

  final String name;

  /** What it is to do; orders are made of it. */
  String task = "";

  Map<String, Content> contents = Map.of();
  Map<String, Long> files = Map.of();
  boolean stops;
  final Map<String, Integer> workers = new LinkedHashMap<>();

  /** The newest orders. */
  Orders orders = Orders.NONE;

  Condition condition = Condition.PRESENT;
  long itemsTaken;

  /** The epoch it has accepted. */
  Epoch accepted = Epoch.NONE;

  /** What it said last, and when that was received. */
  Heartbeat last;

  long receivedNanos;

  /** Since when its clock has not been known well enough, or it was told so. */
  long inexactNanos;

  /** Whether people know that it is refused because of that. */
  boolean refused;

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
  }

  /** It is to play this, instead of what it had. */
  void give(Task next) {
    task = next.id();
    contents = next.files();
    files = new HashMap<>();
    contents.forEach((file, content) -> files.put(file, (long) content.size()));
    stops = false;
    itemsTaken = 0;
  }

  /** It is to play nothing. */
  void release() {
    give(Task.NONE);
    workers.clear();
  }

  /** It is to do what the controller before wanted, if it has all that it needs for that. */
  void adopt(Answer answer) {
    Orders before = answer.orders();
    if (!answer.heartbeat().task().equals(before.task())) {
      return;
    }
    task = before.task();
    files = before.files();
    stops = before.stops();
    for (Assignment assignment : before.workloads()) {
      workers.put(assignment.workload(), assignment.workers());
    }
  }

  /** Whether it is there, as far as is known. */
  boolean isThere() {
    return condition == Condition.PRESENT || condition == Condition.SILENT;
  }

  /** Whether it can act on places. */
  boolean canPlay() {
    return isThere() && !stops && last.task().equals(task) && last.status().ready();
  }

  /**
   * As others see it.
   *
   * @param clockErrorNanos how well it is to know the fleet's clock
   * @param wallAheadNanos the controller's wall clock less the fleet's clock
   */
  AgentView view(long clockErrorNanos, long wallAheadNanos) {
    boolean timed = last.fleetErrorNanos() != ClockOffset.UNKNOWN_NANOS;
    return new AgentView(
        name,
        last.info(),
        task,
        condition,
        last.status(),
        last.fleetErrorNanos(),
        last.fleetErrorNanos() <= clockErrorNanos,
        timed ? last.wallAheadNanos() - last.fleetAheadNanos() - wallAheadNanos : 0,
        upToDate(),
        receivedNanos);
  }

  /** It has accepted an epoch, and has no orders of it yet. */
  void accepts(Epoch epoch) {
    accepted = epoch;
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
    actsUntil(receivedNanos + FleetTiming.onAnyClock(leaseNanos));
  }

  /**
   * What its last heartbeat shows of its clock.
   *
   * @param fleetAheadNanos the fleet's clock less the controller's own
   */
  Echo echo(long nowNanos, long fleetAheadNanos) {
    return new Echo(
        last.sequence(),
        last.sentNanos(),
        receivedNanos + fleetAheadNanos,
        nowNanos + fleetAheadNanos);
  }

  void actsUntil(long nanos) {
    horizonNanos = Math.max(horizonNanos, nanos);
  }

  boolean mayBeLeased(long nowNanos) {
    return nowNanos > leaseFromNanos;
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
