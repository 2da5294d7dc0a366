package dev.sluice.control.measure;

import static dev.sluice.core.time.Nanos.NANOS_PER_SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.sink.folder.Snapshots;
import dev.sluice.control.sink.folder.TestRun;
import dev.sluice.core.result.Snapshot;
import dev.sluice.core.result.Totals;
import dev.sluice.core.stats.Connections;
import dev.sluice.core.stats.Counter;
import dev.sluice.core.stats.Counts;
import dev.sluice.core.stats.Latency;
import dev.sluice.core.stats.LatencyKind;
import dev.sluice.core.stats.Standing;
import dev.sluice.core.stats.Standing.PaceMode;
import dev.sluice.core.stats.Unfinished;
import dev.sluice.core.stats.Window;
import dev.sluice.estimates.Batches;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * An objective is given up only where no rest of the run can meet it: random runs are played to
 * their end, whatever was given up on the way.
 */
class RemainderTest {

  private static final int RUNS = Boolean.getBoolean("soak") ? 2_000 : 300;
  private static final long SECOND_NANOS = 1_000_000_000L;
  private static final int WORKERS = 4;

  /** The fate of an iteration. */
  private record Iteration(double due, double end, boolean never) {}

  /** Iterations at a rate, done, late or never done as chance will have it. */
  private static final class RandomRun {

    final SplittableRandom random;
    final int seconds;
    final double perSecond;
    final List<Iteration> iterations = new ArrayList<>();

    RandomRun(long seed) {
      random = new SplittableRandom(seed);
      seconds = random.nextInt(2, 40);
      perSecond = random.nextInt(1, 60);
      boolean poisson = random.nextBoolean();
      double slow = random.nextDouble() * 0.2;
      double never = random.nextInt(3) == 0 ? random.nextDouble() * 0.1 : 0;
      double changeAt = random.nextDouble() * seconds; // trouble ends, or begins
      boolean before = random.nextBoolean();
      for (double t = 0; t < seconds; t += gap(poisson)) {
        boolean trouble = t < changeAt == before;
        boolean isSlow = trouble && random.nextDouble() < slow;
        double took = (isSlow ? 1 : 0.01) * -Math.log(1 - random.nextDouble());
        iterations.add(new Iteration(t, t + took, trouble && random.nextDouble() < never));
      }
    }

    private double gap(boolean poisson) {
      return poisson ? -Math.log(1 - random.nextDouble()) / perSecond : 1 / perSecond;
    }

    /** The second that ends at a time. */
    Snapshot interval(int end) {
      Histogram done = TestRun.histogram();
      Histogram ages = TestRun.histogram();
      long dropped = 0;
      long failed = 0;
      long due = 0;
      for (Iteration each : iterations) {
        boolean ended = each.end <= end && each.end > end - 1;
        due += each.due < end && each.due >= end - 1 ? 1 : 0;
        if (ended && each.never) {
          dropped++;
        } else if (ended) {
          done.recordValue(Math.round((each.end - each.due) * NANOS_PER_SECOND));
        } else if (each.due < end && each.end > end) {
          ages.recordValue(Math.round((end - each.due) * NANOS_PER_SECOND));
        }
        failed += each.never && each.end <= end ? 1 : 0;
      }
      Unfinished unfinished =
          new Unfinished(
              0, ages.getTotalCount(), Map.of(), 0, ages.getTotalCount() / 2, Latency.of(ages));
      Window window =
          Window.of(
              perSecond,
              Counts.of(
                  Map.of(
                      Counter.DUE, due,
                      Counter.DONE, done.getTotalCount(),
                      Counter.DROPPED, dropped)),
              Map.of(LatencyKind.LATENCY, Latency.of(done)),
              unfinished);
      Standing standing =
          new Standing(
              WORKERS,
              WORKERS,
              perSecond,
              PaceMode.PACED,
              unfinished,
              0,
              Connections.NONE,
              Map.of("cause", failed),
              Optional.empty());
      return Snapshots.second(end, window.as("w", SECOND_NANOS, List.of(), standing));
    }

    /** One that may be met or missed. */
    Objective objective(Observations atEnd) {
      List<String> words =
          List.of(
              "p50",
              "p90",
              "p99",
              "p99.9",
              "max",
              "mean",
              "achieved",
              "achieved/target",
              "errors",
              "dropped");
      String word = words.get(random.nextInt(words.size()));
      double value = Metric.of(word).orElseThrow().in(atEnd).orElse(1);
      double away = 2 * random.nextDouble() - 1; // most are near: there a wrong rest shows
      double limit = (Double.isInfinite(value) ? 1e9 : value) * (1 + away * away * away / 2);
      String sign = List.of("<", "<=", "==", ">=", ">").get(random.nextInt(5));
      boolean time = Metric.of(word).orElseThrow().isTime();
      String written =
          time
              ? Math.max(1, Math.round(limit / 1000)) + "us"
              : word.equals("errors") || word.equals("dropped") ? "" + (long) limit : "" + limit;
      return Objective.parse(word + " " + sign + " " + written);
    }
  }

