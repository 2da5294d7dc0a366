package dev.sluice.control.sink.folder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.control.format.Csv;
import dev.sluice.control.format.EventJson.RecordedEvents;
import dev.sluice.control.format.Observation;
import dev.sluice.control.recorded.RecordedRun;
import dev.sluice.control.sink.folder.TableFile.StepColumns;
import dev.sluice.core.bus.ConnectionEvent;
import dev.sluice.core.bus.RunEvent;
import dev.sluice.core.result.Snapshot;
import dev.sluice.core.worker.ConnectionWatch.ConnectionChange;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reading back the folder of a run. */
class RecordedRunTest {

  private static final int INTERVALS = 6;

  private final List<Snapshot> intervals = TestRun.intervals(TestRun.STARTED, INTERVALS, 2, 42);
  private TestFolder folder;

  @BeforeEach
  void nameFolder(@TempDir Path temporary) {
    folder = new TestFolder(temporary.resolve("a").resolve("run"));
  }

  @Test
  void everyIntervalIsReadBackAsItWas() throws Exception {
    List<Snapshot> found = TestFolder.intervals(folder.record(intervals));
    assertThat(found.stream().map(i -> TestRun.fingerprint(i)))
        .containsExactlyElementsOf(intervals.stream().map(TestRun::fingerprint).toList());
    assertThat(found).allSatisfy(i -> assertThat(i.cpuCores()).isEqualTo(0.5));
    assertThat(folder.warnings()).isEmpty();
  }

  @Test
  void anIntervalIsThereAsSoonAsItIsReported() throws Exception {
    try (RunFolder writer = folder.begin()) {
      for (int i = 0; i < INTERVALS; i++) {
        writer.interval(intervals.get(i));
        assertThat(TestFolder.intervals(folder.open())).hasSize(i + 1);
      }
    }
  }

  @Test
  void aTornLastLineCostsOneInterval() throws Exception {
    folder.record(intervals);
    for (String name : List.of("intervals.jsonl", "latency.hlog", "intervals.csv")) {
      Path file = folder.file(name);
      byte[] bytes = Files.readAllBytes(file);
      Files.write(file, Arrays.copyOf(bytes, bytes.length - 20));
    }
    List<Snapshot> found = TestFolder.intervals(folder.open());
    assertThat(found).hasSize(INTERVALS - 1);
    assertThat(TestRun.fingerprint(found.get(INTERVALS - 2)))
        .isEqualTo(TestRun.fingerprint(intervals.get(INTERVALS - 2)));
  }

  @Test
  void aDamagedLineInTheMiddleIsPassedOverAndCounted() throws Exception {
    folder.record(intervals);
    Path file = folder.file("intervals.jsonl");
    List<String> lines = new ArrayList<>(Files.readAllLines(file));
    lines.set(2, lines.get(2).substring(0, 100));
    Files.write(file, lines);
    List<Snapshot> found = new ArrayList<>();
    assertThat(folder.open().intervals(found::add)).isEqualTo(1);
    assertThat(found.stream().map(i -> i.number())).containsExactly(1L, 2L, 4L, 5L, 6L);
    assertThat(TestRun.fingerprint(found.get(2))).isEqualTo(TestRun.fingerprint(intervals.get(3)));
  }

  @Test
  void aDamagedHistogramIsMissedInItsIntervalAlone() throws Exception {
    folder.record(intervals);
    Path log = folder.file("latency.hlog");
    List<String> lines = new ArrayList<>(Files.readAllLines(log));
    int histograms = (int) lines.stream().filter(line -> line.startsWith("Tag=")).count();
    int damaged = lines.size() - histograms / 2;
    lines.set(damaged, lines.get(damaged).substring(0, 60));
    Files.write(log, lines);
    List<Snapshot> found = new ArrayList<>();
    assertThat(folder.open().intervals(found::add)).as("lines that are damaged").isEqualTo(1);
    List<String> before = intervals.stream().map(TestRun::fingerprint).toList();
    List<String> after = found.stream().map(i -> TestRun.fingerprint(i)).toList();
    assertThat(after).hasSameSizeAs(before);
    assertThat(IntStream.range(0, INTERVALS).filter(i -> !after.get(i).equals(before.get(i))))
        .hasSize(1);
  }

  @Test
  void aRunHasAsManyIntervalsAsLinesWereEnded() throws Exception {
    assertThat(folder.record(intervals).intervalCount()).isEqualTo(INTERVALS);
    Path file = folder.file("intervals.jsonl");
    Files.writeString(file, "damaged\nto", StandardOpenOption.APPEND);
    assertThat(folder.open().intervalCount()).isEqualTo(INTERVALS + 1);
    Files.delete(file);
    assertThat(folder.open().intervalCount()).isZero();
    assertThat(folder.open().intervals(interval -> {})).isZero();
  }

  @Test
  void eventsAreReadBack() throws Exception {
    RunEvent mark =
        new RunEvent(TestRun.STARTED, 5, RunEvent.Kind.MARK, "", "QM02 \"started\"\nnow");
    ConnectionEvent moved =
        new ConnectionEvent(
            TestRun.STARTED,
            7,
            "senders",
            "senders-1",
            new ConnectionChange(ConnectionChange.Transition.BACK, "QM1", "QM2", 9));
    try (RunFolder writer = folder.begin()) {
      writer.event(mark);
      writer.event(
          new RunEvent(TestRun.STARTED, 7, RunEvent.Kind.CONNECTION, "senders", moved.text()));
      writer.connections(List.of(moved));
    }
    RecordedEvents events = folder.open().events();
    assertThat(events.run()).containsExactly(mark);
    assertThat(events.connections()).containsExactly(moved);
  }

  @Test
  void stepsAndObservationsAreReadBack() throws Exception {
    Observation depth = new Observation(TestRun.STARTED, 3, "REQUEST1", "depth", "messages", 12.5);
    try (RunFolder writer = folder.begin()) {
      TableFile steps = writer.steps(new StepColumns(List.of("target_per_s", "note"), List.of()));
      steps.add(List.of(Csv.number(20_700), "a \"quoted\", one\nof two lines"));
      writer.observations(List.of(depth));
      assertThatThrownBy(() -> steps.add(List.of("too few")))
          .isInstanceOf(IllegalArgumentException.class);
    }
    RecordedRun run = folder.open();
    assertThat(run.steps())
        .containsExactly(
            List.of("target_per_s", "note"), List.of("20700", "a \"quoted\", one\nof two lines"));
    assertThat(run.observations()).containsExactly(depth);
  }

  @Test
  void anInvalidRunFolderIsRejected(@TempDir Path temporary) throws Exception {
    assertThatThrownBy(() -> RecordedRun.open(temporary))
        .hasMessage(
            temporary + " is not a run folder: it has no run.json; name one written by --out");
    Files.writeString(temporary.resolve("run.json"), "{\"format\": 99}");
    assertThatThrownBy(() -> RecordedRun.open(temporary)).hasMessageContaining("format 99");
    Files.writeString(temporary.resolve("run.json"), "{", StandardOpenOption.TRUNCATE_EXISTING);
    assertThatThrownBy(() -> RecordedRun.open(temporary)).hasMessageContaining("damaged");
  }
}
