package dev.sluice.core.pacing;

import dev.sluice.core.pacing.RateCurve.NoSchedule;
import dev.sluice.core.time.NanoClock;
import java.util.ArrayList;
import java.util.List;

/**
 * One workload's N(t) on the clock: rate curves strung together, each starting at the time and at
 * the value of N where the one before it was cut. So a rate change neither drifts nor bursts, and
 * no fraction of an iteration is lost at it.
 *
 * <p>Immutable. {@link #dueNanos} and {@link #countAt} allocate nothing.
 */
public final class Schedule {

  private static final double NANOS_PER_SECOND = 1e9;

  /** The schedule of nobody: nothing is ever due. */
  static final Schedule NONE = notStarted(0);

  private final Segment[] segments;
  private final Segment latest;
  private final long quantumNanos;
  private final double owedFromCount;

  private record Segment(long startNanos, double startCount, RateCurve curve) {

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
      return !(curve instanceof NoSchedule);
    }
  }

  private Schedule(List<Segment> segments, long quantumNanos, double owedFromCount) {
    this.segments = segments.toArray(Segment[]::new);
    this.latest = segments.get(segments.size() - 1);
    this.quantumNanos = quantumNanos;
    this.owedFromCount = owedFromCount;
  }

  /** A schedule with nothing due, from which {@link #then} starts the first curve. */
  public static Schedule notStarted(long nowNanos) {
    return new Schedule(List.of(new Segment(nowNanos, 0, NoSchedule.PAUSED)), 0, 0);
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
    List<Segment> kept = new ArrayList<>();
    if (latest.keepsTime()) {
      for (int i = 0; i < segments.length; i++) {
        long endNanos = i + 1 < segments.length ? segments[i + 1].startNanos : nowNanos;
        if (endNanos >= oldestBacklogNanos) {
          kept.add(segments[i]);
        }
      }
    }
    double count = countAt(nowNanos);
    kept.add(new Segment(nowNanos, count, next));
    return new Schedule(kept, quantumNanos, unthrottled() ? count : owedFromCount);
  }

  /** N: the iterations of one worker due by a time, counted from the start of the run. */
  public double countAt(long nanos) {
    for (int i = segments.length - 1; i > 0; i--) {
      if (nanos >= segments[i].startNanos) {
        return segments[i].countAt(nanos);
      }
    }
    return segments[0].countAt(nanos);
  }

  /**
   * When N reaches {@code count}: a clock reading, {@link NanoClock#NEVER} if it does not. A count
   * from before the oldest segment that is kept was due when that segment began.
   */
  public long dueNanos(double count) {
    for (int i = segments.length - 1; i > 0; i--) {
      if (count >= segments[i].startCount) {
        return segments[i].dueNanos(count);
      }
    }
    Segment oldest = segments[0];
    return count >= oldest.startCount ? oldest.dueNanos(count) : oldest.startNanos;
  }

  /** When the current curve began. */
  long startNanos() {
    return latest.startNanos;
  }

  /**
   * Nothing from before this value of N is owed: what was done without a schedule counts neither
   * for nor against the one that followed.
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
