package dev.sluice.core.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.core.pacing.Arrivals;
import dev.sluice.core.pacing.CatchUp;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * No command does more than its words say, over random sequences of commands with ramps (10,000 of
 * them with {@code -Dsoak=true}). What comes of each is read from the schedule that workers follow,
 * and from when they are due.
 */
class RateCommandsTest {

  private static final int SEQUENCES =
      Boolean.getBoolean("soak") ? 500 : 80; // of each of the seeds
  private static final int COMMANDS = 12;
  private static final double BETWEEN_COMMANDS = 8; // iterations, in the mean

  static LongStream seeds() {
    return LongStream.range(0, 20);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void noCommandChangesTheRateByMoreThanItSays(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    for (int i = 0; i < SEQUENCES; i++) {
      VirtualWorkload workload =
          new VirtualWorkload(
              random.nextBoolean()
                  ? new RateTarget.Total(anyRate(random))
                  : new RateTarget.PerWorker(anyRate(random)),
              1 + random.nextInt(5),
              CatchUp.UNLIMITED,
              Arrivals.UNIFORM,
              random.nextLong());
      StringBuilder given = new StringBuilder("sequence " + i + " of " + seed);
      for (int command = 0; command < COMMANDS; command++) {
        pass(workload, random);
        give(workload, random, given);
      }
      workload.resume();
      pass(workload, random);
      assertDueWhereTheTotalRateHasGrownToWholeNumbers(workload, given);
    }
  }

  private static void pass(VirtualWorkload workload, SplittableRandom random) {
    double perSecond = workload.totalPerSecond();
    double seconds = perSecond == 0 ? 1 : random.nextDouble(2 * BETWEEN_COMMANDS) / perSecond;
    workload.pass(1 + (long) (seconds * 1e9));
  }

  private static void give(VirtualWorkload workload, SplittableRandom random, StringBuilder given) {
    double before = workload.emittedPerSecond();
    boolean paused = before == 0;
    boolean ramping = workload.ramping();
    double over =
        random.nextInt(3) > 0
            ? 0
            : (long)
                    (random.nextDouble(1e10, 4e10) / Math.max(0.01, workload.finalTotalPerSecond()))
                / 1e9;
    int kind = random.nextInt(9);
    given
        .append("; ")
        .append(workload.nowNanos())
        .append(" ")
        .append(workload.emittedPerSecond())
        .append("/s: ")
        .append(kind)
        .append(over > 0 ? " over " + over : "");
    double expected = before;
    switch (kind) {
      case 0, 1 -> {
        double percent = random.nextDouble(-60, 100);
        boolean goesOn = over > 0 || ramping;
        boolean done = workload.change(new RateChange.ByPercent(percent), over);
        expected = !done || goesOn ? before : before * (1 + percent / 100);
      }
      case 2, 3 -> {
        double by = random.nextDouble(-0.5, 1) * workload.finalTotalPerSecond();
        boolean goesOn = over > 0 || ramping;
        boolean done = workload.change(new RateChange.ByPerWorker(by / workload.members()), over);
        expected = !done || goesOn || paused ? before : before + by;
      }
      case 4 -> {
        double total = anyRate(random);
        boolean done = workload.change(new RateChange.ToTotal(total), over);
        expected = !done || over > 0 || paused ? before : total;
      }
      case 5 -> {
        double each = anyRate(random);
        boolean done = workload.change(new RateChange.ToPerWorker(each), over);
        expected = !done || over > 0 || paused ? before : each * workload.members();
      }
      case 6 -> {
        workload.pause();
        assertThat(workload.emittedPerSecond()).as(given.toString()).isZero();
        if (!paused) {
          workload.resume(); // the inverse of it
        } else {
          expected = 0;
        }
      }
      case 7 -> {
        if (paused) {
          workload.resume();
          expected = workload.emittedPerSecond();
          assertThat(expected).as(given.toString()).isPositive();
        } else {
          workload.pause();
          expected = 0;
        }
      }
      default -> {
        int members = workload.members();
        if (members == 1 || random.nextBoolean()) {
          workload.add(1 + random.nextInt(3));
        } else {
          workload.end(1 + random.nextInt(members - 1), random);
        }
        expected = workload.ofEach() ? before * workload.members() / members : before;
      }
    }
    assertThat(workload.emittedPerSecond())
        .as(given.toString())
        .isCloseTo(expected, within(1e-6 * (1 + before + expected)));
  }

  private static void assertDueWhereTheTotalRateHasGrownToWholeNumbers(
      VirtualWorkload workload, StringBuilder given) {
    long[] due = workload.intended().stream().mapToLong(Long::longValue).sorted().toArray();
    double rounding = 2 * workload.rounding(); // ramps begin and end at whole nanoseconds
    for (int k = 0; k < due.length; k++) {
      double area = workload.areaAt(due[k]);
      if (Math.abs(area - k) > rounding) {
        assertThat(area).as("iteration %d of %s", k, given).isCloseTo(k, within(rounding));
      }
    }
    assertThat((double) due.length)
        .as(given.toString())
        .isCloseTo(workload.due(), within(workload.oneMoment()));
    assertThat(Arrays.stream(due).filter(d -> d > workload.nowNanos()).count()).isZero();
  }

  private static double anyRate(SplittableRandom random) {
    return Math.pow(10, random.nextDouble(-1, 4));
  }
}
