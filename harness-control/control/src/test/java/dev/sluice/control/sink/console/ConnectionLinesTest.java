package dev.sluice.control.sink.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.bus.ConnectionEvent;
import dev.sluice.core.worker.ConnectionWatch.ConnectionChange;
import dev.sluice.core.worker.ConnectionWatch.ConnectionChange.Transition;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How a burst of events is put into few lines. */
class ConnectionLinesTest {

  private static final long MILLI_NANOS = 1_000_000;

  private final List<ConnectionEvent> events = new ArrayList<>();

  private void happens(
      String workload, Transition transition, String from, String to, long millis) {
    events.add(
        new ConnectionEvent(
            Instant.EPOCH,
            0,
            workload,
            workload + "-1",
            new ConnectionChange(transition, from, to, millis * MILLI_NANOS)));
  }

  @Test
  void manyThatMovedAreOneLineWithTheLongestTime() {
    for (int i = 1; i <= 90; i++) {
      happens("senders", Transition.LOST, "UC01QM01", "", 0);
      happens("senders", Transition.BACK, "UC01QM01", "UC01QM02", 1_000 + i);
      happens("receivers", Transition.LOST, "UC01QM01", "", 0);
      happens("receivers", Transition.BACK, "UC01QM01", "UC01QM02", 2_000 + i);
    }

    assertThat(ConnectionLines.of(events))
        .containsExactly(
            "senders: 90 connections moved UC01QM01 -> UC01QM02 in 1.1 s (max)",
            "receivers: 90 connections moved UC01QM01 -> UC01QM02 in 2.1 s (max)");
  }

  @Test
  void thoseThatAreLostStillAreSaid() {
    happens("w", Transition.LOST, "QM1", "", 0);
    happens("w", Transition.LOST, "QM1", "", 0);
    happens("w", Transition.LOST, "QM1", "", 0);
    happens("w", Transition.BACK, "QM1", "QM1", 1_200);

    assertThat(ConnectionLines.of(events))
        .containsExactly(
            "w: 2 connections to QM1 lost, reconnecting",
            "w: 1 connection to QM1 back after 1.2 s");
  }

  @Test
  void whatIsUnknownIsLeftOut() {
    happens("w", Transition.LOST, "", "", 0);
    assertThat(ConnectionLines.of(events)).containsExactly("w: 1 connection lost, reconnecting");
    events.clear();
    happens("w", Transition.BACK, "", "", 300);
    happens("w", Transition.BACK, "", "QM2", 300);
    happens("w", Transition.GIVEN_UP, "", "", 30_000);
    assertThat(ConnectionLines.of(events))
        .containsExactly(
            "w: 1 connection back after 0.3 s",
            "w: 1 connection moved ? -> QM2 in 0.3 s",
            "w: 1 connection given up by the client after 30.0 s, reconnecting");
  }
}
