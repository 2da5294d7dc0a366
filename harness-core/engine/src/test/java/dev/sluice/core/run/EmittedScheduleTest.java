package dev.sluice.core.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.core.pacing.Arrivals;
import dev.sluice.core.pacing.CatchUp;
import dev.sluice.core.pacing.Profile;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Laws of what workers really do, over random sequences of everything that can be done to a
 * workload: rates are set, raised, changed by percent, ramped, paused and resumed; workers are
 * added and ended. Rates go from 1e-12/s to 1e9/s, numbers of workers from 1 to 10,000.
 */
class EmittedScheduleTest {

  private static final int COMMANDS = 25;
  private static final double BETWEEN_COMMANDS = 400; // iterations, in the mean
  private static final long LONGEST_NANOS = 100_000_000_000_000L;

  static LongStream seeds() {
    return LongStream.range(0, Boolean.getBoolean("soak") ? 60 : 15);
  }

  /**
   * One law that holds all others: the k-th iteration of all workers is due when the area under the
   * total rate reaches k. So counts are exact, spacing is even, nothing bursts, nothing is lost.
   */
  @ParameterizedTest
  @MethodSource("seeds")
  void theIterationsOfAllWorkersAreDueWhereTheTotalRateHasGrownToWholeNumbers(long seed) {
    VirtualWorkload workload = played(seed, 0, CatchUp.UNLIMITED, Arrivals.UNIFORM);
    assertFollowsTheArea(workload);
    assertThat(workload.intendedAlwaysIncreased()).isTrue();
    assertThat(workload.longestLatenessNanos()).as("nobody was busy").isZero();
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void whoComesLateIsDueAtTheSameTimes(long seed) {
    VirtualWorkload workload =
        played(seed, 0.02, CatchUp.UNLIMITED, Arrivals.UNIFORM, false); // it is due after a pause
    workload.finishBacklog();
    assertFollowsTheArea(workload);
    assertThat(workload.intendedAlwaysIncreased()).isTrue();
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void handedOutDroppedAndOverdueAddUpToDueAtEachMoment(long seed) {
    VirtualWorkload workload =
        played(
            seed,
            0.05,
            new CatchUp(new SplittableRandom(seed).nextLong(1_000_000_000)),
            Arrivals.UNIFORM);
    workload.finishBacklog();
    assertAddsUp(workload);
  }

  /** In each second, and at half and double speed, up to the end of the day. */
  @ParameterizedTest
  @ValueSource(doubles = {1, 0.5, 2})
  void aRecordedDayIsPlayedBackToTheIteration(double speed) {
    SplittableRandom random = new SplittableRandom(3);
    List<Profile.Point> steps = new ArrayList<>();
    long[] recorded = new long[86_401];
    for (int second = 1; second <= 86_400; second++) {
      int count = random.nextInt(4) > 0 ? 0 : random.nextInt(1 + second % 7_200 / 600);
      recorded[second] = recorded[second - 1] + count;
      steps.add(new Profile.Point(second / speed, count));
    }
    VirtualWorkload workload =
        new VirtualWorkload(
            new RateTarget.Along(Profile.steps(steps), ""),
            3,
            CatchUp.DEFAULT,
            Arrivals.UNIFORM,
            1);
    for (int second = 1; second <= 86_400; second++) {
      workload.pass(Math.round(1e9 / speed));
      long due = Math.max(1, (long) Math.floor(recorded[second] / speed + 0.62)); // to the nearest
      assertThat(workload.handedOut()).as("by second " + second).isEqualTo(due);
    }
  }

  /** As workers that begin when they are connected, one after the other. */
  @ParameterizedTest
  @MethodSource("seeds")
  void whoJoinsLaterHasItsPartFromThenOnAndOwesNothingFromBefore(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    VirtualWorkload workload =
        new VirtualWorkload(anyTarget(random), 1, CatchUp.UNLIMITED, Arrivals.UNIFORM, seed);
    for (int worker = 2; worker <= 200; worker++) {
      double seconds = random.nextDouble(worker) / workload.totalPerSecond();
      workload.pass(1 + (long) Math.min(LONGEST_NANOS, seconds * 1e9));
      assertAddsUp(workload);
      workload.add(1);
    }
    workload.pass(1000);
    assertFollowsTheArea(workload);
    assertThat(workload.owedFromBeforeJoining()).isFalse();
    assertThat(workload.longestLatenessNanos()).as("nobody was busy").isZero();
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void independentArrivalsAreAsManyAsTheAreaToWithinChance(long seed) {
    VirtualWorkload workload = played(seed, 0, CatchUp.UNLIMITED, Arrivals.POISSON);
    double due = workload.due();
    assertThat((double) workload.handedOut()).isCloseTo(due, within(5 * Math.sqrt(due) + 1));
  }

  private static void assertFollowsTheArea(VirtualWorkload workload) {
    long[] due = workload.intended().stream().mapToLong(Long::longValue).sorted().toArray();
    for (int k = 0; k < due.length; k++) {
      assertThat(workload.areaAt(due[k]))
          .as("iteration %d", k)
          .isCloseTo(k, within(workload.rounding()));
    }
    assertThat((double) due.length).isCloseTo(workload.due(), within(workload.oneMoment()));
    assertThat(Arrays.stream(due).filter(d -> d > workload.nowNanos()).count()).isZero();
  }

  private static void assertAddsUp(VirtualWorkload workload) {
    assertThat(workload.overdue()).isNotNegative();
    assertThat((double) workload.handedOut() + workload.dropped() + workload.overdue())
        .isCloseTo(workload.due(), within(workload.oneMoment()));
  }

  /** Does random things to a workload, and checks its account after each. */
  private static VirtualWorkload played(
      long seed, double busyShare, CatchUp catchUp, Arrivals arrivals) {
    return played(seed, busyShare, catchUp, arrivals, true);
  }

  private static VirtualWorkload played(
      long seed, double busyShare, CatchUp catchUp, Arrivals arrivals, boolean pauses) {
    SplittableRandom random = new SplittableRandom(seed);
    VirtualWorkload workload =
        new VirtualWorkload(anyTarget(random), anyWorkers(random), catchUp, arrivals, seed);
    workload.busyShare(busyShare);
    for (int i = 0; i < COMMANDS; i++) {
      double perSecond = workload.totalPerSecond();
      double seconds = random.nextDouble(2 * BETWEEN_COMMANDS) / perSecond;
      workload.pass(1 + (long) Math.min(LONGEST_NANOS, perSecond == 0 ? 1e9 : seconds * 1e9));
      if (arrivals == Arrivals.UNIFORM) {
        assertAddsUp(workload);
      }
      anyCommand(workload, random, pauses);
    }
    workload.resume();
    workload.pass(1000);
    return workload;
  }

  private static void anyCommand(
      VirtualWorkload workload, SplittableRandom random, boolean pauses) {
    switch (random.nextInt(8)) {
      case 0 -> workload.change(new RateChange.ToPerWorker(anyRate(random)), 0);
      case 1 -> workload.change(new RateChange.ToTotal(anyRate(random)), 0);
      case 2 -> workload.change(new RateChange.ByPercent(random.nextDouble(-99, 300)), 0);
      case 3, 4 -> {
        // so long that the iterations on the way can be counted
        double factor = Math.pow(10, random.nextDouble(-2, 2));
        double total = Math.min(1e9, Math.max(1e-12, workload.finalTotalPerSecond() * factor));
        double peak = Math.max(total, workload.totalPerSecond());
        double seconds = Math.min(1e5, random.nextDouble(0.5, 2) * BETWEEN_COMMANDS / peak);
        workload.change(
            random.nextBoolean()
                ? new RateChange.ToTotal(total)
                : new RateChange.ToPerWorker(Math.max(1e-12, total / workload.members())),
            seconds);
      }
      case 5 -> {
        if (random.nextBoolean() && pauses) {
          workload.pause();
        } else {
          workload.resume();
        }
      }
      case 6 -> workload.add(1 + random.nextInt(Math.min(10_000, 2 * workload.members())));
      default -> {
        if (workload.members() > 1) {
          workload.end(1 + random.nextInt(workload.members() - 1), random);
        }
      }
    }
  }

  private static RateTarget anyTarget(SplittableRandom random) {
    return random.nextBoolean()
        ? new RateTarget.Total(anyRate(random))
        : new RateTarget.PerWorker(anyRate(random));
  }

  /** Each power of ten is as likely as another. */
  private static double anyRate(SplittableRandom random) {
    return Math.pow(10, random.nextDouble(-12, 9));
  }

  private static int anyWorkers(SplittableRandom random) {
    return (int) Math.pow(10, random.nextDouble(0, 4));
  }
}
