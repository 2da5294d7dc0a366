package dev.sluice.control.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.control.format.EventJson.RecordedEvents;
import dev.sluice.control.format.HistogramLog.HistogramTag;
import dev.sluice.core.bus.RunEvent;
import dev.sluice.core.pacing.Cause;
import dev.sluice.core.result.Hindrance;
import dev.sluice.core.stats.Connections;
import dev.sluice.core.stats.Counter;
import dev.sluice.core.stats.Counts;
import dev.sluice.core.stats.Unfinished;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import org.json.JSONException;
import org.json.JSONObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Parts of files are read back as they were written, and nothing else is taken for them. */
class FormatReversalTest {

  private static final long LARGEST = 100_000_000_000_000_000L;
  private static final long LARGEST_FILE_BYTES = 16 << 20;

  @Test
  void whatWasUnderWayIsReadBackWithItsCauses() {
    Map<Cause, Long> missing = new EnumMap<>(Cause.class);
    long overdue = 0;
    for (Cause cause : Cause.values()) {
      overdue += overdue + 1;
      missing.put(cause, overdue);
      Unfinished unfinished = new Unfinished(3, overdue, missing, 5_000_000_000L);
      assertThat(RecordJson.read(Unfinished.class, json(RecordJson.of(unfinished))))
          .isEqualTo(unfinished);
    }
  }

  @Test
  void connectionsAreReadBackAndWhatAReplyLeavesOutIsZero() {
    Connections all = new Connections(Map.of("QM1", 90, "QM2", 60), 7, 8_000_000_000L, 2);
    assertThat(FigureJson.connections(json(FigureJson.addTo(new Json(), all)))).isEqualTo(all);
    assertThat(FigureJson.connections(json(FigureJson.addToReply(new Json(), all))))
        .isEqualTo(new Connections(Map.of("QM1", 90, "QM2", 60), 7, 0, 0));
  }

  @ParameterizedTest
  @EnumSource
  void whatKeptTheHarnessFromWorkingIsReadBackToTheNano(Hindrance.Kind kind) {
    Hindrance hindrance = new Hindrance(kind, -5, 4_200_000_001L, 4_000_000_003L, 7, "console");
    RunEvent event =
        new RunEvent(
            Instant.EPOCH, 5, RunEvent.Kind.HARNESS, "", hindrance.text(), Optional.of(hindrance));
    RecordedEvents events = new RecordedEvents(new ArrayList<>(), new ArrayList<>());
    EventJson.parse(EventJson.line(event), events);
    assertThat(events.run()).containsExactly(event);
  }

  @Test
  void aCountIsWithinItsLimits() {
    for (long count : new long[] {0, 1, LARGEST}) {
      Counts counts = Counts.of(counter -> count);
      assertThat(FigureJson.counts(json(FigureJson.addTo(new Json(), counts)))).isEqualTo(counts);
    }
    for (long count : new long[] {-1, LARGEST + 1}) {
      JSONObject json = new JSONObject().put(Counter.DONE.fileKey(), count);
      assertThatThrownBy(() -> FigureJson.counts(json))
          .isInstanceOf(JSONException.class)
          .hasMessage("a count of " + count + " done");
    }
  }

  @ParameterizedTest
  @CsvSource({"senders, latency", "a/b c, put", "'x,y%2F', end-to-end", "é, service"})
  void aTagIsReadBackAndFitsIntoALog(String workload, String kind) {
    for (boolean warmup : new boolean[] {false, true}) {
      HistogramTag tag = new HistogramTag(workload, kind, warmup);
      assertThat(HistogramTag.parse(tag.toString())).isEqualTo(tag);
      assertThat(tag.toString()).doesNotContain(" ", ",");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "senders", "senders/put/hot", "senders/put/warmup/x"})
  void anotherTextIsNoTag(String text) {
    assertThatThrownBy(() -> HistogramTag.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("no tag of a run: " + text);
  }

  @Test
  void aFileOfAFolderHasItsMostBytesAndIsAFile(@TempDir Path folder) throws Exception {
    assertThatCode(() -> RunFiles.requireReadable(folder)).doesNotThrowAnyException();
    Path steps = folder.resolve(RunFiles.STEPS);
    try (RandomAccessFile file = new RandomAccessFile(steps.toFile(), "rw")) {
      file.setLength(LARGEST_FILE_BYTES);
      assertThatCode(() -> RunFiles.requireReadable(folder)).doesNotThrowAnyException();
      file.setLength(LARGEST_FILE_BYTES + 1);
    }
    assertThatThrownBy(() -> RunFiles.requireReadable(folder))
        .isInstanceOf(RunFolderException.class)
        .hasMessage(steps + " has 16777217 bytes; no run writes more than 16777216");
    Files.move(steps, folder.resolve(RunFiles.EVENTS)); // which is read line by line
    assertThatCode(() -> RunFiles.requireReadable(folder)).doesNotThrowAnyException();
    Files.createDirectory(folder.resolve(RunFiles.HISTOGRAMS));
    assertThatThrownBy(() -> RunFiles.requireReadable(folder))
        .isInstanceOf(RunFolderException.class)
        .hasMessageEndingWith(RunFiles.HISTOGRAMS + " is not a regular file");
  }

  private static JSONObject json(Json json) {
    return new JSONObject(json.toString());
  }
}
