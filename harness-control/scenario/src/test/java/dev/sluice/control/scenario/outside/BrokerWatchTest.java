package dev.sluice.control.scenario.outside;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.measure.Reading;
import dev.sluice.jms.provider.BrokerView;
import dev.sluice.jms.provider.BrokerView.Aggregation;
import dev.sluice.jms.provider.BrokerView.Meaning;
import dev.sluice.jms.provider.BrokerView.Measure;
import dev.sluice.jms.provider.BrokerView.Readout;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A broker of two members that answers what it is told to. */
class BrokerWatchTest {

  private static final Measure DEPTH =
      new Measure("queues", "depth", "", Aggregation.AMOUNT, Meaning.DEPTH);
  private static final Measure LATENCY =
      new Measure("log", "write latency", "µs", Aggregation.LEVEL, Meaning.OTHER);
  private static final Measure PUTS =
      new Measure("messages", "puts", "", Aggregation.COUNT, Meaning.PUTS);

  private Readout next = new Readout(List.of(), Map.of(), 0, Duration.ZERO);
  private final List<String> told = new ArrayList<>();

  private final SetClock clock = new SetClock();

  private final BrokerWatch watch =
      new BrokerWatch(
          new BrokerObserver(
              "members", opened -> null, List.of(DEPTH, LATENCY, PUTS), Duration.ofSeconds(10)),
          new BrokerView() {
            @Override
            public Readout ask() {
              clock.nowNanos += Duration.ofMillis(20).toNanos();
              return next;
            }

            @Override
            public void close() {}
          },
          clock,
          told::add);

  private void ask(Map<String, String> gaps, BrokerView.Reading... readings)
      throws InterruptedException {
    next = new Readout(List.of(readings), gaps, 3, Duration.ofMillis(2));
    watch.ask();
  }

  private BrokerView.Reading reading(String member, Measure measure, double value, int covered) {
    return new BrokerView.Reading(
        member, "", measure, value, clock.nowNanos, 0, Duration.ofSeconds(covered));
  }

  private double total(Measure measure) {
    return ((Reading.Value) watch.totals().get("members " + measure.name()).reading()).value();
  }

  @Test
  void aGapIsToldWhenItBeginsWhenItsReasonChangesAndWhenItIsOver() throws Exception {
    ask(Map.of("QM2", "it is down"));
    ask(Map.of("QM2", "it is down"));
    ask(Map.of("QM2", "no answer"));
    ask(Map.of());
    ask(Map.of());
    assertThat(told)
        .containsExactly(
            "observer members QM2 has a gap in its readings: it is down",
            "observer members QM2 has a gap in its readings: no answer",
            "observer members QM2 can be read again");
  }

  @Test
  void amountsAddUpLevelsAreAveragedAndCountsArePerSecond() throws Exception {
    ask(
        Map.of(),
        reading("QM1", DEPTH, 3, 0),
        reading("QM2", DEPTH, 4, 0),
        reading("QM1", LATENCY, 100, 10),
        reading("QM2", LATENCY, 300, 10),
        reading("QM1", PUTS, 500, 10),
        reading("QM2", PUTS, 30, 1));
    assertThat(total(DEPTH)).isEqualTo(7);
    assertThat(total(LATENCY)).isEqualTo(200);
    assertThat(total(PUTS)).isEqualTo(80);
  }

  @Test
  void whatIsNotAnsweredAgainIsMissingButOfATimeItLastsForSomeMore() throws Exception {
    ask(Map.of(), reading("QM1", DEPTH, 3, 0), reading("QM1", PUTS, 500, 10));
    ask(Map.of());
    assertThat(watch.totals()).containsOnlyKeys("members puts");
    clock.nowNanos += Duration.ofSeconds(31).toNanos();
    ask(Map.of());
    assertThat(watch.totals()).isEmpty();
  }

  @Test
  void itsCostIsPrinted() throws Exception {
    ask(Map.of());
    clock.nowNanos = Duration.ofSeconds(10).toNanos();
    assertThat(watch.cost())
        .isEqualTo(
            "members: 3 calls in 1 times, 0.20 ms/s of processor time, 20.0 ms until all had"
                + " answered");
    assertThat(watch.cpu()).isEqualTo(Duration.ofMillis(2));
  }
}
