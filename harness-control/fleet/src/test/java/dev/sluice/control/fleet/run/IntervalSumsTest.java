package dev.sluice.control.fleet.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.result.Snapshot;
import dev.sluice.core.stats.Counter;
import dev.sluice.core.stats.Counts;
import dev.sluice.core.stats.Standing;
import dev.sluice.core.stats.Unfinished;
import dev.sluice.core.stats.Window;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class IntervalSumsTest {

  private static final long PATIENCE = 2_000;

  private final IntervalSums sums = new IntervalSums("run", List.of("senders"), PATIENCE);

  private static Snapshot interval(long number, long done) {
    return interval(number, done, number * 1_000, 1_000);
  }

  private static Snapshot interval(long number, long done, long sinceStartNanos, long lengthNanos) {
    Window idle = Window.starting("senders", 3, 3);
    Window workload =
        Window.of(
                (double) done,
                Counts.of(Map.of(Counter.DUE, done, Counter.DONE, done)),
                Map.of(),
                Unfinished.NOTHING)
            .as(
                idle.name(),
                lengthNanos,
                List.of(),
                new Standing(
                    3,
                    3,
                    100,
                    idle.end().mode(),
                    idle.unfinished(),
                    number * done,
                    idle.end().connections(),
                    Map.of(),
                    idle.end().delivery()));
    return new Snapshot(
        number, Instant.EPOCH, sinceStartNanos, lengthNanos, false, "run", 0.5, List.of(workload));
  }

  private static long done(IntervalSums.Sum sum) {
    return sum.interval().workloads().get(0).counts().done();
  }

  @Test
  void aSumIsMadeWhenAllHaveTold() {
    sums.expect("a1");
    sums.expect("a2");

    sums.add("a1", interval(1, 10), 0);
    assertThat(sums.due(0)).isEmpty();
    sums.add("a2", interval(1, 20), 1);

    List<IntervalSums.Sum> due = sums.due(1);
    assertThat(due).hasSize(1);
    assertThat(done(due.get(0))).isEqualTo(30);
    assertThat(due.get(0).missing()).isEmpty();
    assertThat(due.get(0).interval().cpuCores()).isEqualTo(1);
    assertThat(due.get(0).interval().workloads().get(0).end().workers()).isEqualTo(6);
  }

  @Test
  void whoIsLateIsMissingAndNothingIsGuessed() {
    sums.expect("a1");
    sums.expect("a2");
    sums.add("a1", interval(1, 10), 0);
    sums.add("a2", interval(1, 20), 0);
    sums.due(0);
    sums.add("a1", interval(2, 10), 1_000);

    assertThat(sums.due(1_000 + PATIENCE - 1)).isEmpty();
    List<IntervalSums.Sum> due = sums.due(1_000 + PATIENCE);

    assertThat(due).hasSize(1);
    assertThat(done(due.get(0))).isEqualTo(10);
    assertThat(due.get(0).missing()).containsExactly("a2");
    Window sum = due.get(0).interval().workloads().get(0);
    assertThat(sum.end().totalIterations()).as("what it told before stays").isEqualTo(20 + 20);
    assertThat(sums.add("a2", interval(2, 20), 9_000)).as("in time").isFalse();
    assertThat(sums.due(9_000)).as("sums are made once").isEmpty();
  }

  @Test
  void nobodyWaitsForOneThatIsGone() {
    sums.expect("a1");
    sums.expect("a2");
    sums.add("a1", interval(1, 10), 0);
    sums.expectNoMore("a2");

    assertThat(sums.due(0)).hasSize(1);
    sums.expect("a2");
    sums.add("a1", interval(2, 10), 1_000);
    assertThat(sums.due(1_000)).as("it is waited for again").isEmpty();
  }

  @Test
  void whoHasALaterIntervalHasNoEarlierOne() {
    sums.expect("a1");
    sums.expect("a2");
    sums.add("a1", interval(1, 10), 0);
    sums.add("a2", interval(2, 20), 0);

    List<IntervalSums.Sum> due = sums.due(0);

    assertThat(due).hasSize(1);
    assertThat(due.get(0).interval().number()).isEqualTo(1);
    assertThat(sums.rest()).hasSize(1);
  }

  @Test
  void sumsLastAsLongAsTheRunHoweverLateAgentsCutTheirIntervals() {
    List<String> agents = List.of("a1", "a2", "a3");
    agents.forEach(sums::expect);
    SplittableRandom random = new SplittableRandom(7);
    int intervals = 200;
    long[] before = new long[agents.size()];
    long lasted = 0;
    for (int number = 1; number <= intervals; number++) {
      for (int i = 0; i < agents.size(); i++) {
        long cut = number * 1_000L + (number == intervals ? 0 : random.nextInt(300));
        sums.add(agents.get(i), interval(number, 10, cut, cut - before[i]), 0);
        before[i] = cut;
      }
      Snapshot sum = sums.due(0).get(0).interval();
      lasted += sum.lengthNanos();
      assertThat(lasted).isEqualTo(sum.sinceStartNanos());
      assertThat(sum.workloads().get(0).lengthNanos()).isEqualTo(sum.lengthNanos());
    }
    assertThat(lasted).isEqualTo(intervals * 1_000L);
  }

  @Test
  void oneThatJoinedInTheMiddleDoesNotShortenTheSum() {
    sums.expect("a1");
    sums.add("a1", interval(1, 10), 0);
    sums.due(0);
    sums.expect("a2");
    sums.add("a1", interval(2, 10), 0);
    sums.add("a2", interval(2, 5, 2_000, 500), 0);

    assertThat(sums.due(0).get(0).interval().lengthNanos()).isEqualTo(1_000);
  }
}
