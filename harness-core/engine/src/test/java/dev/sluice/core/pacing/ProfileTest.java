package dev.sluice.core.pacing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.core.pacing.Profile.Point;
import dev.sluice.core.pacing.RateCurve.ConstantRate;
import dev.sluice.core.pacing.RateCurve.LinearRamp;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Laws of random profiles, with jumps and times without work, then of a recorded day. */
class ProfileTest {

  private static final double EXACT = 1e-9;
  private static final int DAY_SECONDS = 86_400;

  static LongStream seeds() {
    return LongStream.range(0, Boolean.getBoolean("soak") ? 2_000 : 50);
  }

  private static Profile anyProfile(SplittableRandom random) {
    List<Point> points = new ArrayList<>();
    double seconds = 0;
    double scale = Math.pow(10, random.nextInt(-3, 6));
    int count = random.nextInt(1, 40);
    for (int i = 0; i < count; i++) {
      points.add(new Point(seconds, random.nextInt(4) == 0 ? 0 : random.nextDouble(scale)));
      seconds += i > 0 && random.nextInt(4) == 0 ? 0 : random.nextDouble(1e-3, 100);
    }
    Profile profile = Profile.through(points);
    return random.nextBoolean() ? profile : (Profile) profile.scaled(1, random.nextInt(1, 200));
  }