  @Test
  void whatCouldStillBeMetIsNeverGivenUp() {
    int givenUp = 0;
    int missed = 0;
    for (int seed = 0; seed < RUNS; seed++) {
      RandomRun run = new RandomRun(seed);
      List<Observations> soFar = new ArrayList<>();
      Totals totals = Totals.NOTHING;
      for (int second = 1; second <= run.seconds; second++) {
        totals = totals.then(run.interval(second));
        soFar.add(Observations.of(totals.of("w")));
      }
      Observations end = soFar.get(soFar.size() - 1);
      Objective objective = run.objective(end);
      boolean met = objective.judge("", "w", end).met();
      missed += met ? 0 : 1;
      boolean up = false;
      for (int second = 1; second <= run.seconds; second++) {
        long leftNanos = (run.seconds - second + 1) * SECOND_NANOS;
        Remainder rest =
            Remainder.of(run.perSecond * leftNanos / NANOS_PER_SECOND, WORKERS, leftNanos);
        up |= objective.isOutOfReach(soFar.get(second - 1), Optional.of(rest));
      }
      assertThat(up && met).as("run %d: %s", seed, objective.written()).isFalse();
      givenUp += up ? 1 : 0;
    }
    assertThat(missed).isGreaterThan(RUNS / 4);
    assertThat(givenUp).as("of %d that were missed", missed).isGreaterThan(missed / 10);
  }

  /** Ten seconds of 990 slow ones among 10,000, of 100,000 or of fewer. */
  @ParameterizedTest
  @CsvSource({
    "p99 < 20ms, 10000, 1, false",
    "p99 < 20ms, 10000, 101, true",
    "p99 < 20ms, 10000, 1200, true",
    "p99 < 20ms, 1000000, 1200, false",
    "max < 20ms, 1000000, 1, true",
    "p50 < 20ms, 10000, 1200, false",
    "mean < 20ms, 10, 100, true",
    "p99 > 20ms, 10, 100, false",
    "errors == 0, 1000000, 1, true",
    "errors <= 1, 1000000, 1, false",
    "errors < 1, 1000000, 1, true",
    "errors >= 2, 1000000, 1, false",
    "lost == 0, 10, 100, false",
    "recovery < 1s, 10, 100, false",
    "backlog < 1, 10, 100, false",
  })
  void isGivenUpAsSoonAsNothingCanMendIt(String text, long left, long slow, boolean givenUp) {
    Histogram histogram = TestRun.histogram();
    histogram.recordValueWithCount(1_000_000, 1);
    histogram.recordValueWithCount(30_000_000, slow);
    Window window =
        Window.of(
                slow + 1.0,
                Counts.of(Map.of(Counter.DONE, slow + 1)),
                Map.of(LatencyKind.LATENCY, Latency.of(histogram)),
                Unfinished.NOTHING)
            .lasting(SECOND_NANOS);
    Observations soFar =
        new Observations(
            window,
            Observations.of(window).missing(),
            Observations.of(window).latency(),
            1,
            Optional.empty(),
            Optional.empty(),
            Observed.ObservedFigures.NONE,
            new Batches());
    Objective objective = Objective.parse(text);
    Remainder rest = new Remainder(Math.max(0, left - slow - 1), (double) left, SECOND_NANOS);
    assertThat(objective.isOutOfReach(soFar, Optional.of(rest))).isEqualTo(givenUp);
    assertThat(objective.isOutOfReach(soFar, Optional.empty()))
        .as("without a known end")
        .isEqualTo(text.startsWith("errors") && givenUp);
  }

  @Test
  void aRateIsGivenUpWhenAPerfectRestCannotMendIt() {
    Window window =
        Window.of(
                1_000,
                Counts.of(Map.of(Counter.DONE, 800L, Counter.DROPPED, 200L)),
                Map.of(),
                Unfinished.NOTHING)
            .lasting(10 * SECOND_NANOS);
    Observations soFar = Observations.of(window);
    Objective ratio = Objective.parse("achieved/target >= 0.9");
    assertThat(ratio.isOutOfReach(soFar, Optional.of(new Remainder(500, 500, SECOND_NANOS))))
        .isTrue();
    assertThat(ratio.isOutOfReach(soFar, Optional.of(new Remainder(2_000, 2_000, SECOND_NANOS))))
        .isFalse();
    Objective achieved = Objective.parse("achieved > 100");
    assertThat(
            achieved.isOutOfReach(soFar, Optional.of(new Remainder(299, 300, 10 * SECOND_NANOS))))
        .isTrue();
    assertThat(
            achieved.isOutOfReach(soFar, Optional.of(new Remainder(1_300, 300, 10 * SECOND_NANOS))))
        .isFalse();
  }
}
