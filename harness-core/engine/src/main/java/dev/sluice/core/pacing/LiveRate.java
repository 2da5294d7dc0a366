package dev.sluice.core.pacing;

import dev.sluice.core.pacing.RateCurve.NoSchedule;
import dev.sluice.core.time.NanoClock;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntFunction;

/**
 * The live rate of one workload: what a person turns and every worker's {@link Pacer} follows.
 *
 * <p>Changes come from any thread and are serialised here; each publishes a new schedule and wakes
 * every waiting worker, so that a worker at one iteration a second sees it at once. Pacers read
 * {@link #schedule()}: one volatile read, no lock.
 *
 * <p>A change takes effect at the time it is given, which should be now, so that the live rates of
 * several workloads turn at one moment.
 *
 * <p>Or it {@linkplain #follow follows} a share of a schedule that several processes have in
 * common; then it is turned by nobody else.
 */
public final class LiveRate {

  private final PacingQuantum quantum;
  private final long catchUpNanos;
  private final Standstills standstills = new Standstills(this);

  private final Set<Pacer> waiting = new LinkedHashSet<>(); // for their part; guarded by this
  private final Set<Pacer> members = new LinkedHashSet<>(); // that have one; guarded by this
  private Assignment assignment = Assignment.NOBODY; // guarded by this
  private boolean dealtToOthers; // the grid is that of other members; guarded by this
  private RateCurve atStart = NoSchedule.PAUSED; // guarded by this
  private boolean started; // guarded by this
  private Schedule vacated; // in force when the lease ran out, else null; guarded by this

  /** Granted by somebody else: the one in force, and those to come; guarded by this. */
  private final Deque<Followed> followed = new ArrayDeque<>();

  private volatile Schedule schedule;
  private volatile long leaseNanos = NanoClock.NEVER;
  private volatile boolean heldByLease; // somebody may wait for the lease to be prolonged

  /** A share, and who has its places here. */
  private record Followed(Share share, Assignment assignment) {}

  public LiveRate(long nowNanos, PacingQuantum quantum, CatchUp catchUp) {
    this.quantum = quantum;
    this.catchUpNanos = catchUp.limitNanos();
    this.schedule = Schedule.notStarted(nowNanos);
  }

  /** The schedule as it stands, with what is planned; until {@link #start} it is paused. */
  Schedule schedule() {
    return schedule;
  }

  /** The schedule in force at a time. */
  public Schedule scheduleAt(long nanos) {
    return schedule.at(nanos);
  }

  /** The oldest lateness that is still made up; see {@link CatchUp#limitNanos}. */
  long catchUpNanos() {
    return catchUpNanos;
  }

  /** Iterations due before this reading are dropped. */
  long horizonNanos(long nowNanos) {
    return catchUpNanos == Long.MAX_VALUE
        ? Long.MIN_VALUE
        : NanoClock.plus(nowNanos, -catchUpNanos);
  }

  /** When the harness could not act on it. */
  public Standstills standstills() {
    return standstills;
  }

  /** N at a time. */
  double countAt(long nanos) {
    return scheduleAt(nanos).countAt(nanos);
  }

  /**
   * Goes over to a share that somebody else grants. Those that {@linkplain #join joined} have its
   * places, in the order in which they would have been due next, as far as there are any. Until it
   * begins, all goes on as before. One that comes late is taken as if it had come in time: what was
   * due since is due, and what was begun too early counts.
   *
   * <p>An older share than the last one changes nothing. The last one again, with another time,
   * moves its beginning: the clock was measured again. That wakes all workers too.
   *
   * @param nowNanos a reading of the clock
   */
  public synchronized void follow(Share share, long nowNanos) {
    Followed last = followed.peekLast();
    if (last == null || share.number() > last.share.number()) {
      if (share.fromNanos() > leaseNanos) { // else it changed what was due before the lease ended
        vacateIfRunOut(nowNanos);
      }
      admit();
      goOver(share, nowNanos);
      wakeAll();
    } else if (share.number() == last.share.number()
        && share.fromNanos() != last.share.fromNanos()) {
      followed.removeLast();
      followed.addLast(new Followed(share, last.assignment));
      schedule = schedule.lastFrom(share.fromNanos());
      wakeAll();
    }
  }

  /**
   * Nothing becomes due, and nothing begins, after a reading of the clock: what is due later is
   * somebody else's. A lease cannot end before now. Without a call there is no limit.
   *
   * <p>If the lease before ran out, what was due since is left out, but for what is due since a
   * share that began meanwhile: tell of that first. If another share is to come, nothing is due
   * until then, because somebody else may have the places of the one in force.
   *
   * @param nowNanos a reading of the clock
   */
  public synchronized void leaseUntil(long nanos, long nowNanos) {
    long beforeNanos = leaseNanos;
    boolean ranOut = nowNanos > beforeNanos;
    if (nanos < nowNanos) {
      leaseNanos = Math.min(beforeNanos, nowNanos);
      return;
    }
    vacateIfRunOut(nowNanos);
    if (ranOut && !followed.isEmpty() && followed.getLast().share.fromNanos() <= nowNanos) {
      schedule = resumed();
      fill(nowNanos);
    }
    if (ranOut && !followed.isEmpty()) { // what a share made due meanwhile could not begin
      long fromNanos = Math.max(beforeNanos, followed.getLast().share.fromNanos());
      standstills.unleased(fromNanos, nowNanos);
    }
    vacated = null;
    leaseNanos = nanos;
    if (ranOut || heldByLease) {
      heldByLease = false;
      wakeAll();
    }
  }

