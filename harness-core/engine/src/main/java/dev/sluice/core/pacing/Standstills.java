package dev.sluice.core.pacing;

import dev.sluice.core.time.NanoClock;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleBinaryOperator;

/**
 * How much of N grew while the harness itself could not act: it was suspended, it was kept from its
 * processors, or it was without the lease that its work needs. When exactly that was between two
 * looks at the clock is not known, so a standstill counts as spread over the time between them.
 *
 * <p>Any thread; guarded by itself.
 */
public final class Standstills {

  /**
   * A look this late shows that the process stood still; quiet hosts are late by a tenth of a ms.
   */
  public static final long LATE_NANOS = 20_000_000;

  private final LiveRate liveRate;
  private final Periods past = new Periods();
  private final Periods pastNanos = new Periods(); // the same on the axis of time, without leases
  private long lookNanos; // the last one
  private volatile long nextLookNanos = NanoClock.NEVER;
  private volatile long stoodUntilNanos = Long.MIN_VALUE;

  Standstills(LiveRate liveRate) {
    this.liveRate = liveRate;
  }

  /**
   * A thread that looks at the clock regularly has done so.
   *
   * @param stoodNanos how long the process stood still since its last look
   * @param nextNanos when it looks again, unless the process stands still; {@link NanoClock#NEVER}
   *     if it does not
   */
  public synchronized void look(long nowNanos, long stoodNanos, long nextNanos) {
    add(past, lookNanos, nowNanos, stoodNanos);
    if (stoodNanos > 0) {
      pastNanos.add((double) lookNanos, (double) nowNanos, part(lookNanos, nowNanos, stoodNanos));
      stoodUntilNanos = nowNanos;
    }
    lookNanos = nowNanos;
    nextLookNanos = nextNanos;
  }

  /** There was no lease for what fell due in a time. */
  synchronized void unleased(long fromNanos, long toNanos) {
    add(past, fromNanos, toNanos, toNanos - fromNanos);
  }

  /**
   * How much N grew in standstills between two of its values.
   *
   * @param nowNanos a reading of the clock. If the next look is overdue, the process stood still
   *     until just now, and this thread runs before the one that looks
   */
  synchronized double grown(double from, double to, long nowNanos) {
    double grown = past.grown(from, to);
    long lateNanos = NanoClock.between(nextLookNanos, nowNanos);
    if (lateNanos >= LATE_NANOS) {
      Periods present = new Periods();
      add(present, lookNanos, nowNanos, lateNanos);
      grown += present.grown(from, to);
    }
    return grown;
  }

  /** How long the process stood still since a time. Takes no lock if it has not. */
  long nanosSince(long fromNanos, long nowNanos) {
    boolean late = NanoClock.between(nextLookNanos, nowNanos) >= LATE_NANOS;
    return late || stoodUntilNanos > fromNanos ? stoodNanos(fromNanos, nowNanos) : 0;
  }

  private synchronized long stoodNanos(long fromNanos, long nowNanos) {
    double stood = pastNanos.grown((double) fromNanos, (double) nowNanos);
    long lateNanos = NanoClock.between(nextLookNanos, nowNanos);
    if (lateNanos >= LATE_NANOS) {
      long sinceLook = nowNanos - Math.max(lookNanos, fromNanos);
      stood += sinceLook * part(lookNanos, nowNanos, lateNanos);
    }
    return Math.round(stood);
  }

  private void add(Periods periods, long fromNanos, long toNanos, long stoodNanos) {
    if (stoodNanos > 0) {
      double part = part(fromNanos, toNanos, stoodNanos);
      periods.add(liveRate.countAt(fromNanos), liveRate.countAt(toNanos), part);
    }
  }

  private static double part(long fromNanos, long toNanos, long stoodNanos) {
    return Math.min(1, (double) stoodNanos / (toNanos - fromNanos));
  }

  /** When something was so, on the axis of N. Guarded by its owner. */
  static final class Periods {

    /** Beyond this number, neighbours among the older ones become one. */
    private static final int MOST = 512;

    private final List<Period> periods = new ArrayList<>(); // in order, and apart from each other

    /**
     * @param part for which part of it, 0 to 1; when exactly is not known
     */
    private record Period(double from, double to, double part) {

      /** Both; what lies in both counts once. */
      Period plus(Period other) {
        double first = Math.min(from, other.from);
        double last = Math.max(to, other.to);
        double twice = Math.max(0, Math.min(to, other.to) - Math.max(from, other.from));
        double grown =
            part * (to - from)
                + other.part * (other.to - other.from)
                - twice * Math.min(part, other.part);
        return new Period(first, last, grown / (last - first));
      }
    }

    /**
     * It was so for a part of the time between two values of N, which may overlap the last ones.
     */
    void add(double from, double to, double part) {
      if (to <= from) {
        return;
      }
      Period latest = new Period(from, to, part);
      while (!periods.isEmpty() && periods.get(periods.size() - 1).to > latest.from) {
        latest = periods.remove(periods.size() - 1).plus(latest);
      }
      periods.add(latest);
      for (int i = 0; periods.size() > MOST && i < MOST / 4; i++) {
        periods.set(i, periods.get(i).plus(periods.remove(i + 1)));
      }
    }

    /** How much N grew in them between two of its values. */
    double grown(double from, double to) {
      return grown(from, to, (first, last) -> last - first);
    }

    /**
     * @param growth how much of N counts between two of its values
     */
    double grown(double from, double to, DoubleBinaryOperator growth) {
      double sum = 0;
      for (int i = periods.size() - 1; i >= 0 && periods.get(i).to > from; i--) {
        Period each = periods.get(i);
        double first = Math.max(from, each.from);
        double last = Math.min(to, each.to);
        sum += first < last ? each.part * growth.applyAsDouble(first, last) : 0;
      }
      return sum;
    }

    /** Those that were over before matter no more. */
    void forgetBefore(double count) {
      int over = 0; // no lambda that captures it: the first one costs 30 ms
      while (over < periods.size() && periods.get(over).to <= count) {
        over++;
      }
      periods.subList(0, over).clear();
    }
  }
}
