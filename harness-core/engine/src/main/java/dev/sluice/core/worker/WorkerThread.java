package dev.sluice.core.worker;

import dev.sluice.core.pacing.LiveRate;
import dev.sluice.core.pacing.Pacer;
import dev.sluice.core.pacing.PacingQuantum.WakeSlot;
import dev.sluice.core.stats.LatencyKind;
import dev.sluice.core.stats.WorkerStats;
import dev.sluice.core.stats.WorkloadStats;
import dev.sluice.core.stats.WorkloadStats.ErrorCauses;
import dev.sluice.core.time.NanoClock;
import dev.sluice.core.time.WaitPoint;
import dev.sluice.core.worker.ConnectionWatch.ConnectionChange;
import dev.sluice.core.worker.Worker.WorkSource;
import dev.sluice.core.worker.Worker.WorkerContext;
import dev.sluice.core.worker.WorkerOpening.AttemptRate;
import dev.sluice.core.worker.WorkerSettings.ErrorPolicy;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The life of one worker, on the thread that runs this: open, iterate, recover from failures,
 * close. Between UP and RECONNECTING it also goes by what the provider does by itself.
 */
public final class WorkerThread implements Runnable {

  private final String name;
  private final WorkerSettings settings;
  private final WorkerRoster roster;
  private final LiveRate liveRate;
  private final ErrorCauses errors;
  private final NanoClock clock;
  private final WorkerEvents events;
  private final WaitPoint waitPoint;
  private final WorkerStats stats;
  private final Pacer pacer;
  private final Worker worker;
  private final WorkerLoop loop;
  private final Backoff toTryAgain;
  private final WorkerConnection connection;
  private final WorkerOpening opening;
  private final AtomicBoolean unblocked = new AtomicBoolean();
  private final AtomicBoolean abandoned = new AtomicBoolean();

  private volatile WorkerState state = WorkerState.NEW; // written under this
  private volatile long returningSinceNanos = NanoClock.NEVER;
  private volatile Thread thread;

  /**
   * @param index counts from 0 through all workers that the workload ever has
   * @param roster learns which state it is in before anybody who waits for that
   * @param random of the spread of its iterations, and of its waits
   */
  WorkerThread(
      WorkerSettings settings,
      int index,
      WorkerRoster roster,
      LiveRate liveRate,
      WorkloadStats workload,
      AttemptRate reconnects,
      SplittableRandom random,
      NanoClock clock,
      WorkerEvents events) {
    this.name = settings.name() + "-" + (index + 1);
    this.settings = settings;
    this.roster = roster;
    this.liveRate = liveRate;
    this.errors = workload.errors();
    this.stats = workload.ofWorker(index);
    this.clock = clock;
    this.events = events;
    this.waitPoint = new WaitPoint(clock);
    this.pacer =
        new Pacer(
            liveRate,
            settings.arrivals().sequence(random),
            settings.pacing(),
            WakeSlot.ofWorker(index),
            waitPoint,
            clock,
            stats);
    this.worker = settings.factory().create(index);
    this.loop =
        new WorkerLoop(
            worker, pacer, clock, stats, settings.count(), settings.disconnects().every());
    this.toTryAgain = Backoff.toTryAgain(random);
    this.connection = new WorkerConnection(clock, this::connectionChanged);
    this.opening =
        new WorkerOpening(
            worker, connection, waitPoint, Backoff.toConnect(random), reconnects, clock);
    worker.attach(new WorkerContext(connection, stats, pacer, clock, loop.remaining()));
  }

  @Override
  public void run() {
    try {
      worker.prepareThread(); // not by a call around its life: virtual threads keep their frames
      live();
    } catch (Throwable unexpected) { // the thread's handler shows it
      pacer.causes().failing(pacer.startNanos()); // the call that it died in
      stats.error();
      errors.count(unexpected.getClass().getName());
      throw unexpected;
    } finally {
      if (!ended()) {
        enter(WorkerState.FAILED);
      }
    }
  }

  /** The workload's name and the worker's number from 1, as {@code senders-17}. */
  public String name() {
    return name;
  }

  public WorkerState state() {
    return state;
  }

  /** Gives the worker its thread. */
  void start(ThreadFactory threads) {
    thread = clock.start(threads, name, this);
  }

  /**
   * Waits until the thread is gone; for a worker that has ended, which takes no time to speak of.
   */
  void join() throws InterruptedException {
    clock.join(thread);
  }

