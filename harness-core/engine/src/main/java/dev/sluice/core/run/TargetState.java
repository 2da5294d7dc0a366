package dev.sluice.core.run;

import static dev.sluice.core.time.Nanos.NANOS_PER_SECOND;

import dev.sluice.core.pacing.Profile;
import dev.sluice.core.pacing.RateCurve;
import dev.sluice.core.pacing.RateCurve.LinearRamp;
import dev.sluice.core.pacing.RateCurve.NoSchedule;
import dev.sluice.core.stats.Standing.PaceMode;
import dev.sluice.core.time.NanoClock;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;

/**
 * The target of a workload, as commands leave it: the rate of each worker or of all together, with
 * the ramp that leads to it, the number of workers, and whether it is paused. The rate at any time
 * follows from it.
 *
 * <p>A command changes what it names and nothing else. A ramp goes on when workers come or go. A
 * relative change during a ramp moves the rate at which the ramp ends, neither the rate now nor the
 * time of the end; an absolute one ends the ramp, and any change ends a {@link Profile}. What is
 * left of them waits while paused.
 *
 * <p>Immutable. Times are readings of one clock.
 *
 * @param inTotal whether the rate is that of all workers together, else that of each
 * @param curve that rate from a time on; while paused, from the end of the pause on
 * @param workers how many share a total
 * @param paused whether it is held
 * @param sinceNanos when the curve begins; {@link NanoClock#NEVER} if it has not begun, and every
 *     change is made where it will begin
 */
