package dev.sluice.control.fleet.protocol;

import dev.sluice.control.fleet.protocol.FleetMessage.AgentInfo;
import dev.sluice.control.fleet.protocol.FleetMessage.AgentStatus;
import dev.sluice.control.fleet.protocol.FleetMessage.Answer;
import dev.sluice.control.fleet.protocol.FleetMessage.Assignment;
import dev.sluice.control.fleet.protocol.FleetMessage.Claim;
import dev.sluice.control.fleet.protocol.FleetMessage.Echo;
import dev.sluice.control.fleet.protocol.FleetMessage.FilePart;
import dev.sluice.control.fleet.protocol.FleetMessage.FileRequest;
import dev.sluice.control.fleet.protocol.FleetMessage.Heartbeat;
import dev.sluice.control.fleet.protocol.FleetMessage.Inquiry;
import dev.sluice.control.fleet.protocol.FleetMessage.Item;
import dev.sluice.control.fleet.protocol.FleetMessage.Items;
import dev.sluice.control.fleet.protocol.FleetMessage.Leaving;
import dev.sluice.control.fleet.protocol.FleetMessage.Orders;
import dev.sluice.control.fleet.protocol.FleetMessage.Presence;
import dev.sluice.control.fleet.protocol.FleetMessage.Refusal;
import dev.sluice.control.fleet.protocol.FleetMessage.State;
import dev.sluice.core.pacing.Share;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A member of a fleet that does what a controller orders.
 *
 * <ul>
 *   <li>It obeys the highest epoch that it has accepted. A higher one is accepted if the agent has
 *       no task, or if the claim says that the controller it obeys has ended.
 *   <li>It acts until its lease ends: {@code leaseNanos} after it sent the last heartbeat that was
 *       answered with the orders that it has. A lease is never shortened by a late answer, but a
 *       new controller finds none that is longer than its own.
 *   <li>If its controller is dead (refused, not silent) while it has a lease, it goes on, a lease
 *       after the other, as long as every other agent that has a share says the same of the
 *       controller, and no longer than the controller's lease and the plan. So a refusal on the way
 *       to a controller that lives keeps no share in use that the controller gives away. With or
 *       without a lease it is free for another controller then, which may not know where the dead
 *       one was.
 *   <li>Orders with new shares are taken only while the fleet's clock is known well enough, and
 *       until then no lease is renewed.
 *   <li>The newest share is followed again, from a corrected time, when clocks have drifted apart.
 *   <li>It tells a controller that follows what it plays.
 *   <li>Items are kept until the controller takes the task away.
 * </ul>
 *
 * <p>For one thread. Readings are of this process's own clock unless they are called the fleet's.
 */
public final class Agent implements FleetLink.Listener {

  private static final long STOPPED = Long.MIN_VALUE;
  private static final long PROBE_NANOS = 1_000_000_000L;

  /** A share is not moved for less, because that wakes all workers. */
  private static final long MOVED_NANOS = 1_000_000L;

  private final FleetLink link;
  private final AgentInfo info;
  private final FleetTiming timing;
  private final AgentWork work;
  private final ClockOffset clock = new ClockOffset();
  private final Map<String, Integer> workers = new HashMap<>();

  private Epoch epoch = Epoch.NONE;
  private Epoch ordered = Epoch.NONE;
  private Epoch timed = Epoch.NONE;
  private Orders orders = Orders.NONE;
  private Download download;
  private Task task; // null until all of it is there, and so is the next
  private AgentWork.Part part;
  private boolean stopped;
  private long started = Long.MAX_VALUE;
  private ItemQueue items = new ItemQueue();
  private FollowedShares followed = new FollowedShares();
  private AgentStatus status = AgentStatus.IDLE;

  private long leaseEndNanos = STOPPED;
  private boolean orphaned;
  private long orphanedNanos = STOPPED;
  private boolean goesOn;
  private boolean takenOver; // its task, by a controller that may not know yet when the plan ends
  private final Map<String, Long> agreedNanos = new HashMap<>(); // that it is dead; by agent
  private boolean left;
  private long sequence;
  private long beatNanos = STOPPED;
  private long heardNanos = STOPPED;
  private long probedNanos = STOPPED;
  private String refusal = "";

