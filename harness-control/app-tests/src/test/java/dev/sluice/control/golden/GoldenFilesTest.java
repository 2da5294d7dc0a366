package dev.sluice.control.golden;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.analysis.compare.Comparison;
import dev.sluice.control.analysis.compare.Comparison.Design;
import dev.sluice.control.analysis.compare.Comparison.Side;
import dev.sluice.control.analysis.compare.RunFigures;
import dev.sluice.control.analysis.merge.Merge;
import dev.sluice.control.cli.GoldenSteps;
import dev.sluice.control.command.GoldenReplies;
import dev.sluice.control.format.Finding;
import dev.sluice.control.format.ObjectiveResult;
import dev.sluice.control.format.Observation;
import dev.sluice.control.measure.Findings;
import dev.sluice.control.measure.IntervalSum;
import dev.sluice.control.measure.Metric;
import dev.sluice.control.measure.Observations;
import dev.sluice.control.measure.Observed.ObservedFigures;
import dev.sluice.control.measure.StepRow;
import dev.sluice.control.recorded.RecordedRun;
import dev.sluice.control.scenario.running.StepsTable;
import dev.sluice.control.scenario.step.GoldenRows;
import dev.sluice.control.sink.console.ConsoleReporter;
import dev.sluice.control.sink.console.ConsoleReporter.SummaryForm;
import dev.sluice.control.sink.console.Terminal;
import dev.sluice.control.sink.folder.RunFolder;
import dev.sluice.control.sink.folder.TestRun;
import dev.sluice.control.sink.legacy.LegacyReporter;
import dev.sluice.control.sink.legacy.ReportFormat;
import dev.sluice.control.sink.legacy.ReportSettings;
import dev.sluice.control.sink.metrics.GoldenMetrics;
import dev.sluice.core.bus.RunEvent;
import dev.sluice.core.bus.Sink;
import dev.sluice.core.result.Snapshot;
import dev.sluice.core.result.Summary;
import dev.sluice.core.stats.Window;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** One run through every output: no format changes unless its file does. */
class GoldenFilesTest {

  /** Enough intervals for formats that print each of them alike. */
  private static final int FEW = 4;

  private static final Observation OBSERVATION =
      new Observation(GoldenRun.STARTED, 1_234_000_000, "host", "cpu", Observation.CORES, 1.25);

  @TempDir Path temporary;

  @Test
  void everyCounterIsAnotherNumber() {
    assertThat(GoldenRun.counters()).doesNotHaveDuplicates().doesNotContain(0L);
  }

  @Test
  void console() throws IOException {
    StringWriter text = new StringWriter();
    play(
        new ConsoleReporter(terminal(text), ZoneOffset.UTC, true, SummaryForm.DETAILED, ""),
        GoldenRun.intervals());
    Golden.check("console.txt", text.toString());
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "SLUICE")
  void olderTools(ReportFormat format) throws IOException {
    StringWriter text = new StringWriter();
    for (boolean perWorker : new boolean[] {false, true}) {
      play(
          new LegacyReporter(
              terminal(text),
              new ReportSettings(
                  format,
                  perWorker,
                  Duration.ofSeconds(4),
                  perWorker,
                  perWorker,
                  Optional.empty(),
                  "Sender",
                  true,
                  List.of("queue:///Q", "2048", "true", "false", "true"),
                  Duration.ofSeconds(1),
                  true,
                  true),
              ZoneOffset.UTC,
              () -> 12_345_678),
          GoldenRun.intervals().subList(0, FEW));
    }
    Golden.check("older-tools/" + format + ".txt", text.toString());
  }

  @Test
  void runFolder() throws Exception {
    RecordedRun run = record("run", GoldenRun.intervals(), GoldenRun.summary());
    Golden.check("run/run.json", Files.readString(run.folder().resolve("run.json")));
    Golden.check(
        "run/intervals.csv",
        lines(Files.readAllLines(run.folder().resolve("intervals.csv")).subList(0, 1 + 2 * FEW)));
  }

  /** Every figure of a run is another number here, so none can stand for another. */
  @Test
  void aRunFolderIsReadAsItWasWritten() throws Exception {
    RecordedRun run = record("run", GoldenRun.intervals(), GoldenRun.summary());
    assertThat(fingerprints(intervalsOf(run))).isEqualTo(fingerprints(GoldenRun.intervals()));
    assertThat(run.events().run())
        .isEqualTo(
            GoldenRun.events().stream()
                .filter(event -> event.kind() != RunEvent.Kind.CONNECTION) // read from connections
                .toList());
    assertThat(run.events().connections()).isEqualTo(GoldenRun.connections());
    assertThat(run.observations()).containsExactly(OBSERVATION);
  }

  @Test
  void socket() throws IOException {
    List<Snapshot> some = GoldenRun.intervals().subList(0, 3);
    Golden.check("socket.jsonl", lines(GoldenReplies.json(GoldenRun.status(), some.subList(0, 1))));
    Golden.check("socket.txt", lines(GoldenReplies.text(GoldenRun.status(), some)));
  }

