package dev.sluice.control.measure.broker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.sink.folder.Snapshots;
import dev.sluice.core.stats.Unfinished;
import dev.sluice.core.stats.Window;
import dev.sluice.jms.provider.BrokerView.Aggregation;
import dev.sluice.jms.provider.BrokerView.Meaning;
import dev.sluice.jms.provider.BrokerView.Measure;
import dev.sluice.jms.provider.BrokerView.Reading;
import dev.sluice.jms.provider.BrokerView.Readout;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Two members, one application of two workloads. */
class TwoViewsTest {

  private static final Measure INSTANCES =
      new Measure("applications", "instances", "", Aggregation.AMOUNT, Meaning.INSTANCES);
  private static final Measure CONNECTIONS =
      new Measure("channels", "connections", "", Aggregation.AMOUNT, Meaning.CONNECTIONS);

  private final TwoViews views =
      new TwoViews(Map.of("senders", "app", "receivers", "app"), Duration.ofSeconds(10));
  private int seconds;

  private void here(int atQm1, int atQm2) {
    views.interval(
        Snapshots.second(
            1,
            window("senders", Map.of("QM1", atQm1)),
            window("receivers", atQm2 == 0 ? Map.of() : Map.of("QM2", atQm2))));
  }

  private static Window window(String name, Map<String, Integer> byPeer) {
    return Window.none(name).with(Snapshots.standing(0, 0, Unfinished.NOTHING, byPeer));
  }

  private Readout answer(Map<String, Integer> instances) {
    List<Reading> readings = new ArrayList<>();
    instances.forEach(
        (member, count) -> {
          readings.add(new Reading(member, "", CONNECTIONS, 9, 0, 0, Duration.ZERO));
          readings.add(new Reading(member, "other", INSTANCES, 9, 0, 0, Duration.ZERO));
          if (count > 0) {
            readings.add(new Reading(member, "app", INSTANCES, count, 0, 0, Duration.ZERO));
          }
        });
    return new Readout(readings, Map.of(), 0, Duration.ZERO);
  }

  private Optional<String> there(Map<String, Integer> instances) {
    seconds++;
    return views.answered(answer(instances), Duration.ofSeconds(seconds).toNanos());
  }

  @Test
  void nothingIsSaidWhileTheyAgreeOrDifferForAMoment() {
    assertThat(there(Map.of("QM1", 5, "QM2", 0))).as("before the first interval").isEmpty();
    here(4, 0);
    assertThat(there(Map.of("QM1", 4, "QM2", 0))).isEmpty();
    here(2, 2);
    assertThat(views.differences(answer(Map.of("QM1", 3, "QM2", 1)))).as("on its way").isEmpty();
    assertThat(there(Map.of("QM1", 5, "QM2", 0))).as("within the grace").isEmpty();
    assertThat(there(Map.of("QM1", 2, "QM2", 2))).isEmpty();
  }

  @Test
  void oneLineWhenTheyHaveDifferedForTheGraceAndOneWhenTheyAgreeAgain() {
    List<String> told = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      here(2, 2);
    }
    for (int i = 0; i < 30; i++) {
      there(Map.of("QM1", 2, "QM2", 3)).ifPresent(told::add);
    }
    assertThat(told)
        .containsExactly("instances have differed for 10 s: app at QM2: 2 here, 3 there");
    for (int i = 0; i < 3; i++) {
      there(Map.of("QM1", 2, "QM2", 2)).ifPresent(told::add);
    }
    assertThat(told).hasSize(2).element(1).isEqualTo("instances agree again, here and there");
  }

  @Test
  void aMemberThatDoesNotAnswerIsNotCompared() {
    here(2, 2);
    assertThat(views.differences(answer(Map.of("QM1", 2)))).isEmpty();
    assertThat(views.differences(answer(Map.of("QM1", 2, "QM2", 0)))).hasSize(1);
  }
}
