package dev.sluice.control.measure.broker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.format.Observation;
import dev.sluice.control.measure.broker.BrokerEvidence.Traffic;
import dev.sluice.control.sink.folder.Snapshots;
import dev.sluice.core.bus.RunEvent;
import dev.sluice.core.result.Snapshot;
import dev.sluice.core.stats.Counter;
import dev.sluice.core.stats.Counts;
import dev.sluice.core.stats.Standing;
import dev.sluice.core.stats.Unfinished;
import dev.sluice.core.stats.Window;
import dev.sluice.jms.provider.BrokerView.Aggregation;
import dev.sluice.jms.provider.BrokerView.Meaning;
import dev.sluice.jms.provider.BrokerView.Measure;
import dev.sluice.jms.provider.BrokerView.Reading;
import dev.sluice.jms.provider.BrokerView.Readout;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** One workload, and a broker that counts what a test says. */
class BrokerEvidenceTest {

  private static final long SECOND = 1_000_000_000L;
  private static final Measure PUTS =
      new Measure("messages", "puts", "", Aggregation.COUNT, Meaning.PUTS);
  private static final Measure INSTANCES =
      new Measure("applications", "instances", "", Aggregation.AMOUNT, Meaning.INSTANCES);
  private static final Measure CONNECTIONS =
      new Measure("channels", "connections", "", Aggregation.AMOUNT, Meaning.CONNECTIONS);

  private static BrokerEvidence evidence(int puts) {
    return new BrokerEvidence(
        Map.of("senders", new Traffic("app", puts, 0, "Q")), Duration.ofSeconds(2), () -> 0);
  }

  /** A minute at ten messages a second, of which the broker counts this many in ten seconds. */
  private static void play(BrokerEvidence evidence, double counted) {
    for (int second = 1; second <= 60; second++) {
      evidence.interval(interval(second, 10));
      if (second % 10 == 0) {
        Reading puts =
            new Reading("QM1", "", PUTS, counted, second * SECOND, 0, Duration.ofSeconds(10));
        evidence.answered(answer(puts));
      }
    }
  }

  private static Readout answer(Reading... readings) {
    return new Readout(List.of(readings), Map.of(), 0, Duration.ZERO);
  }

  private static Snapshot interval(int second, long done) {
    Standing standing = Snapshots.standing(2, 10, Unfinished.NOTHING, Map.of("QM1", 2));
    return Snapshots.second(
        second,
        Window.none("senders").counting(Counts.of(Map.of(Counter.DONE, done))).with(standing));
  }

  @Test
  void aLawThatDoesNotHoldIsAFindingAndOneWhoseInputsAreUnknownIsSilent() {
    BrokerEvidence sound = evidence(1);
    play(sound, 100);
    assertThat(sound.broken()).isEmpty();
    BrokerEvidence wrong = evidence(1);
    play(wrong, 160);
    assertThat(wrong.broken()).singleElement().asString().startsWith("puts: the broker counted ");
    BrokerEvidence unknown = evidence(-1);
    play(unknown, 160);
    assertThat(unknown.broken()).isEmpty();
  }

  @Test
  void bothViewsAreOnOneAxisAndNothingIsComparedWhenARunEnds() {
    BrokerEvidence evidence = evidence(1);
    evidence.interval(interval(1, 10));
    Reading theirs = new Reading("QM1", "app", INSTANCES, 2, SECOND, 0, Duration.ZERO);
    Reading there = new Reading("QM1", "", CONNECTIONS, 9, SECOND, 0, Duration.ZERO);
    assertThat(evidence.observations("b", answer(theirs, there), SECOND, Instant.EPOCH, 0))
        .filteredOn(each -> each.measure().equals("instances"))
        .extracting(Observation::subject)
        .containsExactly("QM1 app", "QM1 app (here)");
    for (boolean ending : new boolean[] {false, true}) {
      if (ending) {
        evidence.event(new RunEvent(Instant.EPOCH, 0, RunEvent.Kind.STOPPING, "", "the end"));
        evidence.interval(interval(2, 0));
      }
      boolean told = false;
      for (int second = 2; second < 9; second++) {
        told |= evidence.told(answer(there), second * SECOND).isPresent();
      }
      assertThat(told).isEqualTo(!ending);
    }
  }
}
