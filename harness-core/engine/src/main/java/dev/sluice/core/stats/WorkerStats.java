package dev.sluice.core.stats;

import dev.sluice.core.pacing.Cause;
import dev.sluice.core.pacing.PacingLog;
import dev.sluice.core.time.NanoClock;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Everything one worker counts. Written by the worker's thread alone, read by the collector while
 * the worker runs: no lock, no allocation, and no cache line shared with another worker (the
 * counters stand in an array of their own with a line of slack at both ends), but for latencies
 * that very many workers record together.
 */
@SuppressWarnings("EnumOrdinal") // arrays by ordinal, which never leave the process
public final class WorkerStats implements PacingLog, WorkLog {

  /**
   * Where iterations that had a schedule are counted as they begin, beside the {@link Counter}s.
   */
  static final int BEGUN = Counter.values().length;

  /** The same for unscheduled ones. */
  static final int BEGUN_UNSCHEDULED = BEGUN + 1;

  /** When the last call began. */
  private static final int CALL_START = BEGUN + 2;

  /** 1 while the worker is inside a call, else 0. */
  private static final int IN_CALL = BEGUN + 3;

  /** How many are read together. */
  static final int COUNTERS = BEGUN + 2;

  private static final int SLACK = 8;
  private static final int LENGTH = 2 * SLACK + BEGUN + 4;

  private static final VarHandle COUNTER = MethodHandles.arrayElementVarHandle(long[].class);

  private final long[] counters = new long[LENGTH];
  private final LatencyRecord latencies;

  private long ownLatenessNanos; // of the iteration under way
  private boolean uncommittedNow; // the iteration under way
  private long uncommitted; // iterations done that are not committed
  private boolean brought; // whether a wait for work that is brought is what was begun last

  private volatile long beganNanos = NanoClock.NEVER;
  private volatile long endedNanos = NanoClock.NEVER;
  private volatile boolean missed; // written before endedNanos

  /** With latencies of its own. */
  public WorkerStats() {
    this(new LatencyRecord(false));
  }

  WorkerStats(LatencyRecord latencies) {
    this.latencies = latencies;
  }

  @Override
  public void begun(long startNanos, long ownNanos) {
    enterCall(startNanos);
    add(BEGUN, 1);
    ownLatenessNanos += ownNanos;
  }

  /** The process stood still for so much of the iteration that is about to be counted. */
  public void stoodStill(long nanos) {
    ownLatenessNanos += nanos;
  }

  @Override
  public void begunUnscheduled(long startNanos) {
    enterCall(startNanos);
    if (brought) {
      brought = false; // the last wait brought nothing, so it goes on
    } else {
      add(BEGUN_UNSCHEDULED, 1);
    }
  }

  private void enterCall(long startNanos) {
    set(CALL_START, startNanos); // first: who sees that it is inside sees since when
    set(IN_CALL, 1);
  }

  /** The call that began last has returned, or failed. */
  public void returned() {
    set(IN_CALL, 0);
  }

  /**
   * Counts one iteration that had a schedule. Three readings of the worker's clock: when it was
   * due, when it started, when it ended.
   */
  @Override
  public void completed(long intendedNanos, long startNanos, long endNanos) {
    latencies.latency().record(endNanos - intendedNanos);
    latencies.lateness().record(startNanos - intendedNanos);
    add(Counter.OWN_LATENESS_NANOS, ownLatenessNanos);
    ownLatenessNanos = 0;
    completed(startNanos, endNanos);
  }

  /** Counts one unscheduled iteration: it was due when it started. */
  @Override
  public void completed(long startNanos, long endNanos) {
    latencies.service().record(endNanos - startNanos);
    add(Counter.ITERATIONS, 1);
    if (uncommittedNow) {
      uncommittedNow = false;
      uncommitted++;
    } else {
      add(Counter.DONE, 1);
    }
  }

  @Override
  public void part(LatencyKind part, long nanos) {
    if (nanos < 0) {
      add(Counter.SKEWED, 1);
      return;
    }
    latencies.part(part).record(nanos);
  }

  /** Counts an attempt that found nothing to do. */
  public void foundNothing() {
    ownLatenessNanos = 0;
    add(Counter.EMPTY, 1);
  }

  /** Counts an iteration that failed. */
  public void failed(long startNanos, long endNanos) {
    uncommittedNow = false;
    ownLatenessNanos = 0;
    part(LatencyKind.FAILED_CALLS, endNanos - startNanos);
    add(Counter.FAILED, 1);
    beginWhatWasBrought();
  }

  /** Counts a failure, of an iteration or of an attempt to connect. */
  public void error() {
    add(Counter.ERRORS, 1);
  }

  /** Counts an iteration of which nobody knows whether it was done. */
  public void inDoubt(long startNanos, long endNanos) {
    uncommittedNow = false;
    ownLatenessNanos = 0;
    part(LatencyKind.CALLS_IN_DOUBT, endNanos - startNanos);
    inDoubt(1);
  }

  /**
   * The worker has counted what was brought to it while it waited. What it began was that wait, so
   * the iterations counted stand for it.
   */
  public void countedByItself() {
    beginWhatWasBrought();
    brought = open() > uncommitted;
  }

  private void beginWhatWasBrought() {
    long tooMany = uncommitted - open();
    if (tooMany > 0) {
      add(BEGUN_UNSCHEDULED, tooMany);
    }
  }