  @Test
  void metrics() throws IOException {
    Golden.check(
        "metrics.txt",
        lines(
            GoldenMetrics.page(GoldenRun.intervals())
                .lines()
                .filter(line -> !line.contains("_bucket{") && !line.contains("\"odd, name/1\""))
                .toList()));
  }

  @Test
  void objectives() throws IOException {
    IntervalSum window = new IntervalSum("senders");
    GoldenRun.intervals().forEach(window::add);
    Observations some =
        Observations.of(window.sum(), Optional.of(Duration.ofMillis(1_234)), ObservedFigures.NONE);
    Observations all = Observations.of(GoldenRun.summary().workloads().get(0), Optional.empty());
    List<String> lines = new ArrayList<>();
    for (Metric metric : Metric.ALL) {
      lines.add(metric.word() + " " + value(metric, some) + " " + value(metric, all));
    }
    Golden.check("objectives.txt", lines(lines));
  }

  @Test
  void steps() throws IOException {
    List<StepRow> rows = new ArrayList<>();
    GoldenRows.play(
        GoldenRun.intervals(),
        new Findings.Listener() {
          @Override
          public void row(StepRow row) {
            rows.add(row);
          }
        });
    Golden.check("steps.txt", lines(StepsTable.of(rows)));
    Path out = temporary.resolve("steps");
    GoldenSteps.write(out, GoldenRun.intervals());
    Golden.check("steps.csv", Files.readString(out.resolve("steps.csv")));
    Golden.check("tries.csv", Files.readString(out.resolve("tries.csv")));
  }

  @Test
  void comparison() throws Exception {
    Map<String, RecordedRun> runs = new LinkedHashMap<>();
    runs.put("one", record("one", GoldenRun.intervals(), GoldenRun.summary()));
    runs.put("other", record("other", GoldenRun.otherIntervals(), GoldenRun.otherSummary()));
    List<Side> sides = new ArrayList<>();
    for (Map.Entry<String, RecordedRun> run : runs.entrySet()) {
      RunFigures figures = RunFigures.of(run.getValue(), run.getKey());
      sides.add(new Side(run.getKey(), List.of(figures, figures)));
    }
    Comparison comparison = Comparison.of(Design.RUN, sides, 2.5, List.of());
    Golden.check("comparison.txt", lines(comparison.lines()));
  }

  @Test
  void merge() throws Exception {
    Map<String, RecordedRun> runs = new LinkedHashMap<>();
    runs.put("one", record("one", GoldenRun.intervals(), GoldenRun.summary()));
    runs.put("other", record("other", GoldenRun.otherIntervals(), GoldenRun.otherSummary()));
    Path merged = temporary.resolve("merged");
    try (Merge merge = new Merge(runs)) {
      merge.into(merged);
    }
    List<Snapshot> sums = intervalsOf(RecordedRun.open(merged));
    assertThat(sums).hasSameSizeAs(GoldenRun.intervals());
    for (int i = 0; i < sums.size(); i++) {
      for (int workload = 0; workload < 2; workload++) {
        Window merge = sums.get(i).workloads().get(workload);
        Window sum =
            GoldenRun.intervals()
                .get(i)
                .workloads()
                .get(workload)
                .plus(GoldenRun.otherIntervals().get(i).workloads().get(workload));
        assertThat(merge.counts()).isEqualTo(sum.counts());
        assertThat(merge.latencies()).isEqualTo(sum.latencies());
      }
    }
  }

  private static List<Snapshot> intervalsOf(RecordedRun run) throws IOException {
    List<Snapshot> found = new ArrayList<>();
    run.intervals(found::add);
    return found;
  }

  private static List<String> fingerprints(List<Snapshot> intervals) {
    return intervals.stream().map(TestRun::fingerprint).toList();
  }

  private RecordedRun record(String name, List<Snapshot> intervals, Summary summary)
      throws Exception {
    Path path = temporary.resolve(name);
    try (RunFolder folder = TestRun.folder(path, "R,1")) {
      GoldenRun.events().forEach(folder::event);
      folder.connections(GoldenRun.connections());
      intervals.forEach(folder::interval);
      folder.observations(List.of(OBSERVATION));
      folder.objectives(
          List.of(new ObjectiveResult("p99 < 20ms", ObjectiveResult.Judgement.MISSED, "21.5 ms")));
      folder.found(new Finding(Finding.Topic.PEAK, "senders", 1_234.5, "peak: 1,234.5/s"));
      folder.summary(summary);
    }
    return RecordedRun.open(path);
  }

  private static void play(Sink reporter, List<Snapshot> intervals) {
    reporter.connecting("senders", 1, 2);
    reporter.connecting("senders", 2, 2);
    GoldenRun.events().forEach(reporter::event);
    reporter.connections(GoldenRun.connections());
    intervals.forEach(reporter::interval);
    reporter.summary(GoldenRun.summary());
  }

  private static Terminal terminal(StringWriter text) {
    return new Terminal(new PrintWriter(text, true), false);
  }

  private static String value(Metric metric, Observations window) {
    OptionalDouble value = metric.in(window);
    return value.isPresent()
        ? value.getAsDouble() + " " + metric.found(window, value.getAsDouble())
        : "nothing";
  }

  private static String lines(List<String> lines) {
    return String.join("\n", lines) + "\n";
  }
}