  /**
   * Tells the worker to end after the iteration under way; nothing falls due any more. Any thread.
   */
  void stop() {
    pacer.backlog().ceaseAt(clock.nanos());
    waitPoint.stop();
  }

  /** Whether it was told to end, and may not have done so yet. Any thread. */
  boolean toldToEnd() {
    return waitPoint.stopped();
  }

  /**
   * Makes an iteration that waits return, or a server that does not answer be given up; only the
   * first call does anything. Any thread.
   */
  void unblock() {
    if (!unblocked.getAndSet(true)) {
      interruptConnecting();
      worker.unblock();
    }
  }

  private synchronized void interruptConnecting() {
    if (state == WorkerState.CONNECTING && thread != null) {
      thread.interrupt();
      clock.unpark(thread);
    }
  }

  /** Nobody waits for it any more. Returns whether this was the first to say so. */
  boolean abandon() {
    return !abandoned.getAndSet(true);
  }

  /** Whether it has ended, by a failure or not. Any thread. */
  public boolean ended() {
    return state == WorkerState.ENDED || state == WorkerState.FAILED;
  }

  /** The peer of the worker's connection, empty if unknown. Any thread. */
  String peer() {
    return connection.peer();
  }

  /** Whether it waits for more than a connection and a session, which it has. Any thread. */
  boolean waitsBehindSession() {
    return state == WorkerState.CONNECTING && connection.wasAccepted();
  }

  /** Lets time pass, unless it is to end. For its own thread. */
  public void restUntil(long nanos) {
    waitPoint.sleepUntil(nanos);
  }

  /** Whether its connection is lost. Any thread. */
  public boolean connectionLost() {
    return connection.isDown();
  }

  /**
   * When it began to connect again, having disconnected on purpose; {@link NanoClock#NEVER} if it
   * does not do so now. Any thread.
   */
  long returningSinceNanos() {
    return returningSinceNanos;
  }

  /** Where it takes messages from, if that is of interest to people. For its own thread. */
  public Optional<WorkSource> source() {
    return worker.source();
  }

  Pacer pacer() {
    return pacer;
  }

  WorkerStats stats() {
    return stats;
  }

  /** The name of this worker's failures in counts and messages. */
  public String causeOf(Exception failure) {
    return worker.causeOf(failure);
  }

  /** Whether this failure shows that it can never do what it is there for. */
  public boolean impossible(Exception failure) {
    return worker.impossible(failure);
  }

  private void live() {
    waitPoint.attach();
    enter(WorkerState.CONNECTING);
    try {
      if (!opening.first(
          settings.start().retry().toNanos(), failure -> events.waitsToOpen(this, failure))) {
        enter(WorkerState.ENDED);
        return;
      }
    } catch (Exception failure) {
      if (waitPoint.stopped()) {
        enter(WorkerState.ENDED); // the end of a wait that was cut short, not a failure
        return;
      }
      fail(failure);
      roster.openFailure(failure);
      events.failedToOpen(this, failure);
      enter(WorkerState.FAILED);
      return;
    }
    enter(WorkerState.UP);
    Thread.interrupted(); // which was for connecting
    WorkerState last = WorkerState.FAILED; // unless it returns
    try {
      if (!settings.start().together()) {
        liveRate.join(pacer);
        events.begins(this);
      }
      last = iterateAndRecover();
    } finally {
      opening.close();
      enter(last);
    }
  }

  private WorkerState iterateAndRecover() {
    while (true) {
      long iterationsBefore = stats.iterations();
      try {
        if (!loop.run() || !disconnectAndReturn()) {
          return WorkerState.ENDED;
        }
      } catch (Exception failure) {
        if (waitPoint.stopped()) {
          return WorkerState.ENDED; // the end of a wait that was cut short, not a failure
        }
        boolean usable = opening.isOpen() && worker.survives(failure);
        long sinceNanos = usable ? pacer.startNanos() : brokenSinceNanos();
        failIteration(failure, sinceNanos);
        events.iterationFailed(this, failure);
        if (stats.iterations() > iterationsBefore) {
          opening.reset();
          toTryAgain.reset();
        }
        if (settings.errorPolicy() == ErrorPolicy.STOP || impossible(failure)) {
          return WorkerState.FAILED;
        }
        if (!(usable ? tryAgain() : opening.reopen(sinceNanos, this::fail))) {
          return WorkerState.ENDED;
        }
        loop.recovered();
      }
    }
  }