  @Override
  public void inDoubt(long units) {
    add(Counter.IN_DOUBT, units);
  }

  @Override
  public void uncommitted() {
    uncommittedNow = true;
  }

  @Override
  public void committed(long iterations) {
    add(Counter.DONE, iterations);
    uncommitted -= iterations;
  }

  @Override
  public void commitInDoubt(long iterations) {
    add(Counter.IN_DOUBT, iterations);
    uncommitted -= iterations;
  }

  @Override
  public void rolledBack(long iterations) {
    add(Counter.ROLLED_BACK, iterations);
    uncommitted -= iterations;
  }

  @Override
  public void dropped(Cause cause, long iterations) {
    add(Counter.droppedFor(cause), iterations);
    add(Counter.DROPPED, iterations);
  }

  @Override
  public void woke(long wakeUpDelayNanos) {
    add(Counter.WAKE_UPS, 1);
    add(Counter.OVERSLEPT_NANOS, Math.max(0, wakeUpDelayNanos));
  }

  /** The worker is connected for the first time. */
  public void begin(long nowNanos) {
    beganNanos = nowNanos;
  }

  /**
   * The worker has ended: nothing more will be counted. A call that was cut off by that is in
   * doubt; one that its end was a failure of has failed.
   *
   * @param failed whether it ended by a failure, and is missed
   */
  public void end(long nowNanos, boolean failed) {
    long open = open();
    if (open > 0) {
      Counter cutOff = failed ? Counter.FAILED : Counter.IN_DOUBT;
      add(brought ? Counter.EMPTY : cutOff, open);
    }
    missed = failed;
    endedNanos = nowNanos;
  }

  /** Whether the worker has ended and nobody misses it. */
  boolean leftForGood() {
    return ended() && !missed;
  }

  boolean ended() {
    return endedNanos != NanoClock.NEVER;
  }

  /** For how much of a period of time the worker was there. Any thread. */
  long ranNanos(long fromNanos, long toNanos) {
    return Math.max(0, Math.min(toNanos, endedNanos) - Math.max(fromNanos, beganNanos));
  }

  /** Reads the counters as they stand. Any thread. */
  void readTo(Tally tally) {
    // how iterations ended is read first, that they began last: so none ends before it begins
    for (int counter = 0; counter < COUNTERS; counter++) {
      tally.values[counter] = get(counter);
    }
  }

  /** Iterations begun that have no latency yet, by a reading of the counters. Any thread. */
  long withoutLatency(Tally read) {
    return read.calls() == 0 ? 0 : Math.max(get(IN_CALL), read.withoutLatency());
  }

  /** How long the call that began last has been going on, if it still does. Any thread. */
  long callNanos(long nowNanos) {
    return Math.max(0, nowNanos - get(CALL_START));
  }

  /**
   * Since when the worker has been inside one call; {@link NanoClock#NEVER} if it is not. Any
   * thread.
   */
  long inCallSinceNanos() {
    return get(IN_CALL) == 1 ? get(CALL_START) : NanoClock.NEVER;
  }

  /** Iterations so far, for a reader that wants nothing else. Any thread. */
  public long iterations() {
    return get(Counter.ITERATIONS.ordinal());
  }

  LatencyRecord latencies() {
    return latencies;
  }

  /** Iterations begun that are in no class yet. For the worker's thread. */
  private long open() {
    Tally tally = new Tally();
    readTo(tally);
    return tally.open();
  }

  private void add(Counter counter, long amount) {
    add(counter.ordinal(), amount);
  }

  private void add(int counter, long amount) {
    set(counter, counters[SLACK + counter] + amount);
  }

  private void set(int counter, long value) {
    COUNTER.setRelease(counters, SLACK + counter, value);
  }

  private long get(int counter) {
    return (long) COUNTER.getAcquire(counters, SLACK + counter);
  }

  /** One reading of a worker's counters. For one thread. */
  static final class Tally {

    private final long[] values = new long[COUNTERS];

    long get(Counter counter) {
      return values[counter.ordinal()];
    }

    /** Iterations begun of which it is not known yet what happens to them. */
    long calls() {
      return Math.max(0, open());
    }

    /** Unscheduled iterations; those that the worker counts by itself as they are done. */
    long unscheduled() {
      return values[BEGUN_UNSCHEDULED] + Math.max(0, -open());
    }

    /** Iterations begun that had a schedule. */
    long begunOnSchedule() {
      return values[BEGUN];
    }

    /** Iterations begun that count towards the worker's limit. */
    long towardsLimit() {
      return begun() - get(Counter.EMPTY);
    }

    private long begun() {
      return values[BEGUN] + values[BEGUN_UNSCHEDULED];
    }

    /** Iterations begun that neither ended nor failed; too few after commits that are in doubt. */
    long withoutLatency() {
      return begun()
          - get(Counter.ITERATIONS)
          - get(Counter.FAILED)
          - get(Counter.IN_DOUBT)
          - get(Counter.EMPTY);
    }

    /** Iterations begun that are in no class yet; below 0 if more were counted than begun. */
    long open() {
      return begun()
          - get(Counter.DONE)
          - get(Counter.ROLLED_BACK)
          - get(Counter.FAILED)
          - get(Counter.IN_DOUBT)
          - get(Counter.EMPTY);
    }
  }
}
