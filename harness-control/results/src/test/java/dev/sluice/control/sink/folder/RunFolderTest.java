package dev.sluice.control.sink.folder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.control.format.Csv;
import dev.sluice.control.format.ObjectiveResult;
import dev.sluice.control.format.RunDocument.RunState;
import dev.sluice.control.format.RunFolderException;
import dev.sluice.core.result.Snapshot;
import dev.sluice.core.stats.Latency;
import dev.sluice.core.stats.Window;
import java.io.FileInputStream;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.json.JSONObject;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The files in the folder of a run. */
class RunFolderTest {

  private static final int INTERVALS = 6;

  private final List<Snapshot> intervals = TestRun.intervals(TestRun.STARTED, INTERVALS, 2, 42);
  private TestFolder folder;

  @BeforeEach
  void nameFolder(@TempDir Path temporary) {
    folder = new TestFolder(temporary.resolve("a").resolve("run"));
  }

  @Test
  void theLogIsOneThatOtherToolsRead() throws Exception {
    folder.record(intervals);
    Histogram senders = TestRun.histogram();
    try (HistogramLogReader log =
        new HistogramLogReader(new FileInputStream(folder.file("latency.hlog").toFile()))) {
      while (log.hasNext()) {
        EncodableHistogram next = log.nextIntervalHistogram();
        if (next.getTag().equals("senders/latency")) {
          senders.add((Histogram) next);
        }
      }
      assertThat(log.getStartTimeSec()).isEqualTo((double) TestRun.STARTED.getEpochSecond());
    }
    assertThat(TestRun.values(Latency.of(senders)))
        .isEqualTo(
            TestRun.values(TestRun.summary(intervals).workloads().get(0).measured().latency()));
  }

  @Test
  void theTableMarksInTheEndWhatProvedToBeAWarmUp() throws Exception {
    try (RunFolder run = folder.begin()) {
      TestRun.intervals(TestRun.STARTED, INTERVALS, 0, 42).forEach(run::interval);
      assertThat(warmups()).isEqualTo("false".repeat(2 * INTERVALS));
      run.summary(TestRun.summary(intervals));
      assertThat(warmups()).isEqualTo("true".repeat(2 * 2) + "false".repeat(2 * (INTERVALS - 2)));
    }
    assertThat(folder.warnings()).isEmpty();
  }

  private String warmups() throws Exception {
    List<List<String>> rows = Csv.read(folder.file("intervals.csv"));
    int warmup = rows.get(0).indexOf("warmup");
    return rows.stream()
        .skip(1)
        .map(row -> row.get(warmup))
        .filter(each -> !each.equals("ending"))
        .collect(Collectors.joining());
  }

  @Test
  void theTableHasARowForEachWorkloadInEachInterval() throws Exception {
    folder.record(intervals);
    List<List<String>> rows =
        Csv.read(folder.file("intervals.csv")).stream()
            .filter(row -> !row.contains("ending"))
            .toList();
    List<String> header = rows.get(0);
    assertThat(rows).hasSize(1 + 2 * INTERVALS).allMatch(row -> row.size() == header.size());
    List<String> last = rows.get(2 * INTERVALS);
    Window workload = intervals.get(INTERVALS - 1).workloads().get(1);
    assertThat(last.get(header.indexOf("workload"))).isEqualTo("odd, name/1");
    assertThat(last.get(header.indexOf("warmup"))).isEqualTo("false");
    assertThat(last.get(header.indexOf("iterations")))
        .isEqualTo(Long.toString(workload.counts().iterations()));
    assertThat(new BigDecimal(last.get(header.indexOf("latency_p99_ms"))))
        .isEqualByComparingTo(BigDecimal.valueOf(workload.latency().atPercentile(99), 6));
    assertThat(last.get(header.indexOf("lateness_p99_ms"))).isEmpty();
    assertThat(rows.get(1).get(header.indexOf("warmup"))).isEqualTo("true");
    int checked = header.indexOf("checked_total");
    assertThat(header.subList(checked, checked + 9))
        .containsExactly(
            "checked_total",
            "unchecked_total",
            "lost_total",
            "duplicates_total",
            "corrupt_total",
            "out_of_order_total",
            "redelivered_total",
            "possibly_lost_total",
            "other_clocks_total");
    assertThat(last.subList(checked, checked + 9))
        .containsExactly(Integer.toString(INTERVALS), "1", "2", "3", "5", "4", "6", "7", "8");
  }

  @Test
  void theDescriptionHoldsTheOutcomeAndNoSecret() throws Exception {
    try (RunFolder writer = folder.begin()) {
      assertThat(folder.open().document().state()).isEqualTo(RunState.RUNNING);
      writer.interval(intervals.get(5));
      writer.summary(TestRun.summary(intervals));
      writer.objectives(
          List.of(new ObjectiveResult("p99 < 20ms", ObjectiveResult.Judgement.MET, "3 ms")));
    }
    String text = Files.readString(folder.file("run.json"));
    assertThat(text)
        .doesNotContain("hunter2", "s3cr3t-of-the-jvm")
        .contains("tcp://someone:***@broker:61616?keyStorePassword=***")
        .contains("/etc/secret.txt");
    JSONObject description = new JSONObject(text);
    assertThat(description.getJSONObject("host").getJSONArray("jvmArguments"))
        .containsExactly("-Xmx768M", "-Djavax.net.ssl.keyStorePassword=***");
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
    folder.begin().close();
    assertThat(folder.open().document().state()).isEqualTo(RunState.FAILED);
  }

  @Test
  void aFolderThatHoldsARunIsRejected() throws Exception {
    folder.begin().close();
    assertThatThrownBy(folder::begin)
        .isInstanceOf(RunFolderException.class)
        .hasMessage(folder.path() + " already holds a run; name a new or empty folder");
    Files.delete(folder.file("run.json"));
    assertThatThrownBy(folder::begin).hasMessageContaining("is not empty");
  }

  @Test
  void anEmptyFolderIsUsedAndAFileIsNot(@TempDir Path temporary) throws Exception {
    Files.createDirectories(folder.path());
    folder.begin().close();
    Path file = Files.writeString(temporary.resolve("file"), "");
    assertThatThrownBy(() -> TestRun.folder(file, FileOpener.SYSTEM, warning -> {}))
        .isInstanceOf(RunFolderException.class)
        .hasMessage(file + " is a file; name a new or empty folder");
  }
}
