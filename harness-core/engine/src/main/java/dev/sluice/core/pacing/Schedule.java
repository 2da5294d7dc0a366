package dev.sluice.core.pacing;

import static dev.sluice.core.time.Nanos.NANOS_PER_SECOND;

import dev.sluice.core.pacing.RateCurve.NoSchedule;
import dev.sluice.core.time.NanoClock;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongToDoubleFunction;

/**
 * One workload's N(t) on the clock: rate curves strung together, each starting at the time and at
 * the value of N where the one before it was cut. So a rate change neither drifts nor bursts, and
 * no fraction of an iteration is lost at it.
 *
 * <p>Immutable. {@link #dueNanos} and {@link #countAt} allocate nothing.
 */
public final class Schedule {

  /** The schedule of nobody: nothing is ever due. */
  static final Schedule NONE = notStarted(0);

  private static final int CORRECTIONS = 2;

  private final Segment[] segments;
  private final Segment latest;
  private final long quantumNanos;
  private final double owedFromCount;
  private final Schedule next; // null if none is planned

  /**
   * @param tableSeconds the time in the table of a profile when it begins
   * @param unleased whether N only stands here because a lease has run out
   */
  private record Segment(
      long startNanos, double startCount, RateCurve curve, double tableSeconds, boolean unleased) {

    double profileSecondsAt(long nanos) {
      return tableSeconds + (curve == NoSchedule.PAUSED ? 0 : elapsedSeconds(nanos));
    }

    double elapsedSeconds(long nanos) {
      return Math.max(0, NanoClock.between(startNanos, nanos)) / NANOS_PER_SECOND;
    }

    double countAt(long nanos) {
      return startCount + curve.iterationsAt(elapsedSeconds(nanos));
    }

    long dueNanos(double count) {
      double afterNanos = Math.ceil(curve.secondsAt(count - startCount) * NANOS_PER_SECOND);
      return afterNanos >= Long.MAX_VALUE // also where it is infinite
          ? NanoClock.NEVER
          : NanoClock.plus(startNanos, (long) afterNanos);
    }

    /** Whether a backlog from before {@code this} may be carried over to what follows it. */
    boolean keepsTime() {
      return unleased || !(curve instanceof NoSchedule);
    }
  }

  private Schedule(List<Segment> segments, long quantumNanos, double owedFromCount) {
    this(segments.toArray(Segment[]::new), quantumNanos, owedFromCount, null);
  }

  private Schedule(Segment[] segments, long quantumNanos, double owedFromCount, Schedule next) {
    this.segments = segments;
    this.latest = segments[segments.length - 1];
    this.quantumNanos = quantumNanos;
    this.owedFromCount = owedFromCount;
    this.next = next;
  }

  /** A schedule with nothing due, from which {@link #then} starts the first curve. */
  public static Schedule notStarted(long nowNanos) {
    return startingAt(nowNanos, 0, NoSchedule.PAUSED);
  }

  /** A schedule with one curve, and nothing before it. */
  static Schedule startingAt(long nanos, double count, RateCurve curve) {
    return new Schedule(List.of(new Segment(nanos, count, curve, 0, false)), 0, count);
  }

  /**
   * This schedule up to now and {@code next} from now on.
   *
   * @param next the curve that begins at {@code nowNanos}, at the current value of N
   * @param quantumNanos how often at most a worker should wake, 0 for at each due time
   * @param oldestBacklogNanos iterations that were due before this are not asked for any more, so
   *     segments that ended before it are dropped
   */
  public Schedule then(RateCurve next, long nowNanos, long quantumNanos, long oldestBacklogNanos) {
    return then(next, nowNanos, countAt(nowNanos), quantumNanos, oldestBacklogNanos);
  }

  /** The same where N has this value from then on, whatever it was. */
  Schedule then(
      RateCurve next, long nowNanos, double count, long quantumNanos, long oldestBacklogNanos) {
    List<Segment> kept = new ArrayList<>();
    if (latest.keepsTime()) {
      for (int i = 0; i < segments.length; i++) {
        long endNanos = i + 1 < segments.length ? segments[i + 1].startNanos : nowNanos;
        if (endNanos >= oldestBacklogNanos) {
          kept.add(segments[i]);
        }
      }
    }
    double tableSeconds =
        next instanceof Profile profile ? profile.fromSeconds() : profileSecondsAt(nowNanos);
    kept.add(new Segment(nowNanos, count, next, tableSeconds, false));
    return new Schedule(kept, quantumNanos, unthrottled() ? count : owedFromCount);
  }

  /** This schedule up to the end of a lease; after it N stands, and nothing is planned. */
  Schedule upTo(long nanos) {
    List<Segment> kept = new ArrayList<>(List.of(segments));
    kept.add(new Segment(nanos, countAt(nanos), NoSchedule.PAUSED, profileSecondsAt(nanos), true));
    return new Schedule(kept, quantumNanos, owedFromCount);
  }

  /** This schedule, and those planned after it, until that one begins. */
  Schedule until(Schedule planned) {
    return with(next == null ? planned : next.until(planned));
  }

