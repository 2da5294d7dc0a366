package dev.sluice.control.fleet.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.core.result.CpuUse;
import dev.sluice.core.result.Snapshot;
import dev.sluice.core.stats.Counter;
import dev.sluice.core.stats.Counts;
import dev.sluice.core.stats.Standing;
import dev.sluice.core.stats.Unfinished;
import dev.sluice.core.stats.Window;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IntervalSumsTest {

  private static final long PATIENCE = 2_000;

  private final Map<String, AgentTotals> agents = new LinkedHashMap<>();
  private final IntervalSums sums =
      new IntervalSums("run", List.of("senders"), PATIENCE, agents.values());

  private AgentTotals agent(String name) {
    return agents.computeIfAbsent(name, added -> new AgentTotals(name, "", Map.of()));
  }

  private void expect(String agent) {
    agent(agent).expect(true);
  }

  private boolean add(String agent, Snapshot interval, long nowNanos) {
    agent(agent).add(interval);
    return sums.add(agent(agent), interval, nowNanos);
  }

  private static Snapshot interval(long number, long done) {
    return interval(number, done, number * 1_000, 1_000);
  }

  private static Snapshot interval(long number, long done, long sinceStartNanos, long lengthNanos) {
    return interval(number, done, sinceStartNanos, lengthNanos, CpuUse.of(0.5, lengthNanos, 0));
  }

  private static Snapshot interval(
      long number, long done, long sinceStartNanos, long lengthNanos, CpuUse cpu) {
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
        number, Instant.EPOCH, sinceStartNanos, lengthNanos, false, "run", cpu, List.of(workload));
  }

  private static long done(IntervalSums.Sum sum) {
    return sum.interval().workloads().get(0).counts().done();
  }

  @Test
  void aSumIsMadeWhenAllHaveTold() {
    expect("a1");
    expect("a2");

    add("a1", interval(1, 10), 0);
    assertThat(sums.due(0)).isEmpty();
    add("a2", interval(1, 20), 1);

    List<IntervalSums.Sum> due = sums.due(1);
    assertThat(due).hasSize(1);
    assertThat(done(due.get(0))).isEqualTo(30);
    assertThat(due.get(0).missing()).isEmpty();
    assertThat(due.get(0).interval().cpuCores()).isEqualTo(1);
    assertThat(due.get(0).interval().workloads().get(0).end().workers()).isEqualTo(6);
  }

  @Test
  void processorsThatAgentsShareCountOnce() {
    List.of("a1", "a2").forEach(each -> agents.put(each, new AgentTotals(each, "one", Map.of())));
    agents.put("a3", new AgentTotals("a3", "other", Map.of()));
    agents.forEach(
        (name, agent) -> {
          expect(name);
          CpuUse used = new CpuUse(500, 1_000, name.equals("a3") ? 8 : 4);
          add(name, interval(1, 10, 1_000, 1_000, used), 0);
        });
    assertThat(sums.due(0).get(0).interval().cpu()).isEqualTo(new CpuUse(1_500, 1_000, 12));
  }

  @Test
  void whoIsLateIsMissingAndNothingIsGuessed() {
    expect("a1");
    expect("a2");
    add("a1", interval(1, 10), 0);
    add("a2", interval(1, 20), 0);
    sums.due(0);
    add("a1", interval(2, 10), 1_000);

    assertThat(sums.due(1_000 + PATIENCE - 1)).isEmpty();
    List<IntervalSums.Sum> due = sums.due(1_000 + PATIENCE);

    assertThat(due).hasSize(1);
    assertThat(done(due.get(0))).isEqualTo(10);
    assertThat(due.get(0).missing()).containsExactly("a2");
    Window sum = due.get(0).interval().workloads().get(0);
    assertThat(sum.end().totalIterations()).as("what it told before stays").isEqualTo(20 + 20);
    assertThat(add("a2", interval(2, 20), 9_000)).as("in time").isFalse();
    assertThat(sums.due(9_000)).as("sums are made once").isEmpty();
  }

  @Test
  void nobodyWaitsForOneThatIsGone() {
    expect("a1");
    expect("a2");
    add("a1", interval(1, 10), 0);
    agent("a2").expect(false);

    assertThat(sums.due(0)).hasSize(1);
    expect("a2");
    add("a1", interval(2, 10), 1_000);
    assertThat(sums.due(1_000)).as("it is waited for again").isEmpty();
  }

  @Test
  void whoHasALaterIntervalHasNoEarlierOne() {
    expect("a1");
    expect("a2");
    add("a1", interval(1, 10), 0);
    add("a2", interval(2, 20), 0);

    List<IntervalSums.Sum> due = sums.due(0);

    assertThat(due).hasSize(1);
    assertThat(due.get(0).interval().number()).isEqualTo(1);
    assertThat(sums.rest()).hasSize(1);
  }

  /** Some agents stand still now and then, and cut all that they missed at one moment after it. */
  @ParameterizedTest
  @ValueSource(longs = {0, 1, 2, 3, 4, 5, 6, 7})
  void sumsHaveTheRateOfAllAndLastAsLongAsTheRunHoweverLateAgentsCut(long seed) {
    List<String> names = List.of("a1", "a2", "a3").subList(0, 1 + (int) (seed % 3));
    names.forEach(this::expect);
    SplittableRandom random = new SplittableRandom(seed);
    int intervals = 200;
    int perNano = 3; // iterations of each agent
    long[] before = new long[names.size()];
    long[] standsUntil = new long[names.size()];
    long lasted = 0;
    for (int number = 1; number <= intervals; number++) {
      for (int i = 0; i < names.size(); i++) {
        if (random.nextInt(20) == 0) {
          standsUntil[i] = number * 1_000L + random.nextInt(5_000);
        }
        long due = number * 1_000L + (number == intervals ? 0 : random.nextInt(300));
        long cut = Math.max(Math.max(due, standsUntil[i]), before[i] + 1);
        long lengthNanos = cut - before[i];
        add(names.get(i), interval(number, perNano * lengthNanos, cut, lengthNanos), 0);
        before[i] = cut;
      }
      IntervalSums.Sum sum = sums.due(0).get(0);
      lasted += sum.interval().lengthNanos();
      assertThat(lasted).isCloseTo(sum.interval().sinceStartNanos(), within((long) number));
      assertThat(done(sum))
          .isCloseTo((long) perNano * names.size() * sum.interval().lengthNanos(), within(5L));
      assertThat(sum.interval().workloads().get(0).lengthNanos())
          .isEqualTo(sum.interval().lengthNanos());
    }
  }

  @Test
  void oneThatJoinedInTheMiddleDoesNotShortenTheSum() {
    expect("a1");
    add("a1", interval(1, 10), 0);
    sums.due(0);
    expect("a2");
    add("a1", interval(2, 10), 0);
    add("a2", interval(2, 5, 2_000, 500), 0);

    assertThat(sums.due(0).get(0).interval().lengthNanos()).isEqualTo(1_000);
  }
}
