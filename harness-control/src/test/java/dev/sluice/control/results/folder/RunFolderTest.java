package dev.sluice.control.results.folder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.control.results.TestRun;
import dev.sluice.core.run.ConnectionEvent;
import dev.sluice.core.run.RunEvent;
import dev.sluice.core.run.Snapshot;
import dev.sluice.core.worker.ConnectionChange;
import java.io.FileInputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.json.JSONObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunFolderTest {

  private static final int INTERVALS = 6;

  @TempDir Path temporary;

  private final List<String> warnings = new ArrayList<>();
  private final List<Snapshot> intervals = TestRun.intervals(TestRun.STARTED, INTERVALS, 2, 42);

  private Path folder() {
    return temporary.resolve("a").resolve("run");
  }

  private RunFolder begin() throws RunFolderException {
    return TestRun.folder(folder(), FileOpener.SYSTEM, warnings::add);
  }

  private RecordedRun record(List<Snapshot> snapshots) throws Exception {
    try (RunFolder folder = begin()) {
      snapshots.forEach(folder::interval);
      folder.summary(TestRun.summary(snapshots));
    }
    return RecordedRun.open(folder());
  }

  private static List<RecordedInterval> read(RecordedRun run) throws IOException {
    List<RecordedInterval> found = new ArrayList<>();
    run.intervals(found::add);
    return found;
  }

  @Test
  void everyIntervalIsReadBackAsItWas() throws Exception {
    List<RecordedInterval> found = read(record(intervals));
    assertThat(found.stream().map(i -> TestRun.fingerprint(i.snapshot())))
        .containsExactlyElementsOf(intervals.stream().map(TestRun::fingerprint).toList());
    assertThat(found).allSatisfy(i -> assertThat(i.cpuCores()).isEqualTo(0.5));
    assertThat(warnings).isEmpty();
  }

  @Test
  void anIntervalIsThereAsSoonAsItIsTold() throws Exception {
    try (RunFolder folder = begin()) {
      for (int i = 0; i < INTERVALS; i++) {
        folder.interval(intervals.get(i));
        assertThat(read(RecordedRun.open(folder()))).hasSize(i + 1);
      }
    }
  }

  @Test
  void aTornLastLineCostsOneInterval() throws Exception {
    record(intervals);
    for (String name : List.of("intervals.jsonl", "latency.hlog", "intervals.csv")) {
      Path file = folder().resolve(name);
      byte[] bytes = Files.readAllBytes(file);
      Files.write(file, java.util.Arrays.copyOf(bytes, bytes.length - 20));
    }
    List<RecordedInterval> found = read(RecordedRun.open(folder()));
    assertThat(found).hasSize(INTERVALS - 1);
    assertThat(TestRun.fingerprint(found.get(INTERVALS - 2).snapshot()))
        .isEqualTo(TestRun.fingerprint(intervals.get(INTERVALS - 2)));
  }

  @Test
  void aDamagedLineInTheMiddleIsPassedOverAndCounted() throws Exception {
    record(intervals);
    Path file = folder().resolve("intervals.jsonl");
    List<String> lines = new ArrayList<>(Files.readAllLines(file));
    lines.set(2, lines.get(2).substring(0, 100));
    Files.write(file, lines);
    List<RecordedInterval> found = new ArrayList<>();
    assertThat(RecordedRun.open(folder()).intervals(found::add)).isEqualTo(1);
    assertThat(found.stream().map(i -> i.snapshot().number())).containsExactly(1L, 2L, 4L, 5L, 6L);
    assertThat(TestRun.fingerprint(found.get(2).snapshot()))
        .isEqualTo(TestRun.fingerprint(intervals.get(3)));
  }

  @Test
  void aFullDiskIsToldOnceAndTheRestIsKept() throws Exception {
    FailingDisk disk = new FailingDisk();
    try (RunFolder folder = TestRun.folder(folder(), disk, warnings::add)) {
      folder.interval(intervals.get(0));
      disk.leave(10);
      folder.interval(intervals.get(1));
      folder.interval(intervals.get(2));
      disk.leave(Long.MAX_VALUE);
      folder.interval(intervals.get(3));
    }
    assertThat(warnings).hasSize(1);
    assertThat(warnings.get(0))
        .startsWith("cannot write " + folder())
        .contains("No space left on device; the run goes on");
    assertThat(
            read(RecordedRun.open(folder())).stream().map(i -> TestRun.fingerprint(i.snapshot())))
        .containsExactly(
            TestRun.fingerprint(intervals.get(0)), TestRun.fingerprint(intervals.get(3)));
  }

  @Test
  void theLogIsOneThatOtherToolsRead() throws Exception {
    record(intervals);
    Histogram senders = TestRun.histogram();
    try (HistogramLogReader log =
        new HistogramLogReader(new FileInputStream(folder().resolve("latency.hlog").toFile()))) {
      while (log.hasNext()) {
        EncodableHistogram next = log.nextIntervalHistogram();
        if (next.getTag().equals("senders/latency")) {
          senders.add((Histogram) next);
        }
      }
      assertThat(log.getStartTimeSec()).isEqualTo((double) TestRun.STARTED.getEpochSecond());
    }
    assertThat(TestRun.values(senders))
        .isEqualTo(
            TestRun.values(TestRun.summary(intervals).workloads().get(0).measured().latency()));
  }

  @Test
  void theTableHasARowForEachWorkloadInEachInterval() throws Exception {
    record(intervals);
    List<List<String>> rows = CsvReader.read(folder().resolve("intervals.csv"));
    List<String> header = rows.get(0);
    assertThat(rows).hasSize(1 + 2 * INTERVALS).allMatch(row -> row.size() == header.size());
    List<String> last = rows.get(2 * INTERVALS);
    Snapshot.Workload workload = intervals.get(INTERVALS - 1).workloads().get(1);
    assertThat(last.get(header.indexOf("workload"))).isEqualTo("odd, name/1");
    assertThat(last.get(header.indexOf("warmup"))).isEqualTo("false");
    assertThat(last.get(header.indexOf("iterations")))
        .isEqualTo(Long.toString(workload.measures().counts().iterations()));
    assertThat(new BigDecimal(last.get(header.indexOf("latency_p99_ms"))))
        .isEqualByComparingTo(
            BigDecimal.valueOf(workload.measures().latency().getValueAtPercentile(99), 6));
    assertThat(last.get(header.indexOf("lateness_p99_ms"))).isEmpty();
    assertThat(rows.get(1).get(header.indexOf("warmup"))).isEqualTo("true");
    int checked = header.indexOf("checked_total");
    assertThat(header.subList(checked, checked + 9))
        .containsExactly(
            "checked_total",
            "unchecked_total",
            "lost_total",
            "possibly_lost_total",
            "duplicates_total",
            "out_of_order_total",
            "corrupt_total",
            "redelivered_total",
            "other_clocks_total");
    assertThat(last.subList(checked, checked + 9))
        .containsExactly(Integer.toString(INTERVALS), "1", "2", "7", "3", "4", "5", "6", "8");
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
            new ConnectionChange(ConnectionChange.Kind.BACK, "QM1", "QM2", 9));
    try (RunFolder folder = begin()) {
      folder.event(mark);
      folder.event(
          new RunEvent(TestRun.STARTED, 7, RunEvent.Kind.CONNECTION, "senders", moved.text()));
      folder.connections(List.of(moved));
    }
    RecordedEvents events = RecordedRun.open(folder()).events();
    assertThat(events.run()).containsExactly(mark);
    assertThat(events.connections()).containsExactly(moved);
  }

  @Test
  void stepsAndObservationsAreReadBack() throws Exception {
    Observation depth = new Observation(TestRun.STARTED, 3, "REQUEST1", "depth", "messages", 12.5);
    try (RunFolder folder = begin()) {
      StepsFile steps = folder.steps(List.of("target_per_s", "note"));
      steps.add(List.of(Csv.number(20_700), "a \"quoted\", one\nof two lines"));
      folder.observations(List.of(depth));
      assertThatThrownBy(() -> steps.add(List.of("too few")))
          .isInstanceOf(IllegalArgumentException.class);
    }
    RecordedRun run = RecordedRun.open(folder());
    assertThat(run.steps())
        .containsExactly(
            List.of("target_per_s", "note"), List.of("20700", "a \"quoted\", one\nof two lines"));
    assertThat(run.observations()).containsExactly(depth);
  }

  @Test
  void theDescriptionHoldsTheOutcomeAndNoSecret() throws Exception {
    try (RunFolder folder = begin()) {
      assertThat(RecordedRun.open(folder()).description().getString("state")).isEqualTo("running");
      folder.interval(intervals.get(5));
      folder.summary(TestRun.summary(intervals));
      folder.objectives(List.of(new ObjectiveResult("p99 < 20ms", true, "3 ms")));
    }
    String text = Files.readString(folder().resolve("run.json"));
    assertThat(text)
        .doesNotContain("hunter2")
        .contains("tcp://someone:***@broker:61616?keyStorePassword=***")
        .contains("/etc/secret.txt");
    JSONObject description = new JSONObject(text);
    assertThat(description.getString("state")).isEqualTo("done");
    assertThat(description.getJSONArray("objectives").getJSONObject(0).getBoolean("met")).isTrue();
    assertThat(
            description
                .getJSONObject("summary")
                .getJSONArray("workloads")
                .getJSONObject(0)
                .getString("verdict"))
        .isEqualTo("kept");
  }

  @Test
  void aRunWithoutASummaryHasFailed() throws Exception {
    begin().close();
    assertThat(RecordedRun.open(folder()).description().getString("state")).isEqualTo("failed");
  }

  @Test
  void aFolderThatHoldsARunIsRefused() throws Exception {
    begin().close();
    assertThatThrownBy(this::begin)
        .isInstanceOf(RunFolderException.class)
        .hasMessage(folder() + " holds a run already; name a folder that is new or empty");
    Files.delete(folder().resolve("run.json"));
    assertThatThrownBy(this::begin).hasMessageContaining("is not empty");
  }

  @Test
  void anEmptyFolderIsUsedAndAFileIsNot() throws Exception {
    Files.createDirectories(folder());
    begin().close();
    Path file = Files.writeString(temporary.resolve("file"), "");
    assertThatThrownBy(() -> TestRun.folder(file, FileOpener.SYSTEM, warnings::add))
        .isInstanceOf(RunFolderException.class)
        .hasMessage(file + " is a file; name a folder that is new or empty");
  }

  @Test
  void whatIsNoRunFolderIsRefused() throws Exception {
    assertThatThrownBy(() -> RecordedRun.open(temporary))
        .hasMessage(temporary + " is no run folder: it has no run.json; name one made by --out");
    Files.writeString(temporary.resolve("run.json"), "{\"format\": 99}");
    assertThatThrownBy(() -> RecordedRun.open(temporary)).hasMessageContaining("format 99");
    Files.writeString(temporary.resolve("run.json"), "{", StandardOpenOption.TRUNCATE_EXISTING);
    assertThatThrownBy(() -> RecordedRun.open(temporary)).hasMessageContaining("damaged");
  }

  @Test
  void aFileThatCannotBeOpenedIsToldAtTheStart() {
    FileOpener readOnly =
        path -> {
          throw new IOException("Read-only file system");
        };
    assertThatThrownBy(() -> TestRun.folder(folder(), readOnly, warnings::add))
        .isInstanceOf(RunFolderException.class)
        .hasMessage(folder() + " cannot be written: Read-only file system");
  }
}