  /**
   * On purpose: nothing is lost by it, and what falls into the pause is not due.
   *
   * @return false if the worker was stopped meanwhile
   */
  private boolean disconnectAndReturn() throws Exception {
    long pauseNanos = settings.disconnects().pause().toNanos();
    if (pauseNanos > 0) {
      pacer.leave();
      enter(WorkerState.AWAY);
      opening.close();
      if (!waitPoint.sleepUntil(clock.nanos() + pauseNanos)) {
        return false;
      }
      pacer.excuseAbsence(); // what fell due meanwhile is not owed
    }
    enter(WorkerState.RECONNECTING);
    returningSinceNanos = clock.nanos();
    try {
      if (pauseNanos == 0) {
        opening.close();
      }
      long startNanos = clock.nanos();
      opening.again();
      stats.part(LatencyKind.CONNECT, clock.nanos() - startNanos);
    } finally {
      returningSinceNanos = NanoClock.NEVER;
    }
    enterFrom(WorkerState.RECONNECTING, WorkerState.UP);
    return true;
  }

  /** Returns false if the worker was stopped meanwhile. */
  private boolean tryAgain() {
    return waitPoint.sleepUntil(clock.nanos() + toTryAgain.nextNanos());
  }

  /**
   * Since when a connection is broken that a call ended with. If its client has not said so, the
   * call was blocked by that, for as long as the broker did not say what else blocks the workers. A
   * wait for work tells nothing, because it looks the same without a broker.
   */
  private long brokenSinceNanos() {
    if (connection.isDown()) {
      return connection.downSinceNanos();
    }
    if (pacer.causes().waitingSinceNanos() != NanoClock.NEVER) {
      pacer.waitedUntil(clock.nanos());
      return clock.nanos();
    }
    return roster.goneSinceNanos(pacer.startNanos());
  }

  /** Its cause is counted whatever became of its work. */
  private void failIteration(Exception failure, long sinceNanos) {
    boolean inDoubt = worker.leavesInDoubt(failure);
    loop.failed(inDoubt, sinceNanos);
    if (!inDoubt) {
      stats.error();
    }
    errors.count(worker.causeOf(failure));
  }

  private void fail(Exception failure) {
    stats.error();
    errors.count(worker.causeOf(failure));
  }

  private void connectionChanged(ConnectionChange change) {
    if (change.transition() == ConnectionChange.Transition.LOST) {
      pacer.causes().lost(clock.nanos() - change.downNanos());
      if (!waitPoint.stopped()) { // else nobody will miss it
        enterFrom(WorkerState.UP, WorkerState.RECONNECTING);
      }
    } else if (change.transition() == ConnectionChange.Transition.BACK) {
      pacer.causes().back(clock.nanos());
      enterFrom(WorkerState.RECONNECTING, WorkerState.UP);
    }
    events.connectionChanged(this, change);
  }

  private synchronized void enterFrom(WorkerState from, WorkerState next) {
    if (state == from) { // else the worker has ended meanwhile
      enter(next);
    }
  }

  private synchronized void enter(WorkerState next) {
    WorkerState from = state;
    state = next;
    if (next == WorkerState.ENDED) {
      pacer.backlog().ceaseAt(clock.nanos());
    }
    if (from == WorkerState.CONNECTING && next == WorkerState.UP) {
      stats.begin(clock.nanos());
    }
    if (ended()) {
      boolean missed = next == WorkerState.FAILED && from != WorkerState.CONNECTING;
      if (!missed) { // else it should be there, and what is due of it goes on
        liveRate.leave(pacer, clock.nanos());
      }
      stats.end(clock.nanos(), missed);
    }
    events.changing(this, from, next);
    roster.changed(this, from, next);
    events.changed(this, from, next);
  }

  /** Where a worker is in its life. */
  public enum WorkerState {
    NEW,
    /** Opening for the first time. */
    CONNECTING,
    /** Open, and under its pacer. */
    UP,
    /** Disconnected on purpose, for a while in which nothing is due. */
    AWAY,
    /** Being opened again, because its connection is lost or it was away. */
    RECONNECTING,
    /** Ended as it should. */
    ENDED,
    /** Ended because it could not be opened, or because its failure ends the run. */
    FAILED
  }
}
