package dev.sluice.core.stats;

import dev.sluice.core.rate.PacingLog;
import dev.sluice.core.time.NanoClock;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.EnumMap;
import java.util.Map;

/**
 * Everything one worker counts. Written by the worker's thread alone, read by the collector while
 * the worker runs: no lock, no allocation, and no cache line shared with another worker (the
 * counters stand in an array of their own with a line of slack at both ends).
 */
public final class WorkerStats implements PacingLog, WorkLog {

  private static final int SLACK = 8;
  private static final int ITERATIONS = SLACK;
  private static final int EMPTY = SLACK + 1;
  private static final int ERRORS = SLACK + 2;
  private static final int IN_DOUBT = SLACK + 3;
  private static final int ROLLED_BACK = SLACK + 4;
  private static final int GIVEN_UP = SLACK + 5;
  private static final int WAKE_UPS = SLACK + 6;
  private static final int OVERSLEPT_NANOS = SLACK + 7;
  private static final int SKEWED = SLACK + 8;
  private static final int LENGTH = 2 * SLACK + 9;

  /** How long an array of counter sums is. */
  static final int COUNTERS = LENGTH;

  private static final VarHandle COUNTER = MethodHandles.arrayElementVarHandle(long[].class);

  private final long[] counters = new long[LENGTH];
  private final LatencyCounts latency = new LatencyCounts();
  private final LatencyCounts service = new LatencyCounts();
  private final LatencyCounts lateness = new LatencyCounts();

  /** Each from when it is first needed; replaced by a larger copy then, and never changed. */
  private volatile Map<Part, LatencyCounts> parts = new EnumMap<>(Part.class);

  private volatile long beganNanos = NanoClock.NEVER;
  private volatile long endedNanos = NanoClock.NEVER;

  /**
   * Counts one iteration that had a schedule. Three readings of the worker's clock: when it was
   * due, when it started, when it ended.
   */
  @Override
  public void completed(long intendedNanos, long startNanos, long endNanos) {
    latency.record(endNanos - intendedNanos);
    service.record(endNanos - startNanos);
    lateness.record(startNanos - intendedNanos);
    add(ITERATIONS, 1);
  }

  /** Counts one iteration without a schedule: it was due when it started. */
  @Override
  public void completed(long startNanos, long endNanos) {
    service.record(endNanos - startNanos);
    add(ITERATIONS, 1);
  }

  @Override
  public void part(Part part, long nanos) {
    if (nanos < 0) {
      add(SKEWED, 1);
      return;
    }
    LatencyCounts counts = parts.get(part);
    if (counts == null) {
      counts = newPart(part);
    }
    counts.record(nanos);
  }

  /** Counts an attempt that found nothing to do. */
  public void foundNothing() {
    add(EMPTY, 1);
  }

  /** Counts an attempt that failed. */
  public void failed() {
    add(ERRORS, 1);
  }

  @Override
  public void inDoubt(long units) {
    add(IN_DOUBT, units);
  }

  @Override
  public void rolledBack(long iterations) {
    add(ROLLED_BACK, iterations);
  }

  @Override
  public void gaveUp(long iterations) {
    add(GIVEN_UP, iterations);
  }

  @Override
  public void woke(long oversleptNanos) {
    add(WAKE_UPS, 1);
    add(OVERSLEPT_NANOS, Math.max(0, oversleptNanos));
  }

  /** The worker is connected for the first time. */
  public void begin(long nowNanos) {
    beganNanos = nowNanos;
  }

  /** The worker has ended: nothing more will be counted. */
  public void end(long nowNanos) {
    endedNanos = nowNanos;
  }

  boolean ended() {
    return endedNanos != NanoClock.NEVER;
  }

  /** For how much of a stretch of time the worker was there. Any thread. */
  long ranNanos(long fromNanos, long toNanos) {
    return Math.max(0, Math.min(toNanos, endedNanos) - Math.max(fromNanos, beganNanos));
  }

  /** Adds the counters as they stand to an array of {@link #COUNTERS} sums. Any thread. */
  void addCountersTo(long[] sums) {
    for (int counter = SLACK; counter < LENGTH - SLACK; counter++) {
      sums[counter] += get(counter);
    }
  }

  static Counts countsOf(long[] sums) {
    return new Counts(
        sums[ITERATIONS],
        sums[EMPTY],
        sums[ERRORS],
        sums[IN_DOUBT],
        sums[ROLLED_BACK],
        sums[GIVEN_UP],
        sums[WAKE_UPS],
        sums[OVERSLEPT_NANOS],
        sums[SKEWED]);
  }

  /** Iterations so far, for a reader that wants nothing else. Any thread. */
  public long iterations() {
    return get(ITERATIONS);
  }

  LatencyCounts service() {
    return service;
  }

  void addLatenciesTo(WorkloadTotals totals) {
    totals.latency().add(latency);
    totals.service().add(service);
    totals.lateness().add(lateness);
    parts.forEach((part, counts) -> totals.part(part).add(counts));
  }

  private LatencyCounts newPart(Part part) {
    Map<Part, LatencyCounts> more = new EnumMap<>(Part.class);
    more.putAll(parts);
    LatencyCounts counts = new LatencyCounts();
    more.put(part, counts);
    parts = more;
    return counts;
  }

  private void add(int counter, long amount) {
    COUNTER.setOpaque(counters, counter, counters[counter] + amount);
  }

  private long get(int counter) {
    return (long) COUNTER.getOpaque(counters, counter);
  }
}
