package dev.sluice.core.stats;

import dev.sluice.core.pacing.Backlog;
import dev.sluice.core.pacing.Cause;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.HdrHistogram.Histogram;

/**
 * One worker's side of the account: what its schedule asked for, compared with what it counted.
 * Guarded by its owner.
 */
@SuppressWarnings("EnumOrdinal") // arrays by ordinal, which never leave the process
final class WorkerAccount {

  // of their own, because each call of values() makes a copy
  private static final Counter[] COUNTERS = Counter.values();
  private static final List<Cause> CAUSES = List.of(Cause.values());

  private final WorkerStats stats;
  private final Backlog backlog;
  private final long limit;
  private final WorkerStats.Tally read = new WorkerStats.Tally();
  private long[] writtenOffFor = {}; // by cause, once there is any

  private long readNanos; // when: to read thousands of workers takes a while
  private long writtenOff; // what the worker owed and nobody expects of it any more
  private long due;
  private long postponed;
  private double asked;

  /**
   * @param limit how many iterations the worker does in all, 0 for no limit
   */
  WorkerAccount(WorkerStats stats, Backlog backlog, long limit) {
    this.stats = stats;
    this.backlog = backlog;
    this.limit = limit;
  }

  WorkerStats stats() {
    return stats;
  }

  /** Reads the counters: before the clock, so that nothing is counted before it was due. */
  void read(LongSupplier clock) {
    stats.readTo(read);
    readNanos = clock.getAsLong();
  }

  /**
   * Adds what was {@link #read} just before a time, and what had fallen due when it was: what was
   * done meanwhile is not missing.
   */
  void addTo(Sum sum, long askedNanos) {
    long nanos = Math.min(readNanos, askedNanos);
    long overdue = overdueAt(nanos);
    asked = Math.max(asked, backlog.askedBy(askedNanos));
    if (backlog.closedLoop()) {
      postponed = Math.max(postponed, (long) asked - due);
    }
    for (Counter counter : COUNTERS) {
      sum.add(counter, read.get(counter));
    }
    sum.add(Counter.DUE, due);
    sum.add(Counter.UNSCHEDULED, read.unscheduled());
    sum.add(Counter.POSTPONED, postponed);
    sum.add(Counter.DROPPED, writtenOff);
    for (int i = 0; writtenOff > 0 && i < writtenOffFor.length; i++) {
      sum.add(Counter.droppedFor(CAUSES.get(i)), writtenOffFor[i]);
    }
    sum.asked += asked;
    sum.overdue += overdue;
    if (read.calls() > 0) {
      sum.calls += read.calls();
      sum.oldestCallNanos = Math.max(sum.oldestCallNanos, stats.callNanos(nanos));
    }
    long withoutLatency = stats.withoutLatency(read);
    if (backlog.closedLoop()) {
      if (withoutLatency > 0) {
        sum.addAge(stats.callNanos(nanos), withoutLatency, false);
      }
    } else if (overdue + withoutLatency > 0) {
      backlog.tellAges(overdue, withoutLatency, nanos, sum::addAge);
    }
    long missing = backlog.closedLoop() ? postponed : overdue;
    if (missing > 0) {
      addTo(sum.missing, backlog.causesOf(missing, nanos));
    }
  }

  /** Nothing falls due any more after this time. */
  void cease(long nanos) {
    backlog.ceaseAt(nanos);
  }

  /** Nothing more is expected of the worker: what it still owes is dropped. */
  void writeOff(long nanos) {
    cease(nanos);
    read(() -> nanos);
    long overdue = overdueAt(nanos);
    if (overdue > 0) {
      long[] causes = backlog.causesOf(overdue, nanos);
      addTo(causes, writtenOffFor);
      writtenOffFor = causes;
      writtenOff += overdue;
    }
  }

  private long overdueAt(long nanos) {
    long accounted = read.begunOnSchedule() + read.get(Counter.DROPPED) + writtenOff;
    long overdue = Math.max(0, backlog.dueBy(nanos) - accounted);
    if (limit > 0) {
      overdue = Math.min(overdue, Math.max(0, limit - read.towardsLimit()));
    }
    due = Math.max(due, accounted + overdue); // two readings of a busy worker may cross
    return due - accounted;
  }

  private static void addTo(long[] sums, long[] more) {
    for (int i = 0; i < more.length; i++) {
      sums[i] += more[i];
    }
  }

  /** Adds up the accounts of workers. For one thread. */
  static final class Sum {

    private final long[] counts = new long[COUNTERS.length];
    private final long[] missing = new long[CAUSES.size()];
    private double asked;
    private long calls;
    private long overdue;
    private long oldestCallNanos;
    private long tooOld;
    private Histogram ages; // null until there is one

    /**
     * @param ended what workers did that have ended, and why closed loops among them postponed what
     *     they did; open ones leave nothing behind
     */
    Sum(Window ended) {
      for (Counter counter : COUNTERS) {
        add(counter, ended.counts().get(counter));
      }
      for (Cause cause : CAUSES) {
        missing[cause.ordinal()] = ended.unfinished().missing(cause);
      }
      asked = ended.asked();
    }

    Window all() {
      Map<Cause, Long> byCause = new EnumMap<>(Cause.class);
      for (Cause cause : CAUSES) {
        if (missing[cause.ordinal()] != 0) {
          byCause.put(cause, missing[cause.ordinal()]);
        }
      }
      return Window.of(
          asked,
          Counts.of(counter -> counts[counter.ordinal()]),
          Map.of(),
          new Unfinished(
              calls,
              overdue,
              byCause,
              oldestCallNanos,
              tooOld,
              ages == null ? Latency.NONE : Latency.ofOwn(ages)));
    }

    private void add(Counter counter, long value) {
      counts[counter.ordinal()] += value;
    }

    /** See {@link Backlog.AgeLog}. */
    private void addAge(long nanos, long iterations, boolean isTooOld) {
      ages = ages == null ? LatencyCounts.newHistogram() : ages;
      ages.recordValueWithCount(nanos, iterations);
      tooOld += isTooOld ? iterations : 0;
    }
  }
}