  /** Whether the lease lasts. A worker that reads that it does not may wait to be woken. */
  boolean mayBegin(long nowNanos) {
    if (nowNanos <= leaseNanos) {
      return true;
    }
    heldByLease = true; // before the lease is read again: who prolongs it sees that, or is seen
    return nowNanos <= leaseNanos;
  }

  /** The last reading up to this one at which something became due here. */
  long leased(long nanos) {
    return Math.min(nanos, leaseNanos);
  }

  /** Starts the schedule of all that joined, with the curve last {@link #turn turned} to. */
  public synchronized void start(long nowNanos) {
    started = true;
    admit();
    publish(atStart, nowNanos);
  }

  /**
   * Turns to another curve, be it {@link NoSchedule#PAUSED}; before the start, for then.
   *
   * @param curve the rate of each worker
   */
  public synchronized void turn(RateCurve curve, long nowNanos) {
    if (!started) {
      atStart = curve;
    } else if (curve != NoSchedule.PAUSED || !schedule.paused()) {
      publish(curve, nowNanos);
    }
  }

  /** A worker is there; its part begins with {@link #start} or the next {@link #deal}. */
  public synchronized void join(Pacer worker) {
    waiting.add(worker);
  }

  /** A worker is not there any more; nothing becomes due for it from now on. */
  public synchronized void leave(Pacer worker, long nowNanos) {
    waiting.remove(worker);
    if (members.remove(worker)) {
      Schedule current = schedule.at(nowNanos);
      worker.arrivals().withdraw(current, Math.max(nowNanos, current.startNanos()));
      dealtToOthers = true;
    }
  }

  /** How many workers share the work: those that have been dealt a part and have not left. */
  public synchronized int members() {
    return members.size();
  }

  /** How many workers are there, whether or not they have been dealt a part. */
  public synchronized int present() {
    return members.size() + waiting.size();
  }

  public synchronized boolean started() {
    return started;
  }

  /**
   * Deals the work out to those that are there now: those that {@linkplain #join joined} begin, and
   * those that {@linkplain #leave left} are made up for. Where a {@linkplain #follow share} is
   * followed, those that joined only take places that are free.
   *
   * @param curveOfEach the rate of each worker from now on, by the number of workers
   */
  public synchronized void deal(IntFunction<RateCurve> curveOfEach, long nowNanos) {
    if (!started) {
      return;
    }
    admit();
    if (followed.isEmpty()) {
      publish(curveOfEach.apply(members.size()), nowNanos);
    } else {
      fill(nowNanos);
    }
  }

  /** All that have joined become members, and are dealt their part when this is published. */
  private void admit() {
    members.addAll(waiting);
    dealtToOthers |= !waiting.isEmpty();
    waiting.clear();
  }

  private void publish(RateCurve curve, long atNanos) {
    long nowNanos = Math.max(atNanos, schedule.startNanos());
    if (dealtToOthers) {
      assignment = assignment.dealAgain(schedule, nowNanos, members);
      dealtToOthers = false;
    }
    long horizonNanos = horizonNanos(NanoClock.plus(nowNanos, -schedule.quantumNanos()));
    schedule = schedule.then(curve, nowNanos, quantumFor(curve), horizonNanos);
    wakeAll();
  }

  private void goOver(Share share, long nowNanos) {
    Schedule before = started ? resumed().last() : Schedule.notStarted(share.fromNanos());
    long horizonNanos = horizonNanos(NanoClock.plus(share.fromNanos(), -before.quantumNanos()));
    Schedule after =
        before.then(
            share.curve(),
            share.fromNanos(),
            share.fromCount(),
            quantumFor(share.curve()),
            horizonNanos);
    assignment = assignment.follow(share, before, after, members);
    dropPast(nowNanos);
    followed.addLast(new Followed(share, assignment));
    schedule = schedule.at(nowNanos).until(after);
    started = true;
  }

  /** Only the share in force now matters, and those to come. */
  private void dropPast(long nowNanos) {
    while (followed.stream()
        .skip(1)
        .limit(1)
        .anyMatch(next -> next.share.fromNanos() <= nowNanos)) {
      followed.removeFirst();
    }
  }

  /** Workers that have no place take free ones from now on. */
  private void fill(long nowNanos) {
    Followed last = followed.removeLast();
    long fromNanos = Math.max(nowNanos, last.share.fromNanos());
    assignment = assignment.fill(last.share, schedule.last(), fromNanos, members);
    followed.addLast(new Followed(last.share, assignment));
    schedule = schedule.copy();
    wakeAll();
  }

  /** Leaves the iterations that are due after the lease to another process. */
  private void vacateIfRunOut(long nowNanos) {
    long lastNanos = leaseNanos;
    if (vacated != null || nowNanos <= lastNanos || followed.isEmpty()) {
      return;
    }
    dropPast(lastNanos);
    if (followed.getFirst().share.fromNanos() > lastNanos) {
      return; // nothing was due before it
    }
    List<Followed> again = List.copyOf(followed);
    vacated = schedule.at(lastNanos).withoutPlans();
    assignment = again.get(0).assignment.vacate(vacated, lastNanos);
    followed.clear();
    followed.add(new Followed(again.get(0).share, assignment));
    schedule = vacated.upTo(lastNanos);
    again.stream().skip(1).forEach(each -> goOver(each.share, nowNanos));
  }

  /** The schedule as it would be if no lease had run out since the last share. */
  private Schedule resumed() {
    return vacated != null && schedule.last() == schedule ? vacated : schedule;
  }

  private void wakeAll() {
    members.forEach(Pacer::wake);
    waiting.forEach(Pacer::wake);
  }

  private long quantumFor(RateCurve curve) {
    return quantum.nanosFor(members.size(), curve.peakRatePerSecondFrom(0));
  }
}
