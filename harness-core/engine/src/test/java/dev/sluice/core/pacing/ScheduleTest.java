package dev.sluice.core.pacing;

import static dev.sluice.core.time.Nanos.SECOND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.core.pacing.RateCurve.ConstantRate;
import dev.sluice.core.pacing.RateCurve.LinearRamp;
import dev.sluice.core.pacing.RateCurve.NoSchedule;
import dev.sluice.core.time.NanoClock;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Laws of a schedule, over random sequences of changes. */
class ScheduleTest {

  private static final int CHANGES = 60;
  private static final double ROUNDING = 1e-6;

  private final List<RateCurve> curves = new ArrayList<>();
  private final List<Long> changedAt = new ArrayList<>();
  private Schedule schedule = Schedule.notStarted(-3 * SECOND);
  private long now = -3 * SECOND;

  static LongStream seeds() {
    return LongStream.range(0, 40);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void aChangeNeverMovesTheCount(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    for (int i = 0; i < CHANGES; i++) {
      double before = schedule.countAt(now);
      change(anyCurve(random));
      assertThat(schedule.countAt(now)).isEqualTo(before);
      now += random.nextLong(3 * SECOND);
    }
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void theCountIsTheSumOfWhatEachCurveGrewBy(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    for (int i = 0; i < CHANGES; i++) {
      change(anyCurve(random));
      now += random.nextLong(3 * SECOND);
      assertThat(schedule.countAt(now)).isCloseTo(sumOfCurves(), within(ROUNDING));
    }
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void dueNanosIsTheInverseOfCountAt(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    for (int i = 0; i < CHANGES; i++) {
      change(pacedCurve(random));
      double count = schedule.countAt(now) + random.nextDouble(1000);
      long due = schedule.dueNanos(count);
      assertThat(schedule.countAt(due)).isGreaterThanOrEqualTo(count - ROUNDING);
      assertThat(schedule.countAt(due - 1)).isLessThanOrEqualTo(count + ROUNDING);
      now += random.nextLong(3 * SECOND);
    }
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void laterIterationsAreDueLater(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    for (int i = 0; i < CHANGES; i++) {
      change(pacedCurve(random));
      now += random.nextLong(SECOND);
    }
    double from = schedule.countAt(now - 10 * SECOND);
    long previous = Long.MIN_VALUE;
    for (double count = from; count < from + 50_000; count++) {
      long due = schedule.dueNanos(count);
      assertThat(due).isGreaterThan(previous);
      previous = due;
    }
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void aBacklogKeepsItsIntendedTimesThroughChanges(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    for (int i = 0; i < CHANGES; i++) {
      change(pacedCurve(random));
      now += random.nextLong(SECOND / 3);
      double count = schedule.countAt(now - random.nextLong(SECOND));
      long due = schedule.dueNanos(count);
      change(pacedCurve(random));
      assertThat(schedule.dueNanos(count)).isEqualTo(due);
    }
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void timeInAPauseIsNotOwed(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    for (int i = 0; i < CHANGES; i++) {
      change(pacedCurve(random));
      now += random.nextLong(SECOND);
      change(NoSchedule.PAUSED);
      double count = schedule.countAt(now);
      assertThat(schedule.paused()).isTrue();
      assertThat(schedule.dueNanos(count + 0.001)).isEqualTo(NanoClock.NEVER);
      now += random.nextLong(100 * SECOND);
      assertThat(schedule.countAt(now)).isEqualTo(count);
      change(pacedCurve(random));
      assertThat(schedule.dueNanos(count + 0.001)).isGreaterThanOrEqualTo(now);
    }
  }

  @Test
  void whatWasLeftOverAtAPauseIsDueWhenItEnds() {
    change(new ConstantRate(10));
    now += SECOND;
    double leftOver = schedule.countAt(now) - 2;
    change(NoSchedule.PAUSED);
    now += 100 * SECOND;
    change(new ConstantRate(10));
    assertThat(schedule.dueNanos(leftOver)).isEqualTo(now);
  }

  @Test
  void aScheduleThatHasNotStartedOwesNothing() {
    assertThat(schedule.paused()).isTrue();
    assertThat(schedule.countAt(now + 1000 * SECOND)).isZero();
    assertThat(schedule.dueNanos(0.5)).isEqualTo(NanoClock.NEVER);
  }

  @Test
  void theCurveInForceIsWhatIsLeftOfIt() {
    change(new LinearRamp(0, 100, 10));
    assertThat(schedule.curveAt(now + 5 * SECOND)).isEqualTo(new LinearRamp(50, 100, 5));
    assertThat(schedule.ratePerSecondAt(now + 5 * SECOND)).isEqualTo(50);
    assertThat(schedule.curveAt(now + 50 * SECOND)).isEqualTo(new ConstantRate(100));
  }

  @Test
  void unthrottledIsSaidOnlyOfTheCurveInForce() {
    change(NoSchedule.UNTHROTTLED);
    assertThat(schedule.unthrottled()).isTrue();
    change(new ConstantRate(1));
    assertThat(schedule.unthrottled()).isFalse();
    assertThat(schedule.paused()).isFalse();
  }

  private void change(RateCurve curve) {
    schedule = schedule.then(curve, now, 0, now - CatchUp.DEFAULT.limitNanos());
    curves.add(curve);
    changedAt.add(now);
  }

  private double sumOfCurves() {
    double sum = 0;
    for (int i = 0; i < curves.size(); i++) {
      long end = i + 1 < curves.size() ? changedAt.get(i + 1) : now;
      sum += curves.get(i).iterationsAt((end - changedAt.get(i)) / 1e9);
    }
    return sum;
  }

  private static RateCurve anyCurve(SplittableRandom random) {
    return switch (random.nextInt(6)) {
      case 0 -> NoSchedule.PAUSED;
      case 1 -> NoSchedule.UNTHROTTLED;
      default -> pacedCurve(random);
    };
  }

  private static RateCurve pacedCurve(SplittableRandom random) {
    return random.nextBoolean()
        ? new ConstantRate(rate(random))
        : new LinearRamp(
            random.nextInt(4) == 0 ? 0 : rate(random), rate(random), 0.001 + random.nextDouble(4));
  }

  /** From 0.1 to 10,000, each power of ten as likely as another. */
  private static double rate(SplittableRandom random) {
    return Math.pow(10, random.nextDouble(-1, 4));
  }
}
