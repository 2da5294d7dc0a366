package dev.sluice.core.stats;

import dev.sluice.core.pacing.Cause;
import java.util.EnumMap;
import java.util.Map;

/** Adds up the accounts of workers. For one thread. */
@SuppressWarnings("EnumOrdinal") // arrays by ordinal, which never leave the process
final class AccountSum {

  private final long[] counts = new long[Counter.values().length];
  private final long[] missing = new long[Cause.values().length];
  private double asked;
  private long calls;
  private long overdue;
  private long oldestCallNanos;

  void add(Counter counter, long value) {
    counts[counter.ordinal()] += value;
  }

  void addCounts(Counts more) {
    for (Counter counter : Counter.values()) {
      add(counter, more.get(counter));
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

  /**
   * @param causes one number for each {@link Cause}
   */
  void addMissing(long[] causes) {
    for (int i = 0; i < causes.length; i++) {
      missing[i] += causes[i];
    }
  }

  /** Why closed loops postponed what they did; open ones leave nothing behind when they end. */
  void addMissing(UnderWay ended) {
    for (Cause cause : Cause.values()) {
      missing[cause.ordinal()] += ended.missing(cause);
    }
  }

  Reading at(long nanos) {
    Map<Cause, Long> byCause = new EnumMap<>(Cause.class);
    for (Cause cause : Cause.values()) {
      if (missing[cause.ordinal()] != 0) {
        byCause.put(cause, missing[cause.ordinal()]);
      }
    }
    return new Reading(
        nanos,
        Counts.of(counter -> counts[counter.ordinal()]),
        asked,
        new UnderWay(calls, overdue, byCause, oldestCallNanos));
  }
}
