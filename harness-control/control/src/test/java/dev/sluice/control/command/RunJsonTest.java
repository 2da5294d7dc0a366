package dev.sluice.control.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.control.sink.folder.Snapshots;
import dev.sluice.core.pacing.RateCurve;
import dev.sluice.core.pacing.RateCurve.LinearRamp;
import dev.sluice.core.result.Snapshot;
import dev.sluice.core.run.RunStatus;
import dev.sluice.core.run.RunStatus.RunPhase;
import dev.sluice.core.run.RunStatus.WorkloadStatus;
import dev.sluice.core.run.TargetState;
import dev.sluice.core.stats.AccountTerm;
import dev.sluice.core.stats.Connections;
import dev.sluice.core.stats.Counter;
import dev.sluice.core.stats.Counts;
import dev.sluice.core.stats.Window;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.json.JSONException;
import org.junit.jupiter.api.Test;

class RunJsonTest {

  @Test
  void whatIsWatchedIsReadBackWithItsHistograms() {
    Snapshot sent = Snapshots.of("P1", 7, 1_000_000, 2_000_000, 900_000_000);
    Snapshot read = RunJson.parse(RunJson.watched(sent));
    assertThat(read.number()).isEqualTo(7);
    assertThat(read.lengthNanos()).isEqualTo(sent.lengthNanos());
    assertThat(read.sinceStartNanos()).isEqualTo(sent.sinceStartNanos());
    Window was = sent.workloads().get(0);
    Window is = read.workloads().get(0);
    assertThat(is.counts()).isEqualTo(was.counts());
    for (AccountTerm term : AccountTerm.values()) {
      assertThat(term.of(is)).as(term.label()).isEqualTo(term.of(was));
    }
    assertThat(is.latency()).isEqualTo(was.latency());
    assertThat(is.service()).isEqualTo(was.service());
    assertThat(is.asked()).isCloseTo(was.asked(), within(1e-6));
    assertThat(is.end().workersUp()).isEqualTo(was.end().workersUp());
    assertThat(is.end().mode()).isEqualTo(was.end().mode());
    assertThat(is.end().connections().byPeer()).isEqualTo(was.end().connections().byPeer());
    assertThat(is.end().errorsByCause()).isEqualTo(was.end().errorsByCause());
  }

  @Test
  void aStatusIsReadBackWithoutDeliveries() {
    RunStatus sent =
        new RunStatus(
            "P1",
            RunPhase.RUNNING,
            12_300_000_000L,
            List.of(
                status("senders", new LinearRamp(50, 75, 1.5), false),
                status("held", RateCurve.constant(75), true),
                status("others", RateCurve.constant(0), false)));
    assertThat(RunJson.parseStatus(RunJson.status(sent))).isEqualTo(sent);
  }

  private static WorkloadStatus status(String name, RateCurve curve, boolean paused) {
    return new WorkloadStatus(
        name,
        new TargetState(false, curve, 4, paused, 0),
        3,
        4,
        Counts.of(
            Map.of(Counter.ITERATIONS, 1_234L, Counter.IN_DOUBT, 5L, Counter.ROLLED_BACK, 6L)),
        new Connections(Map.of("QM1", 2, "QM2", 1), 7),
        Map.of("a cause", 3L),
        Optional.empty());
  }

  @Test
  void anotherLineIsNone() {
    assertThatThrownBy(() -> RunJson.parse("{\"workloads\":[]}")).isInstanceOf(JSONException.class);
    assertThatThrownBy(() -> RunJson.parse("OK")).isInstanceOf(JSONException.class);
    assertThatThrownBy(() -> RunJson.parseStatus("{\"workloads\":[1]}"))
        .isInstanceOf(JSONException.class);
  }
}
