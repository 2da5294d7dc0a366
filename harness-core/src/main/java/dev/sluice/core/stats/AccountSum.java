package dev.sluice.core.stats;

import dev.sluice.core.pacing.Cause;
import dev.sluice.core.pacing.Owed;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;

/** Adds up the accounts of workers. For one thread. */
@SuppressWarnings("EnumOrdinal") // arrays by ordinal, which never leave the process
final class AccountSum {

  // of its own, because each call of values() makes a copy
  private static final Counter[] COUNTERS = Counter.values();
  private static final List<Cause> CAUSES = List.of(Cause.values());

  private final long[] counts = new long[COUNTERS.length];
  private final long[] missing = new long[CAUSES.size()];
  private double asked;
  private long calls;
  private long overdue;
  private long oldestCallNanos;
  private long tooOld;
  private Histogram ages; // null until there is one

  void add(Counter counter, long value) {
    counts[counter.ordinal()] += value;
  }

  void addCounts(Counts more) {
    for (Counter counter : COUNTERS) {
      add(counter, more.get(counter));
    }
  }

  void addCounts(WorkerCounts more) {
    for (Counter counter : COUNTERS) {
      add(counter, more.get(counter));
    }
  }

  /**
   * @param causes one number for each {@link Cause}
   */
  void addDroppedFor(long[] causes) {
    for (int i = 0; i < causes.length; i++) {
      add(Counter.droppedFor(CAUSES.get(i)), causes[i]);
    }
  }

  void addAsked(double iterations) {
    asked += iterations;
  }

  void addCalls(long open, long lastedNanos) {
    calls += open;
    oldestCallNanos = Math.max(oldestCallNanos, lastedNanos);
  }

  void addOverdue(long iterations) {
    overdue += iterations;
  }

  /** See {@link Owed.AgeLog}. */
  void addAge(long nanos, long iterations, boolean isTooOld) {
    ages = ages == null ? LatencyCounts.newHistogram() : ages;
    ages.recordValueWithCount(nanos, iterations);
    tooOld += isTooOld ? iterations : 0;
  }

  /**
   * @param causes one number for each {@link Cause}
   */
  void addMissing(long[] causes) {
    for (int i = 0; i < causes.length; i++) {
      missing[i] += causes[i];
    }
  }

  /** Why closed loops postponed what they did; open ones leave nothing behind when they end. */
  void addMissing(Unfinished ended) {
    for (Cause cause : CAUSES) {
      missing[cause.ordinal()] += ended.missing(cause);
    }
  }

  Reading at(long nanos) {
    Map<Cause, Long> byCause = new EnumMap<>(Cause.class);
    for (Cause cause : CAUSES) {
      if (missing[cause.ordinal()] != 0) {
        byCause.put(cause, missing[cause.ordinal()]);
      }
    }
    return new Reading(
        nanos,
        Counts.of(counter -> counts[counter.ordinal()]),
        asked,
        new Unfinished(
            calls,
            overdue,
            byCause,
            oldestCallNanos,
            tooOld,
            ages == null ? Latency.NONE : Latency.ofOwn(ages)));
  }
}
