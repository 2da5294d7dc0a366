package dev.sluice.control.fleet.protocol;

import static dev.sluice.core.time.Nanos.NANOS_PER_SECOND;

import dev.sluice.control.fleet.protocol.FleetMessage.AgentInfo;
import dev.sluice.control.fleet.protocol.FleetMessage.AgentStatus;
import dev.sluice.control.fleet.protocol.FleetMessage.Assignment;
import dev.sluice.control.fleet.protocol.FleetMessage.Echo;
import dev.sluice.control.fleet.protocol.FleetMessage.FilePart;
import dev.sluice.control.fleet.protocol.FleetMessage.FileRequest;
import dev.sluice.control.fleet.protocol.FleetMessage.Heartbeat;
import dev.sluice.control.fleet.protocol.FleetMessage.Held;
import dev.sluice.control.fleet.protocol.FleetMessage.Inquiry;
import dev.sluice.control.fleet.protocol.FleetMessage.Item;
import dev.sluice.control.fleet.protocol.FleetMessage.Items;
import dev.sluice.control.fleet.protocol.FleetMessage.Leaving;
import dev.sluice.control.fleet.protocol.FleetMessage.Orders;
import dev.sluice.control.fleet.protocol.FleetMessage.Presence;
import dev.sluice.control.fleet.protocol.FleetMessage.State;
import dev.sluice.core.pacing.Share;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * A member of a fleet that does what a controller orders.
 *
 * <ul>
 *   <li>It obeys the highest epoch that it has heard of.
 *   <li>It acts until its lease ends: {@code leaseNanos} after it sent the last heartbeat that was
 *       answered with the orders that it has. A lease is never shortened by a late answer.
 *   <li>A lease that has ended is followed by another only with an answer that has just been given.
 *   <li>Without answers for a while, or with a controller that follows another, it has no lease
 *       beyond the end of its plan, until it is told to stop.
 *   <li>While more than one hub answers it has none, and is silent.
 *   <li>Orders with new shares are taken only while the fleet's clock is known well enough, and
 *       until then no lease is renewed.
 *   <li>The newest share is followed again, from a corrected time, when clocks have drifted apart.
 *   <li>It tells a controller that follows what it plays. It forgets the task when none has given
 *       it orders for a time.
 *   <li>Items are kept until the controller takes the task away.
 * </ul>
 *
 * <p>For one thread. Readings are of this process's own clock unless they are called the fleet's.
 */
public final class Agent implements FleetLink.Listener {

  private static final long STOPPED = Long.MIN_VALUE;

  /** An agent may need some exchanges until it knows the fleet's clock well enough. */
  private static final long CLOCK_PATIENCE_NANOS = 5_000_000_000L;

  /** How much more often it asks for the time then. */
  private static final int HURRY = 2;

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
  private long ends = Long.MAX_VALUE;
  private ItemQueue items = new ItemQueue();
  private final Map<String, Share> followed = new HashMap<>(); // the newest, by workload
  private AgentStatus status = AgentStatus.IDLE;

  private long leaseEndNanos = STOPPED;
  private long servedNanos = STOPPED; // with orders or a lease
  private boolean takenOver; // its task, by a controller that may not know yet when the plan ends
  private String abandoned; // the task that nobody followed; null before
  private boolean split;
  private long heldFrom; // the first heartbeat that tells what it holds
  private boolean heldKnown;
  private long heldAheadNanos;
  private long heldErrorNanos = ClockOffset.UNKNOWN_NANOS;
  private long inexactNanos = STOPPED; // since when; it is said once
  private boolean inexact;
  private boolean left;
  private long sequence;
  private long beatNanos = STOPPED;
  private long heardNanos = STOPPED;

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
  public void add(Item.Payload kind, long number, Content content) {
    items.add(kind, number, content);
  }

  /** The epoch that it obeys. */
  public Epoch epoch() {
    return epoch;
  }

  /** The fleet's clock less this process's own, as far as it is known. */
  public long fleetAheadNanos() {
    return clock.aheadNanos();
  }

  /** Leaves: its process acts on nothing any more. */
  public void leave() {
    left = true;
    leaseEndNanos = STOPPED;
    if (part != null) {
      part.leaseUntil(leaseEndNanos);
    }
    link.send(FleetLink.CONTROLLER, new Leaving());
  }