public record TargetState(
    boolean inTotal, RateCurve curve, int workers, boolean paused, long sinceNanos) {

  private static final int NANOS_SCALE = 9;

  /** A rate below this needs more than two decimals to be seen. */
  private static final double SMALL_RATE = 0.1;

  /**
   * One that has not begun.
   *
   * @param ramp the time in which the rate rises from 0, zero for at once
   */
  public static TargetState of(RateTarget target, Duration ramp, int workers) {
    return new TargetState(
        !(target instanceof RateTarget.PerWorker),
        target instanceof RateTarget.Along along
            ? along.profile()
            : target.isUnlimited() ? NoSchedule.UNTHROTTLED : curve(0, target.perSecond(), ramp),
        workers,
        false,
        NanoClock.NEVER);
  }

  private static RateCurve curve(double fromPerSecond, double toPerSecond, Duration over) {
    return over.isZero()
        ? RateCurve.constant(toPerSecond)
        : new LinearRamp(fromPerSecond, toPerSecond, over.toNanos() / NANOS_PER_SECOND);
  }

  /** The same that begins, or goes on, at a time. */
  public TargetState beginning(long nanos) {
    return new TargetState(inTotal, curve, workers, paused, nanos);
  }

  /** The same as it is from a time on; times before the last change are that of the change. */
  public TargetState at(long nanos) {
    long passedNanos = NanoClock.between(sinceNanos, nanos);
    if (passedNanos <= 0) {
      return this;
    }
    RateCurve rest = paused ? curve : curve.remainingAt(passedNanos / NANOS_PER_SECOND);
    return new TargetState(inTotal, rest, workers, paused, nanos);
  }

  /**
   * The state after a change of the rate.
   *
   * @param over the time in which the rate changes; zero for at once, or for the rest of a ramp if
   *     the change is relative
   * @param workload what a refusal calls the workload
   * @throws RunControlException if the change makes no sense here
   */
  public TargetState changed(RateChange change, Duration over, String workload, long nanos)
      throws RunControlException {
    TargetState now = at(nanos);
    double next = change.perSecond(now, workload);
    try {
      RateCurve.requireRate(next);
    } catch (IllegalArgumentException e) {
      throw new RunControlException(e.getMessage());
    }
    if (!over.isZero() && (next == 0 || isUnlimited())) {
      throw new RunControlException("a ramp needs a rate above 0 at both ends");
    }
    Duration way = over.isZero() && change.isRelative() ? now.rampLeft() : over;
    boolean nextInTotal = change.inTotal(this);
    return new TargetState(
        nextInTotal, curve(now.number(nextInTotal), next, way), workers, paused, now.sinceNanos);
  }

  /**
   * The state after a change of the rate has been undone: the rate is what it would be without the
   * change. If that is on a ramp, it stays where it was just before the change; where that is
   * nothing, the ramp goes on.
   *
   * @param before the state just before the change
   */
  TargetState withRateOf(TargetState before, long nanos) {
    RateCurve without = before.at(nanos).curve;
    double then = before.curve.ratePerSecondAt(0);
    return new TargetState(
        before.inTotal,
        without instanceof LinearRamp && then > 0 ? RateCurve.constant(then) : without,
        workers,
        paused,
        at(nanos).sinceNanos);
  }

  /** The state after a pause has begun, or ended; the same if that changes nothing. */
  public TargetState paused(boolean held, long nanos) {
    TargetState now = at(nanos);
    return new TargetState(inTotal, now.curve, workers, held, now.sinceNanos);
  }

  /** The same with this many workers. */
  public TargetState withWorkers(int count) {
    return new TargetState(inTotal, curve, count, paused, sinceNanos);
  }

  /** What one worker has to do from a time on. */
  public RateCurve perWorker(long nanos) {
    RateCurve rest = at(nanos).curve;
    return paused ? NoSchedule.PAUSED : inTotal && workers > 0 ? rest.scaled(1, workers) : rest;
  }

  /** The rate that a relative change moves: where a ramp ends; on a profile, the one of now. */
  double goalPerSecond() {
    return profile().isPresent() ? curve.ratePerSecondAt(0) : curve.finalRatePerSecond();
  }

  /** The profile that it is on, if it is. */
  public Optional<Profile> profile() {
    return curve instanceof Profile profile ? Optional.of(profile) : Optional.empty();
  }

  public boolean isUnlimited() {
    return curve instanceof NoSchedule;
  }

  public PaceMode mode() {
    return paused ? PaceMode.PAUSED : isUnlimited() ? PaceMode.UNLIMITED : PaceMode.PACED;
  }

  /** The time until the ramp ends, zero without one; while paused, that of what is left of it. */
  public Duration rampLeft() {
    return curve instanceof LinearRamp ramp
        ? Duration.ofNanos(Math.round(ramp.durationSeconds() * NANOS_PER_SECOND))
        : Duration.ZERO;
  }

  /** The rate of each worker when the curve begins; 0 while paused, before that, or unlimited. */
  public double perWorkerPerSecond() {
    return isHeld() ? 0 : number(false);
  }

  /** The same of all workers together. */
  public double totalPerSecond() {
    return isHeld() || workers == 0 ? 0 : number(true);
  }

  /** The rate of each worker where the ramp ends, be it paused; on a profile, the one of now. */
  public double finalPerWorkerPerSecond() {
    return inTotal && workers > 0 ? goalPerSecond() / workers : goalPerSecond();
  }

  /** The same of all workers together. */
  public double finalTotalPerSecond() {
    return inTotal && workers > 0 ? goalPerSecond() : finalPerWorkerPerSecond() * workers;
  }

  /** How many iterations of all workers together are due within a time if nothing changes. */
  public double dueWithin(Duration time) {
    double due = curve.iterationsAt(time.toNanos() / NANOS_PER_SECOND);
    return isHeld() ? 0 : inTotal ? due : due * workers;
  }

  /** In words: where it is to be, in what time if on a ramp, and whether it is paused. */
  public String text() {
    Duration left = rampLeft();
    String goal =
        isUnlimited()
            ? "unlimited"
            : (left.isZero() ? "" : "ramp to ")
                + rates(finalPerWorkerPerSecond(), finalTotalPerSecond())
                + (left.isZero() ? "" : " in " + seconds(left))
                + profile()
                    .map(each -> ", on a profile for " + seconds(each.timeLeft()))
                    .orElse("");
    return paused ? "paused (" + goal + ")" : goal;
  }

  /** The rate of each worker, and of all together, in words. */
  public static String rates(double perWorkerPerSecond, double totalPerSecond) {
    return rate(perWorkerPerSecond) + " per worker, " + rate(totalPerSecond) + " in total";
  }

  private static String rate(double perSecond) {
    boolean small = perSecond > 0 && perSecond < SMALL_RATE;
    return String.format(Locale.ROOT, small ? "%.6f/s" : "%.2f/s", perSecond);
  }

  private static String seconds(Duration time) {
    BigDecimal seconds =
        BigDecimal.valueOf(time.toNanos(), NANOS_SCALE)
            .setScale(time.toSeconds() > 0 ? 1 : 3, RoundingMode.HALF_UP);
    return seconds.stripTrailingZeros().toPlainString() + " s";
  }

  private boolean isHeld() {
    return paused || sinceNanos == NanoClock.NEVER;
  }

  /** The rate when the curve begins, of all workers together or of each. */
  private double number(boolean together) {
    double perSecond = curve.ratePerSecondAt(0);
    if (together == inTotal) {
      return perSecond;
    }
    return together ? perSecond * workers : perSecond / Math.max(1, workers);
  }
}
