package dev.sluice.control.sink.flight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.sluice.control.sink.folder.TestRun;
import dev.sluice.core.bus.RunEvent;
import dev.sluice.core.bus.Sink;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a flight recording has of a run. */
class FlightRecordingsTest {

  @TempDir Path temporary;

  private final List<Sink> sinks = new ArrayList<>();

  @Test
  void aRecordingHoldsWhatHappened() throws Exception {
    Path file = temporary.resolve("run.jfr");
    try (AutoCloseable following =
            FlightRecordings.follow(
                text -> text.replace("hunter2", "***"), sinks::add, sinks::remove);
        Recording recording = new Recording()) {
      assertThat(following).isNotNull();
      assertThat(sinks).as("without a recording").isEmpty();
      recording.start();
      assertThat(sinks).as("with one that began later").hasSize(1);
      happen(sinks.get(0));
      recording.stop();
      assertThat(sinks).as("when it is over").isEmpty();
      recording.dump(file);
    }
    List<RecordedEvent> events =
        RecordingFile.readAllEvents(file).stream()
            .filter(event -> event.getEventType().getName().startsWith("dev.sluice."))
            .toList();
    assertThat(named(events, "Happening"))
        .extracting(each -> each.getString("kind"), each -> each.getString("text"))
        .containsExactly(tuple("rate", "rate 50 by ***"), tuple("mark", "here"));
    assertThat(named(events, "Interval"))
        .hasSize(2)
        .allSatisfy(
            interval -> {
              assertThat(interval.getDouble("achievedPerSecond")).isPositive();
              assertThat(interval.getDouble("p99Millis")).isPositive();
            });
  }

  @Test
  void aRecordingThatGoesOnIsFound() throws Exception {
    try (Recording recording = new Recording()) {
      recording.start();
      try (AutoCloseable following =
          FlightRecordings.follow(text -> text, sinks::add, sinks::remove)) {
        assertThat(following).isNotNull();
        assertThat(sinks).hasSize(1);
      }
      assertThat(sinks).as("closed").isEmpty();
    }
  }

  private static void happen(Sink sink) {
    Instant now = TestRun.STARTED;
    sink.event(new RunEvent(now, 1, RunEvent.Kind.RATE, "senders", "rate 50 by hunter2"));
    sink.event(new RunEvent(now, 1, RunEvent.Kind.MARK, "", "here"));
    TestRun.intervals(now, 1, 0, 1).forEach(sink::interval);
  }

  private static List<RecordedEvent> named(List<RecordedEvent> events, String name) {
    return events.stream()
        .filter(event -> event.getEventType().getName().equals("dev.sluice." + name))
        .toList();
  }
}