  public Agent(FleetLink link, AgentInfo info, FleetTiming timing, AgentWork work) {
    this.link = link;
    this.info = info;
    this.timing = timing;
    this.work = work;
  }

  /** Says how far this agent's part of the run is; sent with the next heartbeat. */
  public void status(AgentStatus next) {
    if (next.phase() != status.phase()) {
      beatNanos = STOPPED; // worth telling at once
    }
    status = next;
  }

  /** Queues something for the controller. */
  public void add(Item.Kind kind, long number, Content content) {
    items.add(kind, number, content);
  }

  /** The epoch that it obeys. */
  public Epoch epoch() {
    return epoch;
  }

  /** The fleet's clock less this process's own, as far as it is known. */
  public long fleetAheadNanos(long nowNanos) {
    return clock.aheadNanos(nowNanos);
  }

  /** How many iterations of the task have fallen due while it had no lease, by workload. */
  public Map<String, Double> unassigned() {
    return followed.unassigned();
  }

  /** Leaves: its process acts on nothing any more. */
  public void leave() {
    left = true;
    leaseEndNanos = STOPPED;
    if (part != null) {
      part.leaseUntil(leaseEndNanos);
    }
    if (epoch.number() > 0) {
      link.send(epoch.issuer(), new Leaving());
    }
  }

  @Override
  public void received(long nowNanos, String from, FleetMessage message) {
    if (left) {
      return;
    }
    if (message instanceof Claim claim) {
      claimed(nowNanos, from, claim);
    } else if (message instanceof State state && state.epoch().equals(epoch)) {
      heard(nowNanos, state.echo());
      Optional<Orders> next =
          state.orders().filter(this::newer).filter(each -> mayTake(nowNanos, each));
      next.ifPresent(each -> take(nowNanos, each));
      renew(nowNanos, state.version(), state.echo(), state.itemsReceived());
      next.ifPresent(each -> beat(nowNanos));
      correct(nowNanos);
    } else if (message instanceof FilePart part && download != null && download.take(part)) {
      fetch(nowNanos);
    } else if (message instanceof FileRequest request
        && task != null
        && request.task().equals(task.id())) {
      Download.part(request, task.files()).ifPresent(part -> link.send(from, part));
    } else if (message instanceof Inquiry inquiry) {
      link.send(from, new Presence(orphaned, inquiry.sentNanos(), nowNanos, heartbeat(nowNanos)));
    } else if (message instanceof Presence other) {
      if (other.orphaned() && other.heartbeat().epoch().equals(epoch)) {
        agreedNanos.put(from, other.inquirySentNanos());
        goOn(nowNanos);
      }
    } else if (message instanceof Refusal told && !told.reason().equals(refusal)) {
      refusal = told.reason();
      work.noted("refused by the fleet: " + refusal);
    }
  }

  @Override
  public void view(long nowNanos, Set<String> members) {
    if (epoch.number() > 0 && !members.contains(epoch.issuer())) {
      probe(nowNanos);
    }
  }

  @Override
  public void probed(long nowNanos, String member, FleetLink.Evidence evidence) {
    if (evidence != FleetLink.Evidence.REFUSED || !member.equals(epoch.issuer()) || orphaned) {
      return;
    }
    orphaned = true; // though its lease may have ended before it found out
    orphanedNanos = nowNanos;
    agreedNanos.clear();
    goesOn = false;
    askOthers(nowNanos);
    goOn(nowNanos);
  }

  /** Those that may be given what this agent has, if the controller lives. */
  private Set<String> others() {
    Set<String> others = new HashSet<>();
    for (Assignment assignment : orders.workloads()) {
      assignment.schedule().ifPresent(schedule -> others.addAll(schedule.owners()));
    }
    others.removeAll(Set.of(link.self(), Places.NOBODY));
    return others;
  }

  private void askOthers(long nowNanos) {
    if (leased(nowNanos) && orders.leases().controllerLeaseNanos() > 0) {
      others().forEach(other -> link.send(other, new Inquiry(nowNanos)));
    }
  }

