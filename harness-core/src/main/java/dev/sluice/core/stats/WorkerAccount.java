package dev.sluice.core.stats;

import dev.sluice.core.pacing.Cause;
import dev.sluice.core.pacing.Owed;

/**
 * One worker's side of the account: what its schedule asked for, compared with what it counted.
 * Guarded by its owner.
 */
@SuppressWarnings("EnumOrdinal") // arrays by ordinal, which never leave the process
final class WorkerAccount {

  private final WorkerStats stats;
  private final Owed owed;
  private final long limit;
  private final WorkerCounts read = new WorkerCounts();
  private final long[] writtenOffFor = new long[Cause.values().length];

  private long writtenOff; // what the worker owed and nobody expects of it any more
  private long due;
  private long postponed;
  private double asked;

  /**
   * @param limit how many iterations the worker does in all, 0 for no limit
   */
  WorkerAccount(WorkerStats stats, Owed owed, long limit) {
    this.stats = stats;
    this.owed = owed;
    this.limit = limit;
  }

  WorkerStats stats() {
    return stats;
  }

  /** Reads the counters: before the clock, so that nothing is counted before it was due. */
  void read() {
    stats.readTo(read);
  }

  /** Adds what was {@link #read} just before a time, and what fell due by that time. */
  void addTo(AccountSum sum, long nanos) {
    long overdue = overdueAt(nanos);
    sum.addCounts(read);
    sum.add(Counter.DUE, due);
    sum.add(Counter.UNSCHEDULED, read.unscheduled());
    sum.add(Counter.POSTPONED, postponed);
    sum.add(Counter.DROPPED, writtenOff);
    if (writtenOff > 0) {
      sum.addDroppedFor(writtenOffFor);
    }
    sum.addAsked(asked);
    sum.addCalls(read.calls(), read.calls() > 0 ? stats.callNanos(nanos) : 0);
    sum.addOverdue(overdue);
    long withoutLatency = stats.withoutLatency(read);
    if (owed.closedLoop()) {
      if (withoutLatency > 0) {
        sum.addAge(stats.callNanos(nanos), withoutLatency, false);
      }
    } else if (overdue + withoutLatency > 0) {
      owed.tellAges(overdue, withoutLatency, nanos, sum::addAge);
    }
    long missing = owed.closedLoop() ? postponed : overdue;
    if (missing > 0) {
      sum.addMissing(owed.causesOf(missing, nanos));
    }
  }

  /** Nothing falls due any more after this time. */
  void cease(long nanos) {
    owed.ceaseAt(nanos);
  }

  /** Nothing more is expected of the worker: what it still owes is dropped. */
  void writeOff(long nanos) {
    cease(nanos);
    read();
    long overdue = overdueAt(nanos);
    long[] causes = owed.causesOf(overdue, nanos);
    for (int i = 0; i < causes.length; i++) {
      writtenOffFor[i] += causes[i];
    }
    writtenOff += overdue;
  }

  private long overdueAt(long nanos) {
    long accounted = read.begunOnSchedule() + read.get(Counter.DROPPED) + writtenOff;
    long overdue = Math.max(0, owed.dueBy(nanos) - accounted);
    if (limit > 0) {
      overdue = Math.min(overdue, Math.max(0, limit - read.towardsLimit()));
    }
    due = Math.max(due, accounted + overdue); // two readings of a busy worker may cross
    asked = Math.max(asked, owed.askedBy(nanos));
    if (owed.closedLoop()) {
      postponed = Math.max(postponed, (long) asked - due);
    }
    return due - accounted;
  }
}
