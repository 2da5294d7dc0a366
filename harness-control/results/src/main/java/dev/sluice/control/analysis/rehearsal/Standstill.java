package dev.sluice.control.analysis.rehearsal;

import dev.sluice.control.analysis.check.WorkTimes.Idle;
import dev.sluice.core.result.Hindrance;

/**
 * A time in which the harness itself was kept from working, and what it hides of an outage. An
 * outage is what lies between the last work before it and the first after it; the harness sees
 * neither while it stands still. So what lies within a standstill is no outage of the broker's, and
 * an outage that begins or ends in one is longer or shorter by as much as the harness stood still.
 * One that began before it and went on after it has its length.
 *
 * @param fromNanos since 1970
 * @param toNanos the same
 * @param nanos for how long it stood still in that time
 * @param shortOfProcessors whether it got no processor; then its threads and whatever else is on
 *     its host may be late at any other time, too
 * @param text one line for people
 */
record Standstill(
    long fromNanos, long toNanos, long nanos, boolean shortOfProcessors, String text) {

  /** With more than this of it hidden, an outage's length is unknown. */
  static final long SURE_NANOS = 200_000_000;

  /** After a standstill work is under way again within this. */
  private static final long RESUMED_NANOS = 200_000_000;

  /** Work that is only late is held up by one delay at a time, not by the sum of them. */
  static Standstill of(Hindrance hindrance, long originNanos) {
    return new Standstill(
        originNanos + hindrance.fromNanos(),
        originNanos + hindrance.toNanos(),
        hindrance.isStandstill() ? hindrance.nanos() : hindrance.longestNanos(),
        hindrance.isShortOfProcessors(),
        hindrance.text());
  }

  /** Whether work that was due then could not be done. */
  private boolean holdsUp(long dueNanos, long lateNanos) {
    return fromNanos - lateNanos <= dueNanos && dueNanos < toNanos;
  }

  /** Whether a worker stood still for no longer than this, and within it. */
  boolean explains(Idle idle, long lateNanos) {
    return holdsUp(idle.fromNanos(), lateNanos)
        && idle.toNanos() <= resumedNanos(lateNanos)
        && idle.toNanos() - idle.fromNanos()
            <= nanos + lateNanos + resumedNanos(lateNanos) - toNanos;
  }

  /** What is left of work that was due in it and met something else when it was over. */
  Idle remainderAfter(Idle idle, long lateNanos) {
    return nanos >= Hindrance.STANDSTILL_NANOS && holdsUp(idle.fromNanos(), lateNanos)
        ? new Idle(toNanos, idle.toNanos(), idle.share())
        : idle;
  }

  /**
   * How much of an outage it may have added, or taken away. A standstill from second 10 to second
   * 12 hides 2 s of an outage from second 5 to second 12, which may have ended within it, and
   * nothing of one from second 5 to second 20.
   *
   * @param faultNanos when the fault was made that the outage is of
   * @param backNanos when it ended, or when the run did
   */
  long hiddenNanos(Outage outage, long faultNanos, long backNanos, long lateNanos) {
    long from = outage.fromNanos();
    boolean begin =
        faultNanos <= toNanos - lateNanos // else it began with the fault
            && fromNanos - lateNanos <= from
            && from <= toNanos + Outage.BACK_FOR_NANOS;
    boolean end = fromNanos <= backNanos && backNanos <= resumedNanos(lateNanos);
    return begin || end ? Math.min(nanos, backNanos - from) : 0;
  }

  /** When work was under way again at the latest. */
  private long resumedNanos(long lateNanos) {
    return toNanos
        + (nanos >= Hindrance.STANDSTILL_NANOS ? Math.max(lateNanos, RESUMED_NANOS) : lateNanos);
  }
}
