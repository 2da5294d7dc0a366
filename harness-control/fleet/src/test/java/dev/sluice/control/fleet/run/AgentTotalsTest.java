package dev.sluice.control.fleet.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.fleet.codec.MessageCodec.MalformedMessage;
import dev.sluice.control.fleet.codec.RecordCodec;
import dev.sluice.control.fleet.protocol.Content;
import dev.sluice.core.result.Snapshot;
import dev.sluice.core.result.Totals;
import dev.sluice.core.stats.AccountTerm;
import dev.sluice.core.stats.Counter;
import dev.sluice.core.stats.Counts;
import dev.sluice.core.stats.Standing;
import dev.sluice.core.stats.Unfinished;
import dev.sluice.core.stats.Window;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;

/** A controller that follows gets a sum and the intervals after it instead of all intervals. */
class AgentTotalsTest {

  private static final int INTERVALS = 40;
  private static final int WARMUP = 5;

  /** Whatever is told one by one: the totals are the same. */
  @RepeatedTest(20)
  void aSumAndTheIntervalsAfterItAreWorthAllIntervals(RepetitionInfo info) {
    Random random = new Random(info.getCurrentRepetition());
    List<Snapshot> all = new ArrayList<>();
    for (int number = 1; number <= INTERVALS; number++) {
      all.add(interval(number, random));
    }
    int summed = 1 + random.nextInt(INTERVALS);
    AgentTotals told = new AgentTotals("a1", "host", Map.of("senders", 3));
    AgentTotals follows = new AgentTotals("a1", "host", Map.of("senders", 3));
    Totals sum = Totals.NOTHING;
    for (Snapshot each : all) {
      told.add(each);
      if (each.number() <= summed) {
        sum = sum.then(each);
      }
    }
    assertThat(told.add(sum)).as("news for one that has all").isFalse();
    assertThat(follows.add(RecordCodec.PLAIN.decode(Totals.class, RecordCodec.PLAIN.encode(sum))))
        .isTrue();
    all.stream().skip(summed).forEach(follows::add);

    AgentTotals.OfWorkload whole = told.of("senders").orElseThrow();
    AgentTotals.OfWorkload after = follows.of("senders").orElseThrow();
    assertThat(after.intervals().sum().counts()).isEqualTo(whole.intervals().sum().counts());
    assertThat(after.outcome().whole()).isEqualTo(whole.outcome().whole());
    assertThat(after.intervals().before().unfinished())
        .isEqualTo(whole.intervals().before().unfinished());
    assertThat(after.intervals().interruption()).isEqualTo(whole.intervals().interruption());
    assertThat(after.outcome().workersLost()).isEqualTo(whole.outcome().workersLost());
    assertThat(follows.told().measuredNanos()).isEqualTo(told.told().measuredNanos());
    assertThat(follows.told().warmupNanos()).isEqualTo(told.told().warmupNanos());
  }

  /** Whatever bits are flipped on the way: it is refused, or its account closes all the same. */
  @RepeatedTest(20)
  void figuresThatCannotBeAreRefused(RepetitionInfo info) {
    Random random = new Random(info.getCurrentRepetition());
    AgentTotals told = new AgentTotals("a1", "host", Map.of("senders", 3));
    int refused = 0;
    for (int number = 1; number <= 10 * INTERVALS; number++) {
      byte[] bytes = RecordCodec.PLAIN.encode(interval(number, random)).bytes();
      for (int flips = random.nextInt(3); flips > 0; flips--) {
        bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(Byte.SIZE));
      }
      try {
        told.add(RecordCodec.PLAIN.decode(Snapshot.class, Content.of(bytes)));
      } catch (MalformedMessage e) {
        refused++;
      }
      Window whole = told.told().of("senders").whole();
      assertThat(whole.unfinishedBefore()).isZero();
      assertThat(AccountTerm.values()).allMatch(term -> term.of(whole) >= 0);
      assertThat(whole.counts().done()).isLessThanOrEqualTo(whole.toDo());
      assertThat(whole.asked()).isNotNegative();
      assertThat(told.told().cpu().cores()).isBetween(0.0, 2e6);
    }
    assertThat(refused).isPositive();
  }

  private static Snapshot interval(long number, Random random) {
    long done = random.nextInt(1_000);
    Window idle = Window.starting("senders", 3, 1 + random.nextInt(5));
    Window workload =
        Window.of(
                (double) done,
                Counts.of(Map.of(Counter.DUE, done, Counter.DONE, done)),
                Map.of(),
                Unfinished.NOTHING)
            .as(
                idle.name(),
                1_000,
                List.of(),
                new Standing(
                    idle.end().workersUp(),
                    idle.end().workers(),
                    100,
                    idle.end().mode(),
                    idle.unfinished(),
                    number * done,
                    idle.end().connections(),
                    Map.of(),
                    idle.end().delivery()));
    return new Snapshot(
        number,
        Instant.EPOCH,
        number * 1_000,
        1_000,
        number <= WARMUP,
        "run",
        0.5,
        List.of(workload));
  }
}