  /** The same, but the last one that is planned begins at another time. */
  Schedule lastFrom(long nanos) {
    if (next != null) {
      return with(next.lastFrom(nanos));
    }
    Segment[] moved = segments.clone();
    moved[moved.length - 1] =
        new Segment(nanos, latest.startCount, latest.curve, latest.tableSeconds, false);
    return new Schedule(moved, quantumNanos, owedFromCount, null);
  }

  /** This schedule, after which nothing is planned. */
  Schedule withoutPlans() {
    return with(null);
  }

  /** The same, for workers to take note of what was dealt. */
  Schedule copy() {
    return with(next);
  }

  private Schedule with(Schedule planned) {
    return new Schedule(segments, quantumNanos, owedFromCount, planned);
  }

  /** The one that is in force at a time, of this and those planned after it. */
  Schedule at(long nanos) {
    Schedule current = this;
    while (current.next != null && nanos >= current.next.latest.startNanos) {
      current = current.next;
    }
    return current;
  }

  /** When another one that is planned begins; {@link NanoClock#NEVER} if none is. */
  long endNanos() {
    return next == null ? NanoClock.NEVER : next.latest.startNanos;
  }

  /** The last one that is planned. */
  Schedule last() {
    return next == null ? this : next.last();
  }

  /** N: the iterations of one worker due by a time, counted from the start of the run. */
  public double countAt(long nanos) {
    return segmentAt(nanos).countAt(nanos);
  }

  /** The time of the profile, in seconds; see {@link IterationTimes#profileSeconds}. */
  public double profileSecondsAt(long nanos) {
    return segmentAt(nanos).profileSecondsAt(nanos);
  }

  private Segment segmentAt(long nanos) {
    for (int i = segments.length - 1; i > 0; i--) {
      if (nanos >= segments[i].startNanos) {
        return segments[i];
      }
    }
    return segments[0];
  }

  /**
   * When N reaches {@code count}: a clock reading, {@link NanoClock#NEVER} if it does not. A count
   * from before the oldest segment that is kept was due when that segment began.
   */
  public long dueNanos(double count) {
    for (int i = segments.length - 1; i > 0; i--) {
      if (count >= segments[i].startCount) {
        return dueNanos(i, count);
      }
    }
    Segment oldest = segments[0];
    return count >= oldest.startCount ? dueNanos(0, count) : oldest.startNanos;
  }

  /**
   * How many iterations are due by a time, judged by the times at which workers take them to be
   * due.
   *
   * @param guess as many by the value of N then; rounding may have misjudged it by one
   * @param least those that are due in any case
   * @param countOf where an iteration is due on the axis of N, counted from 0
   */
  long dueBy(long nanos, long guess, long least, LongToDoubleFunction countOf) {
    long due = guess;
    for (int i = 0; i < CORRECTIONS && dueNanos(countOf.applyAsDouble(due)) <= nanos; i++) {
      due++;
    }
    for (int i = 0; i < CORRECTIONS && due > least; i++) {
      due -= dueNanos(countOf.applyAsDouble(due - 1)) > nanos ? 1 : 0;
    }
    return due;
  }

  /** By a segment, while it was in force. */
  private long dueNanos(int segment, double count) {
    long dueNanos = segments[segment].dueNanos(count);
    return segment + 1 < segments.length
        ? Math.min(dueNanos, segments[segment + 1].startNanos)
        : dueNanos;
  }

  /** When the current curve began. */
  long startNanos() {
    return latest.startNanos;
  }

  /**
   * Nothing from before this value of N is owed: what was done unscheduled counts neither for nor
   * against the one that followed.
   */
  double owedFromCount() {
    return owedFromCount;
  }

  /** Whether the current curve is {@link NoSchedule#PAUSED}. */
  public boolean paused() {
    return latest.curve == NoSchedule.PAUSED;
  }

  /** Whether the current curve is {@link NoSchedule#UNTHROTTLED}. */
  public boolean unthrottled() {
    return latest.curve == NoSchedule.UNTHROTTLED;
  }

  /**
   * Whether nothing is owed, and nothing falls due at the value of N that there is now: nothing has
   * a schedule, or it was paused before anything had one.
   */
  boolean asksNothing() {
    if (unthrottled()) {
      return true;
    }
    for (Segment each : segments) {
      if (!(each.curve instanceof NoSchedule)) {
        return false;
      }
    }
    return owedFromCount >= latest.startCount;
  }

  /** The current curve, as it is from a time on. */
  public RateCurve curveAt(long nowNanos) {
    return latest.curve.remainingAt(latest.elapsedSeconds(nowNanos));
  }

  /** The current rate, in iterations per second; 0 if paused or unthrottled. */
  public double ratePerSecondAt(long nowNanos) {
    return latest.curve.ratePerSecondAt(latest.elapsedSeconds(nowNanos));
  }

  /** How often at most a worker should wake, in nanoseconds; 0 for at each due time. */
  public long quantumNanos() {
    return quantumNanos;
  }
}