  /** Goes on without a controller, if nobody else has one, and not beyond the plan's end. */
  private void goOn(long nowNanos) {
    if (!orphaned || !leased(nowNanos)) {
      return;
    }
    long before = leaseEndNanos;
    long agreed = nowNanos;
    for (String other : others()) {
      agreed = Math.min(agreed, agreedNanos.getOrDefault(other, STOPPED));
    }
    if (agreed != STOPPED && orders.leases().controllerLeaseNanos() > 0) {
      long untilNanos =
          Math.min(
              agreed + orders.leases().leaseNanos(),
              orphanedNanos + orders.leases().controllerLeaseNanos());
      leaseEndNanos = Math.max(leaseEndNanos, untilNanos);
      if (!goesOn) {
        goesOn = true;
        work.noted("the controller " + epoch.issuer() + " is dead; going on until one follows it");
      }
    }
    leaseEndNanos = Math.min(leaseEndNanos, Math.max(nowNanos, planEndNanos()));
    if (leaseEndNanos != before) {
      lease(nowNanos);
    }
  }

  private long planEndNanos() {
    return part == null ? Long.MAX_VALUE : part.endNanos();
  }

  @Override
  public void tick(long nowNanos) {
    if (left || epoch.number() == 0) {
      return;
    }
    if (nowNanos - beatNanos >= timing.heartbeatNanos() || beatNanos == STOPPED) {
      beat(nowNanos);
      fetch(nowNanos);
      if (orphaned) {
        askOthers(nowNanos);
        goOn(nowNanos);
      }
    }
    sendItems(nowNanos);
    if (nowNanos - heardNanos >= timing.suspectNanos()
        && (probedNanos == STOPPED || nowNanos - probedNanos >= PROBE_NANOS)) {
      probe(nowNanos);
    }
  }

  private void probe(long nowNanos) {
    probedNanos = nowNanos;
    link.probe(epoch.issuer());
  }

  private void claimed(long nowNanos, String from, Claim claim) {
    boolean higher = claim.epoch().number() > 0 && epoch.isBefore(claim.epoch());
    boolean free =
        orders.task().isEmpty()
            || claim.ended().contains(epoch.issuer())
            || orphaned // it has found itself that the controller it obeys is dead
            || claim.epoch().issuer().equals(epoch.issuer());
    boolean accepts = higher && free;
    if (accepts) {
      epoch = claim.epoch();
      heardNanos = nowNanos;
      orphaned = false;
      items.again();
      takenOver = !orders.task().isEmpty();
      long mostNanos =
          Math.min(nowNanos + orders.leases().leaseNanos(), Math.max(nowNanos, planEndNanos()));
      if (leaseEndNanos > mostNanos) {
        leaseEndNanos = mostNanos;
        lease(nowNanos);
      }
    }
    link.send(
        from,
        new Answer(
            claim.epoch(),
            epoch.equals(claim.epoch()),
            ordered,
            heartbeat(nowNanos),
            orders,
            leased(nowNanos) ? leaseEndNanos - nowNanos : 0,
            claim.sentNanos(),
            nowNanos));
  }

  private void heard(long nowNanos, Echo echo) {
    heardNanos = nowNanos;
    if (echo.isOne()) {
      if (!timed.equals(epoch)) { // another clock from now on
        timed = epoch;
        clock.forget();
      }
      clock.exchanged(echo.agentSentNanos(), echo.receivedNanos(), echo.answeredNanos(), nowNanos);
    }
  }

  private boolean newer(Orders next) {
    return !ordered.equals(epoch) || next.version() > orders.version();
  }

  /** Shares need a clock. */
  private boolean mayTake(long nowNanos, Orders next) {
    return next.workloads().stream().allMatch(assignment -> assignment.shares().isEmpty())
        || (timed.equals(epoch) && clock.errorNanos(nowNanos) <= timing.clockErrorNanos());
  }

  private void take(long nowNanos, Orders next) {
    if (!next.task().equals(orders.task())) {
      forget();
      if (!next.task().isEmpty()) {
        download = new Download(next.task(), next.files());
      }
    }
    orders = next;
    ordered = epoch;
    fetch(nowNanos);
    act(nowNanos);
  }

  private void forget() {
    if (part != null) {
      part.forget();
    }
    download = null;
    task = null;
    part = null;
    stopped = false;
    started = Long.MAX_VALUE;
    workers.clear();
    items = new ItemQueue();
    followed = new FollowedShares();
    leaseEndNanos = STOPPED;
    takenOver = false;
    status = AgentStatus.IDLE;
  }