  @Override
  public void received(long nowNanos, String from, FleetMessage message) {
    if (left || split) {
      return;
    }
    if (message instanceof State state && !state.epoch().isBefore(epoch)) {
      obey(nowNanos, state.epoch());
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
      Download.part(request, task.files()).ifPresent(part -> link.send(FleetLink.CONTROLLER, part));
    } else if (message instanceof Inquiry inquiry) {
      link.send(from, new Presence(inquiry.sentNanos(), nowNanos, heartbeat(nowNanos)));
    }
  }

  /** Another controller may follow; what an earlier one ordered is told to it. */
  private void obey(long nowNanos, Epoch next) {
    if (next.equals(epoch)) {
      return;
    }
    if (ordered.equals(epoch)) {
      heldAheadNanos = clock.aheadNanos();
      heldErrorNanos = clock.errorNanos(nowNanos);
    }
    epoch = next;
    heldKnown = false;
    heldFrom = sequence;
    items.again();
    takenOver = !orders.task().isEmpty();
    endWithPlan(nowNanos);
  }

  @Override
  public void split(long nowNanos, boolean isSplit) {
    split = isSplit;
    if (split) {
      work.noted("split brain: more than one hub answers; this agent does nothing until one does");
      leaseEndNanos = Math.min(leaseEndNanos, nowNanos);
      lease();
    }
  }

  /** Nobody may say in time that the plan has ended. */
  private void endWithPlan(long nowNanos) {
    long mostNanos = Math.max(nowNanos, planEndNanos());
    if (leaseEndNanos > mostNanos && !orders.stops()) {
      leaseEndNanos = mostNanos;
      lease();
    }
  }

  private long planEndNanos() {
    return part == null ? Long.MAX_VALUE : part.endNanos();
  }

  @Override
  public void tick(long nowNanos) {
    if (left || split) {
      return;
    }
    if (nowNanos - heardNanos > 2 * timing.heartbeatNanos() && leased(nowNanos)) {
      endWithPlan(nowNanos);
    }
    if (!orders.task().isEmpty() && nowNanos - servedNanos > timing.keepNanos()) {
      work.noted("no controller has followed; its part of " + orders.task() + " is over");
      abandoned = orders.task();
      forget();
      orders = Orders.NONE;
    }
    if (nowNanos - beatNanos >= beatsEvery(nowNanos) || beatNanos == STOPPED) {
      beat(nowNanos);
      fetch(nowNanos);
    }
    sendItems(nowNanos);
    watchClock(nowNanos);
  }

  /** More often on a host so busy that its clock may soon be known too badly for a share. */
  private long beatsEvery(long nowNanos) {
    boolean exact = clock.errorNanos(nowNanos) <= timing.clockErrorNanos() / 2;
    return exact ? timing.heartbeatNanos() : timing.heartbeatNanos() / HURRY;
  }

  private boolean knowsClock(long nowNanos) {
    return clock.errorNanos(nowNanos) <= timing.clockErrorNanos();
  }

  /** Says once why it has no share, if that is because nobody knows how its clock goes. */
  private void watchClock(long nowNanos) {
    if (knowsClock(nowNanos) || !clock.known() || inexactNanos == STOPPED) {
      inexactNanos = nowNanos;
    } else if (!inexact && nowNanos - inexactNanos >= CLOCK_PATIENCE_NANOS) {
      inexact = true;
      work.noted(
          "this host is too busy to measure its clock to %d ms; waiting"
              .formatted(TimeUnit.NANOSECONDS.toMillis(timing.clockErrorNanos())));
    }
  }

  private void heard(long nowNanos, Echo echo) {
    heardNanos = nowNanos;
    if (echo.isOne()) {
      heldKnown |= echo.sequence() >= heldFrom;
      if (!timed.equals(epoch)) { // another clock from now on
        timed = epoch;
        clock.forget();
      }
      long sentNanos = echo.agentSentNanos();
      if (!echo.clock().isEmpty() && echo.clock().equals(link.clock())) {
        clock.exchangedOnOneClock(sentNanos, echo.receivedNanos(), echo.answeredNanos(), nowNanos);
      } else {
        clock.exchanged(sentNanos, echo.receivedNanos(), echo.answeredNanos(), nowNanos);
      }
    }
  }

  private boolean newer(Orders next) {
    return !ordered.equals(epoch) || next.version() > orders.version();
  }

