package dev.sluice.core.pacing;

import dev.sluice.core.pacing.Pacer.Pacing;
import dev.sluice.core.pacing.PacingQuantum.WakeSlot;
import dev.sluice.core.pacing.RateCurve.NoSchedule;
import dev.sluice.core.time.NanoClock;
import dev.sluice.core.time.WaitPoint;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import java.util.SplittableRandom;

/**
 * The workers of one process in virtual time, on one thread: a real live rate and real pacers, by a
 * clock of their own that reads some nanoseconds more than that of all. Iterations take no time.
 */
final class VirtualProcess implements NanoClock, PacingLog {

  /** How a pacer that waits gives its thread back. */
  private static final class Parked extends RuntimeException {
    private static final long serialVersionUID = 1;

    Parked() {
      super(null, null, false, false);
    }
  }

  private static final class VirtualWorker {
    final Pacer pacer;
    long wakeNanos = Long.MIN_VALUE; // the one appointment that counts
    long lastIntended = Long.MIN_VALUE;

    VirtualWorker(Pacer pacer) {
      this.pacer = pacer;
    }
  }

  private record Appointment(long nanos, VirtualWorker worker) {}

  /** More than any test has due at once: a pacer that hands out more never ends. */
  private static final int MOST_AT_ONCE = 1_000_000;

  private final Parked parked = new Parked();
  private final PriorityQueue<Appointment> appointments =
      new PriorityQueue<>((a, b) -> Long.compare(a.nanos, b.nanos));
  private final List<VirtualWorker> workers = new ArrayList<>();
  private final List<Long> intended = new ArrayList<>();
  private final List<Long> begun = new ArrayList<>();
  private final long offsetNanos;
  private final Arrivals arrivals;
  private final Pacing pacing;
  private final SplittableRandom random;
  final LiveRate liveRate;
  private long nowNanos; // by its own clock
  private long parkedUntilNanos;
  private boolean increasing = true;

  private RateCurve held; // what goes on after a pause, else null

  VirtualProcess(
      long startNanos,
      long offsetNanos,
      Arrivals arrivals,
      Pacing pacing,
      SplittableRandom random) {
    this(startNanos, offsetNanos, arrivals, pacing, CatchUp.UNLIMITED, random);
  }

  VirtualProcess(
      long startNanos,
      long offsetNanos,
      Arrivals arrivals,
      Pacing pacing,
      CatchUp catchUp,
      SplittableRandom random) {
    this.offsetNanos = offsetNanos;
    this.arrivals = arrivals;
    this.pacing = pacing;
    this.random = random;
    this.nowNanos = startNanos + offsetNanos;
    this.liveRate = new LiveRate(nowNanos, PacingQuantum.EXACT, catchUp);
  }

  Pacer join() {
    Pacer pacer =
        new Pacer(
            liveRate,
            arrivals.sequence(random.split()),
            pacing,
            new WakeSlot(0),
            new WaitPoint(this),
            this,
            this);
    workers.add(new VirtualWorker(pacer));
    liveRate.join(pacer);
    return pacer;
  }

  /** Lets time pass, by the clock of all. */
  void passTo(long nanos) {
    long untilNanos = nanos + offsetNanos;
    while (!appointments.isEmpty() && appointments.peek().nanos <= untilNanos) {
      Appointment next = appointments.remove();
      if (next.nanos == next.worker.wakeNanos) { // else it was woken meanwhile
        nowNanos = Math.max(nowNanos, next.nanos);
        run(next.worker);
      }
    }
    nowNanos = untilNanos;
  }

  /** It is suspended until then, by the clock of all: nobody runs. */
  void sleepTo(long nanos) {
    nowNanos = nanos + offsetNanos;
    wakeAll();
  }

  void turn(RateCurve curve, long nanos) {
    if (held == null) {
      liveRate.turn(curve, nanos);
    } else {
      held = curve;
    }
  }

  void pause(long nanos) {
    held = held == null ? curve(nanos) : held;
    liveRate.turn(NoSchedule.PAUSED, nanos);
  }

  void resume(long nanos) {
    if (held != null) {
      liveRate.turn(held, nanos);
      held = null;
    }
  }

  /** Deals the work out to those that are there; each ends with this rate. */
  void deal(double finalPerSecond, long nanos) {
    RateCurve whole = held == null ? curve(nanos) : held;
    RateCurve scaled = whole.scaled(finalPerSecond, whole.finalRatePerSecond());
    held = held == null ? null : scaled;
    liveRate.deal(workers -> held == null ? scaled : NoSchedule.PAUSED, nanos);
  }

  private RateCurve curve(long nanos) {
    return liveRate.scheduleAt(nanos).curveAt(nanos);
  }

  void follow(Share share) {
    liveRate.follow(share.by(offsetNanos), nowNanos);
    wakeAll();
  }

  void leaseUntil(long nanos) {
    liveRate.leaseUntil(nanos + offsetNanos, nowNanos);
    wakeAll();
  }

  void wakeAll() {
    workers.forEach(this::run);
  }

  private void run(VirtualWorker worker) {
    int before = intended.size();
    try {
      while (worker.pacer.awaitNext(nowNanos)) {
        if (intended.size() - before > MOST_AT_ONCE) {
          throw new IllegalStateException("there is no end of what is due");
        }
        long due = worker.pacer.intendedNanos();
        increasing &= due > worker.lastIntended;
        worker.lastIntended = due;
        intended.add(due - offsetNanos);
        begun.add(nowNanos - offsetNanos);
      }
    } catch (Parked e) {
      worker.wakeNanos = parkedUntilNanos;
      appointments.add(new Appointment(parkedUntilNanos, worker));
    }
  }

  @Override
  public long nanos() {
    return nowNanos;
  }

  @Override
  public void parkUntil(long deadlineNanos) {
    parkedUntilNanos = deadlineNanos;
    throw parked;
  }

  @Override
  public void woke(long wakeUpDelayNanos) {}

  @Override
  public void dropped(Cause cause, long iterations) {}

  @Override
  public void begun(long beganNanos, long ownLatenessNanos) {}

  @Override
  public void begunUnscheduled(long beganNanos) {}

  /** When iterations were due, by the clock of all. */
  List<Long> intended() {
    return intended;
  }

  /** When they began, by the clock of all. */
  List<Long> begun() {
    return begun;
  }

  boolean increasing() {
    return increasing;
  }

  /** Iterations that its account says were due by now. */
  long due() {
    return workers.stream().mapToLong(worker -> worker.pacer.backlog().dueBy(nowNanos)).sum();
  }

  /** The iterations that the rate asked for by now, by its account. */
  double asked() {
    return workers.stream().mapToDouble(worker -> worker.pacer.backlog().askedBy(nowNanos)).sum();
  }
}