  private void fetch(long nowNanos) {
    if (download == null) {
      return;
    }
    download.next().ifPresent(request -> link.send(epoch.issuer(), request));
    if (download.next().isEmpty()) {
      task = download.task();
      download = null;
      part = work.prepare(task);
      if (leased(nowNanos)) {
        lease(nowNanos);
      }
      act(nowNanos);
    }
  }

  /** Does what the orders say and was not done yet. */
  private void act(long nowNanos) {
    if (part == null) {
      return;
    }
    long aheadNanos = clock.aheadNanos(nowNanos);
    for (Assignment assignment : orders.workloads()) {
      String workload = assignment.workload();
      Integer before = workers.put(workload, assignment.workers());
      if (before == null || before != assignment.workers()) {
        part.workers(workload, assignment.workers());
      }
    }
    if (orders.startNanos() != started) {
      started = orders.startNanos();
      part.startAt(started - aheadNanos);
    }
    for (Assignment assignment : orders.workloads()) {
      for (Share share : assignment.shares()) {
        if (share.number() > followed.newest(assignment.workload()).map(Share::number).orElse(0L)) {
          follow(assignment.workload(), share, aheadNanos);
        }
      }
    }
    if (orders.stops() && !stopped) {
      stopped = true;
      part.stop();
    }
  }

  private void follow(String workload, Share share, long aheadNanos) {
    Share local = share.by(-aheadNanos);
    followed.follow(workload, local);
    part.follow(workload, local);
  }

  /**
   * The time of a share was turned into a reading of the own clock when it was taken. If it has
   * become more wrong than can be a wrong measurement, the share is followed from the right one.
   */
  private void correct(long nowNanos) {
    if (!ordered.equals(epoch) || !timed.equals(epoch)) {
      return;
    }
    long aheadNanos = clock.aheadNanos(nowNanos);
    long leastNanos = Math.max(MOVED_NANOS, clock.errorNanos(nowNanos));
    for (Assignment assignment : orders.workloads()) {
      for (Share share : assignment.shares()) {
        long rightNanos = share.fromNanos() - aheadNanos;
        followed
            .newest(assignment.workload())
            .filter(newest -> newest.number() == share.number())
            .filter(newest -> Math.abs(newest.fromNanos() - rightNanos) > leastNanos)
            .ifPresent(moved -> follow(assignment.workload(), share, aheadNanos));
      }
    }
  }

  private void renew(long nowNanos, long version, Echo echo, long itemsReceived) {
    if (!ordered.equals(epoch) || version != orders.version()) {
      return;
    }
    items.taken(nowNanos, itemsReceived);
    long endNanos = echo.agentSentNanos() + orders.leases().leaseNanos();
    if (takenOver && !orders.stops()) {
      endNanos = Math.min(endNanos, planEndNanos());
    }
    if (echo.isOne() && endNanos > leaseEndNanos && !orders.task().isEmpty()) {
      leaseEndNanos = endNanos;
      lease(nowNanos);
    }
    orphaned = false;
    sendItems(nowNanos);
  }

  private void lease(long nowNanos) {
    followed.leaseUntil(nowNanos, leaseEndNanos, planEndNanos());
    if (part != null) {
      part.leaseUntil(leaseEndNanos);
    }
  }

  private boolean leased(long nowNanos) {
    return leaseEndNanos != STOPPED && nowNanos < leaseEndNanos;
  }

  private void sendItems(long nowNanos) {
    if (orders.task().isEmpty() || !ordered.equals(epoch)) {
      return;
    }
    List<Item> due = items.due(nowNanos, 2 * timing.heartbeatNanos());
    if (!due.isEmpty()) {
      link.send(epoch.issuer(), new Items(orders.task(), due));
    }
  }

  private void beat(long nowNanos) {
    beatNanos = nowNanos;
    link.send(epoch.issuer(), heartbeat(nowNanos));
  }

  private Heartbeat heartbeat(long nowNanos) {
    return new Heartbeat(
        sequence++,
        nowNanos,
        link.wallAheadNanos(),
        info,
        epoch,
        ordered.equals(epoch) ? orders.version() : -1,
        status,
        part == null ? "" : orders.task(),
        clock.aheadNanos(nowNanos),
        clock.errorNanos(nowNanos));
  }
}