  private static double anyTime(Profile profile, SplittableRandom random) {
    return random.nextDouble(1.5 * profile.secondsLeft() + 1);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void iterationsNeverDecreaseAndAreTheIntegralOfTheRate(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Profile profile = anyProfile(random);
    int steps = 20_000;
    double width = (profile.secondsLeft() + 1) / steps;
    double integral = 0;
    double before = 0;
    boolean decreases = false;
    for (int i = 0; i < steps; i++) {
      integral += profile.ratePerSecondAt((i + 0.5) * width) * width;
      double now = profile.iterationsAt((i + 1) * width);
      decreases |= now < before;
      before = now;
    }
    assertThat(decreases).isFalse();
    double jumps = profile.size() * width * profile.peakRatePerSecondFrom(0);
    assertThat(before).isCloseTo(integral, within(jumps + EXACT * integral));
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void secondsAtIsTheEarliestTimeAtWhichSoManyAreDue(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Profile profile = anyProfile(random);
    for (int i = 0; i < 50; i++) {
      double iterations = profile.iterationsAt(anyTime(profile, random));
      double seconds = profile.secondsAt(iterations);
      assertThat(profile.iterationsAt(seconds))
          .isCloseTo(iterations, within(EXACT * (1 + iterations)));
      double earlier = random.nextDouble() * seconds;
      assertThat(profile.iterationsAt(earlier))
          .as("at " + earlier)
          .isLessThanOrEqualTo(iterations + EXACT * (1 + iterations));
    }
    assertThat(profile.iterationsAt(0)).isZero();
    assertThat(profile.secondsAt(0)).isZero();
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void whatRemainsGoesOnWithoutAJumpAndPartsAddUp(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Profile profile = anyProfile(random);
    RateCurve part = profile.scaled(3, 7);
    for (int i = 0; i < 50; i++) {
      double cut = anyTime(profile, random);
      double after = anyTime(profile, random);
      RateCurve rest = profile.remainingAt(cut);
      double whole = profile.iterationsAt(cut + after);
      assertThat(profile.iterationsAt(cut) + rest.iterationsAt(after))
          .isCloseTo(whole, within(EXACT * (1 + whole)));
      assertThat(rest.ratePerSecondAt(after))
          .isCloseTo(
              profile.ratePerSecondAt(cut + after), within(1e-6 * (1 + whole))); // near a jump
      assertThat(part.iterationsAt(cut))
          .isCloseTo(profile.iterationsAt(cut) * 3 / 7, within(EXACT * (1 + whole)));
      assertThat(rest.peakRatePerSecondFrom(0)).isEqualTo(profile.peakRatePerSecondFrom(cut));
      assertThat(profile.ratePerSecondAt(cut + after))
          .isLessThanOrEqualTo(profile.peakRatePerSecondFrom(cut));
    }
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void twiceTheSpeedIsTheSameInHalfTheTime(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Profile profile = anyProfile(random);
    List<Point> points = profile.outline(profile.size() + 1);
    for (double speed : new double[] {0.5, 2}) {
      Profile other =
          Profile.through(
              points.stream()
                  .map(each -> new Point(each.seconds() / speed, each.perSecond()))
                  .toList());
      Profile same = Profile.through(points);
      for (int i = 0; i < 50; i++) {
        double time = anyTime(profile, random);
        assertThat(other.iterationsAt(time / speed) * speed).isEqualTo(same.iterationsAt(time));
        assertThat(other.ratePerSecondAt(time / speed)).isEqualTo(same.ratePerSecondAt(time));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void anotherProcessIsToldTheSame(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    RateCurve profile = anyProfile(random).remainingAt(random.nextDouble(100));
    if (profile instanceof Profile told) {
      assertThat(new Profile(told.part())).isEqualTo(told).hasSameHashCodeAs(told);
    }
  }

  @ParameterizedTest
  @CsvSource({"0, 100, 10", "1, 116, 0.001", "116, 1, 30", "1e-3, 1e4, 3600", "50, 50, 5"})
  void twoPointsAreARamp(double from, double to, double duration) {
    LinearRamp ramp = new LinearRamp(from, to, duration);
    Profile profile = Profile.through(List.of(new Point(0, from), new Point(duration, to)));
    for (double time : new double[] {0, 1e-6, duration / 3, duration, 2 * duration}) {
      double due = ramp.iterationsAt(time);
      assertThat(profile.iterationsAt(time)).isCloseTo(due, within(EXACT * (1 + due)));
      assertThat(profile.secondsAt(due))
          .isCloseTo(ramp.secondsAt(due), within(EXACT * (1 + duration)));
    }
    assertThat(profile.remainingAt(duration)).isEqualTo(new ConstantRate(to));
  }

  @Test
  void whereTheLastRateIsNothingNothingMoreIsDue() {
    Profile profile = Profile.through(List.of(new Point(0, 2), new Point(1, 0)));
    assertThat(profile.secondsAt(1)).isEqualTo(1);
    assertThat(profile.secondsAt(1.001)).isInfinite();
    assertThat(profile.remainingAt(5).iterationsAt(100)).isZero();
    assertThat(profile.remainingAt(5).secondsAt(1)).isInfinite();
  }

  @ParameterizedTest
  @CsvSource({
    "1, 1, 2, 1",
    "0, -1, 1, 1",
    "0, NaN, 1, 1",
    "0, 1, -1, 1",
    "0, 1, Infinity, 1",
    "0, 1, 1, 2e9"
  })
  void aProfileGoesForwards(double first, double rate, double second, double next) {
    assertThatThrownBy(
            () -> Profile.through(List.of(new Point(first, rate), new Point(second, next))))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void anOutlineKeepsTheIterations() {
    Profile day = recordedDay(counts(1), 1);
    List<Point> outline = day.outline(96);
    assertThat(outline).hasSize(96);
    assertThat(outline.stream().mapToDouble(each -> each.perSecond() * 900).sum())
        .isCloseTo(day.iterationsAt(DAY_SECONDS), within(1e-3));
  }

  /** A busy day, with a quiet night and a second in five without any. */
  static int[] counts(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    return IntStream.range(0, DAY_SECONDS)
        .map(
            second -> {
              double daily = 20 * Math.pow(Math.sin(Math.PI * second / DAY_SECONDS), 4);
              return random.nextInt(5) == 0 ? 0 : (int) (daily * 2 * random.nextDouble());
            })
        .toArray();
  }

  static Profile recordedDay(int[] counts, double speed) {
    return Profile.steps(
        IntStream.range(0, counts.length)
            .mapToObj(i -> new Point((i + 1) / speed, counts[i]))
            .toList());
  }

  /** By each of seven workers in two processes, and by both together. */
  @ParameterizedTest
  @CsvSource({"1", "0.5", "2"})
  void aRecordedDayMakesAsManyDueInEachSecondAsThereWere(double speed) {
    int[] counts = counts(2);
    long nanosOfStep = Math.round(1e9 / speed);
    CommonSchedule schedule =
        CommonSchedule.starting(recordedDay(counts, speed).scaled(1, 7), Map.of("a", 3, "b", 4), 0);
    long recorded = 0;
    for (int i = 0; i < DAY_SECONDS; i++) {
      recorded += counts[i];
      long expected =
          Math.max(1, Math.round(Math.floor(recorded / speed + 0.62))); // to the nearest
      assertThat(schedule.dueBy((i + 1) * nanosOfStep)).as("second " + i).isEqualTo(expected);
    }
  }
}