  /** Shares need a clock; a task that was forgotten has lost its figures. */
  private boolean mayTake(long nowNanos, Orders next) {
    if (next.task().equals(abandoned)) {
      return false;
    }
    return next.workloads().stream().allMatch(assignment -> assignment.shares().isEmpty())
        || (timed.equals(epoch) && knowsClock(nowNanos));
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
    servedNanos = nowNanos;
    fetch(nowNanos);
    act();
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
    ends = Long.MAX_VALUE;
    workers.clear();
    items = new ItemQueue();
    followed.clear();
    leaseEndNanos = STOPPED;
    takenOver = false;
    status = AgentStatus.IDLE;
  }

  private void fetch(long nowNanos) {
    if (download == null) {
      return;
    }
    download.next().ifPresent(request -> link.send(FleetLink.CONTROLLER, request));
    if (download.next().isEmpty()) {
      task = download.task();
      download = null;
      part = work.prepare(task);
      if (leased(nowNanos)) {
        lease();
      }
      act();
    }
  }

  /** Does what the orders say and was not done yet. */
  private void act() {
    if (part == null) {
      return;
    }
    long aheadNanos = clock.aheadNanos();
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
        Share newest = followed.get(assignment.workload());
        if (newest == null || share.number() > newest.number()) {
          follow(assignment.workload(), share, aheadNanos);
        }
      }
    }
    if (orders.endNanos() < ends) {
      ends = orders.endNanos();
      part.measureUntil(ends - aheadNanos);
    }
    if (orders.stops() && !stopped) {
      stopped = true;
      part.stop();
    }
  }

  private void follow(String workload, Share share, long aheadNanos) {
    Share local = share.by(-aheadNanos);
    followed.put(workload, local);
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
    long aheadNanos = clock.aheadNanos();
    long leastNanos = Math.max(MOVED_NANOS, clock.errorNanos(nowNanos));
    for (Assignment assignment : orders.workloads()) {
      for (Share share : assignment.shares()) {
        long rightNanos = share.fromNanos() - aheadNanos;
        Optional.ofNullable(followed.get(assignment.workload()))
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
    servedNanos = nowNanos;
    items.taken(nowNanos, itemsReceived);
    long endNanos = echo.agentSentNanos() + orders.leaseNanos();
    if (takenOver && !orders.stops()) {
      endNanos = Math.min(endNanos, planEndNanos());
    }
    if (echo.isOne()
        && endNanos > Math.max(nowNanos, leaseEndNanos)
        && !orders.task().isEmpty()
        && knowsAllThatBegan(nowNanos, echo)) {
      long lostNanos = Math.min(nowNanos, planEndNanos()) - leaseEndNanos;
      if (leaseEndNanos != STOPPED && lostNanos > 0 && !followed.isEmpty()) {
        work.noted(
            String.format(
                Locale.ROOT,
                "did nothing for %.1f s, because its lease had ended",
                lostNanos / NANOS_PER_SECOND));
      }
      leaseEndNanos = endNanos;
      lease();
    }
    sendItems(nowNanos);
  }

  /**
   * One that has a lease again must not act on a share while another has begun: what fell due
   * without a lease is left out by the share in force. An answer younger than the lead is of all
   * that has begun.
   */
  private boolean knowsAllThatBegan(long nowNanos, Echo echo) {
    long ageNanos = nowNanos + clock.aheadNanos() - echo.answeredNanos();
    return leaseEndNanos == STOPPED
        || nowNanos <= leaseEndNanos
        || (knowsClock(nowNanos) && ageNanos < timing.leadNanos() - timing.clockErrorNanos());
  }

  private void lease() {
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
      link.send(FleetLink.CONTROLLER, new Items(orders.task(), due));
    }
  }

  private void beat(long nowNanos) {
    beatNanos = nowNanos;
    link.send(FleetLink.CONTROLLER, heartbeat(nowNanos));
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
        orders.task(),
        clock.aheadNanos(),
        clock.errorNanos(nowNanos),
        Optional.of(orders)
            .filter(each -> !heldKnown && !ordered.equals(epoch) && !each.task().isEmpty())
            .map(each -> held(nowNanos, each)));
  }

  private Held held(long nowNanos, Orders of) {
    return new Held(
        ordered,
        of.withoutShares(),
        heldAheadNanos,
        heldErrorNanos,
        Math.max(leaseEndNanos, servedNanos) - nowNanos);
  }
}
