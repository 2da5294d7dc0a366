package dev.sluice.control.sink.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.analysis.merge.Merge;
import dev.sluice.control.format.Finding;
import dev.sluice.control.format.Json;
import dev.sluice.control.format.ObjectiveResult;
import dev.sluice.control.format.ObjectiveResult.Judgement;
import dev.sluice.control.format.ObjectiveState;
import dev.sluice.control.format.ObjectiveState.Outlook;
import dev.sluice.control.format.ObjectiveState.Trend;
import dev.sluice.control.format.RunDocument;
import dev.sluice.control.measure.Objective;
import dev.sluice.control.measure.Observations;
import dev.sluice.control.measure.Observed.ObservedFigures;
import dev.sluice.control.recorded.RecordedRun;
import dev.sluice.control.recorded.RecordedScenario;
import dev.sluice.control.recorded.StepTable;
import dev.sluice.control.sink.folder.RunFolder;
import dev.sluice.control.sink.folder.RunRecord;
import dev.sluice.control.sink.folder.TestRun;
import dev.sluice.core.bus.RunEvent;
import dev.sluice.core.result.Snapshot;
import dev.sluice.core.result.Summary;
import dev.sluice.core.result.Verdict;
import dev.sluice.core.stats.Counter;
import dev.sluice.core.stats.Counts;
import dev.sluice.core.stats.Latency;
import dev.sluice.core.stats.LatencyKind;
import dev.sluice.core.stats.Unfinished;
import dev.sluice.core.stats.Window;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.json.JSONArray;
import org.json.JSONObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class PageVerdictTest {

  @TempDir Path temporary;

  private static RunDocument run(List<ObjectiveResult> objectives, Verdict.Kind... kinds) {
    RunRecord record = new RunRecord(TestRun.description(""), TestRun.STARTED);
    record.ended(TestRun.judged("why", kinds));
    record.objectives(objectives);
    return record.document();
  }

  private static PageVerdict verdict(List<ObjectiveResult> objectives, Verdict.Kind... kinds)
      throws Exception {
    return PageVerdict.of(run(objectives, kinds), 1, StepTable.of(STEPS));
  }

  private static ObjectiveResult objective(Judgement judgement) {
    return new ObjectiveResult("w p99 < 20ms", judgement, "1ms");
  }

  /** Each workload has a row; the third step fell short of its target. */
  private static final List<List<String>> STEPS =
      List.of(
          List.of("step", "workload", "achieved_per_second", "ratio"),
          List.of("step 1", "w", "100", "1.0002"),
          List.of("step 2", "w", "400.5", ""),
          List.of("step 3", "w", "300", "0.9856"),
          List.of("step 4", "w", "400", "0.9993"));

  @Test
  void theWorstStepStandsBehindObjectivesThatAreMet() throws Exception {
    PageVerdict verdict = verdict(List.of(objective(Judgement.MET)), Verdict.Kind.SATURATED);
    assertThat(verdict.headline()).isEqualTo("1 of 1 objective met");
    assertThat(verdict.details())
        .containsExactly("Worst: step 3, 0.9856 of its target", "senders: why");
  }

  @ParameterizedTest
  @EnumSource(Verdict.Kind.class)
  void aDisturbanceIsThePlansWhereTargetsWereKeptBeforeAndAfter(Verdict.Kind kind)
      throws Exception {
    String own = verdict(List.of(), kind).headline();
    boolean outage = kind == Verdict.Kind.SATURATED || kind == Verdict.Kind.INTERRUPTED;
    PageVerdict between = recovered(kind, STEPS);
    assertThat(between.headline())
        .isEqualTo(outage ? "Disturbed as planned, recovered after 3.9 s" : own);
    assertThat(between.details()).last().isEqualTo("senders: why");
    assertThat(recovered(kind, STEPS.subList(0, 4)).headline())
        .as("short at the end")
        .isEqualTo(own);
    List<List<String>> shortBefore = List.of(STEPS.get(0), STEPS.get(3), STEPS.get(4));
    assertThat(recovered(kind, shortBefore).headline()).as("short before").isEqualTo(own);
    assertThat(recovered(kind, STEPS.subList(0, 1)).headline()).as("no steps").isEqualTo(own);
  }

  private static PageVerdict recovered(Verdict.Kind kind, List<List<String>> steps)
      throws Exception {
    RunRecord record = new RunRecord(TestRun.description(""), TestRun.STARTED);
    record.ended(TestRun.judged("why", kind));
    record.found(
        new Finding(Finding.Topic.RECOVERY, "recovered", Double.NaN, "recovered after 3.9 s"));
    return PageVerdict.of(record.document(), 1, StepTable.of(steps));
  }

  @Test
  void aThreadThatFailedIsTheFaultThatIsNamed() throws Exception {
    Summary kept = TestRun.judged("kept", Verdict.Kind.KEPT);
    Summary failed =
        new Summary(
            kept.runId(),
            kept.started(),
            kept.measuredNanos(),
            kept.warmupNanos(),
            kept.cpu(),
            kept.workloads(),
            kept.batches(),
            kept.endReason(),
            kept.overflows(),
            List.of("thread senders-3 failed: no space"));
    RunRecord record = new RunRecord(TestRun.description(""), TestRun.STARTED);
    record.ended(failed);
    PageVerdict verdict = PageVerdict.of(record.document(), 1, StepTable.of(List.of()));
    assertThat(verdict.headline()).isEqualTo("Completed with faults");
    assertThat(verdict.details().get(0)).isEqualTo("thread senders-3 failed: no space");
  }

  @ParameterizedTest
  @CsvSource({
    "HOLDS HOLDS, WARNING",
    "HOLDS NEAR UNKNOWN, WARNING",
    "NEAR MISSED, BAD",
    "UNKNOWN, BAD",
  })
  void objectivesWeighMoreThanATargetWhileARunGoesOn(String standings, PageVerdict.Level level) {
    List<ObjectiveState> objectives =
        Stream.of(standings.split(" "))
            .map(
                each ->
                    new ObjectiveState(
                        "w p99 < 20ms", Outlook.valueOf(each), "", Trend.STEADY, List.of()))
            .toList();
    String trouble = "Connections have been lost since 12:03";
    PageVerdict verdict =
        new PageVerdict(PageVerdict.Level.BAD, trouble, List.of("why")).weighedBy(objectives);
    assertThat(verdict).isEqualTo(new PageVerdict(level, trouble, List.of("why")));
  }

  @ParameterizedTest
  @CsvSource({
    "UNLIMITED, UNLIMITED, Completed",
    "UNLIMITED, KEPT, Target kept",
    "KEPT, IDLE, Idle in part",
    "IDLE, IDLE, Idle",
    "IDLE, SATURATED, Saturated",
    "KEPT, HARNESS_LIMITED, Limited by the harness",
  })
  void theWorstVerdictIsTheHeadline(Verdict.Kind one, Verdict.Kind other, String headline)
      throws Exception {
    assertThat(verdict(List.of(), one, other).headline()).isEqualTo(headline);
    assertThat(verdict(List.of(), other, one).headline()).isEqualTo(headline);
  }

  /** What was asked of a run comes before what its target came to. */
  @ParameterizedTest
  @CsvSource({
    "MET, MET, SATURATED, 2 of 2 objectives met, GOOD",
    "MET, MET, INTERRUPTED, 2 of 2 objectives met, GOOD",
    "MET, MET, HARNESS_LIMITED, Limited by the harness, BAD",
    "MET, NOT_JUDGED, KEPT, 1 of 2 objectives not judged, WARNING",
    "NOT_JUDGED, MISSED, KEPT, 1 of 2 objectives missed, BAD",
  })
  void objectivesAreTheHeadline(
      Judgement one, Judgement other, Verdict.Kind kind, String headline, PageVerdict.Level level)
      throws Exception {
    PageVerdict verdict = verdict(List.of(objective(one), objective(other)), kind);
    assertThat(verdict.headline()).isEqualTo(headline);
    assertThat(verdict.level()).isEqualTo(level);
  }

  @Test
  void ofALatencyThatIsNotJudgedThePageSaysHowMuchIsTheHarness() throws Exception {
    Histogram latencies = new Histogram(2);
    latencies.setAutoResize(true);
    latencies.recordValueWithCount(5_000_000, 100);
    Latency latency = Latency.of(latencies);
    long ownNanos = Math.round(0.93 * latency.meanNanos() * latency.count());
    Counts counts =
        Counts.of(
            Map.of(
                Counter.ITERATIONS, 100L,
                Counter.DONE, 100L,
                Counter.DUE, 100L,
                Counter.OWN_LATENESS_NANOS, ownNanos));
    Observations window =
        Observations.of(
            Window.of(
                    100,
                    counts,
                    Map.of(LatencyKind.LATENCY, latency, LatencyKind.LATENESS, latency),
                    Unfinished.NOTHING)
                .lasting(TestRun.SECOND_NANOS),
            Optional.empty(),
            ObservedFigures.NONE);
    ObjectiveResult objective = Objective.parse("p50 < 1us").judge("", "w", window);
    PageVerdict verdict =
        PageVerdict.of(run(List.of(objective), Verdict.Kind.KEPT), 1, StepTable.of(List.of()));
    assertThat(verdict.headline()).isEqualTo("1 of 1 objective not judged");
    assertThat(verdict.details())
        .singleElement()
        .asString()
        .startsWith("w p50 < 1us: found ")
        .endsWith("; 93 % of the latency is the harness's own lateness");
  }

  /** Its runs may have been saturated, as a search for the highest rate is meant to. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "true; true; Max rate of w: 1,234.5 to 1,240.0/s; GOOD",
        "true; false; 1 of 1 objective met; GOOD",
        "false; true; 1 of 1 objective missed; BAD"
      })
  void theHeadlineOfAScenarioIsItsFindingsOrItsObjectives(
      boolean met, boolean found, String headline, PageVerdict.Level level) throws Exception {
    JSONObject scenario =
        new JSONObject()
            .put("format", 1)
            .put("id", "")
            .put("scenario", "s")
            .put("created", TestRun.STARTED)
            .put("state", "done")
            .put("runs", List.of("run-1"))
            .put(
                "objectives",
                List.of(
                    Map.of(
                        "objective",
                        "w p99 < 20ms",
                        "outcome",
                        met ? "met" : "missed",
                        "found",
                        "1ms")));
    if (found) {
      scenario.put(
          "findings",
          List.of(
              Map.of(
                  "kind",
                  "max_rate",
                  "subject",
                  "w",
                  "perSecond",
                  1234.5,
                  "text",
                  "max rate of w: 1,234.5 to 1,240.0/s; met at")));
    }
    Files.writeString(temporary.resolve("scenario.json"), scenario.toString());
    run("run-1", Verdict.Kind.SATURATED);
    PageVerdict verdict =
        PageVerdict.ofScenario(RecordedScenario.open(temporary), List.of(List.of("step")));
    assertThat(verdict.headline()).isEqualTo(headline);
    assertThat(verdict.level()).isEqualTo(level);
  }

  /** Not its highest window, which may have been one that caught up. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {"true; Peak: 900.0/s at four", "false; Target kept in 1 of 2 steps"})
  void theHeadlineOfASweepIsItsHighestPeakOrTheTargetsThatItKept(boolean peaks, String headline)
      throws Exception {
    JSONArray findings = new JSONArray();
    if (peaks) {
      for (String each : List.of("700.0/s at two; knee: 690.0/s at one", "900.0/s at four")) {
        findings.put(
            Map.of(
                "kind",
                "peak",
                "subject",
                "w",
                "perSecond",
                Double.parseDouble(each.substring(0, 5)),
                "text",
                "peak: " + each));
      }
    }
    JSONObject scenario =
        new JSONObject()
            .put("format", 1)
            .put("id", "")
            .put("scenario", "s")
            .put("created", TestRun.STARTED)
            .put("state", "done")
            .put("runs", List.of("run-1"))
            .put("findings", findings);
    Files.writeString(temporary.resolve("scenario.json"), scenario.toString());
    Files.writeString(
        temporary.resolve("steps.csv"),
        """
        step,workload,target_per_second,achieved_per_second,ratio
        one,w,200,221.5,1.1075
        two,w,200,180,0.9
        two,receivers,,180,1
        """);
    run("run-1", Verdict.Kind.KEPT);
    RecordedScenario recorded = RecordedScenario.open(temporary);
    PageVerdict verdict = PageVerdict.ofScenario(recorded, recorded.steps());
    assertThat(verdict.headline()).isEqualTo(headline);
    assertThat(verdict.details()).first().isEqualTo("3 steps measured in 1 run");
  }

  @Test
  void everyKindHasAHeadline() throws Exception {
    for (Verdict.Kind kind : Verdict.Kind.values()) {
      assertThat(verdict(List.of(), kind).headline()).isNotBlank();
    }
  }

  /** What two runs came to, their workloads judged so, joined into one. */
  @ParameterizedTest
  @CsvSource({
    "IDLE, IDLE, IDLE",
    "IDLE, KEPT, IDLE",
    "UNLIMITED, IDLE, IDLE",
    "IDLE, SATURATED, SATURATED",
    "HARNESS_LIMITED, KEPT, HARNESS_LIMITED",
  })
  void aMergeKeepsTheWorstVerdict(Verdict.Kind one, Verdict.Kind other, Verdict.Kind joined)
      throws Exception {
    Map<String, RecordedRun> runs = new LinkedHashMap<>();
    runs.put("a", run("a", one));
    runs.put("b", run("b", other));
    try (Merge merge = new Merge(runs)) {
      merge.into(temporary.resolve("out"));
    }
    RunDocument merged = RecordedRun.open(temporary.resolve("out")).document();
    assertThat(merged.summary().orElseThrow().workloads().get(0).verdict()).isEqualTo(joined);
  }

  /** Their options are the same, and so are their steps, though at other times. */
  @Test
  void aRunThatWasSteeredDiffersFromOneThatWasNot() throws Exception {
    String step = "senders: rate 20.00/s";
    assertThat(RunDifferences.of(List.of(changed("a", 1, step), changed("b", 2, step)))).isEmpty();

    List<Json> found =
        RunDifferences.of(
            List.of(changed("c", 1, step), changed("d", 1, step, "senders: rate 60,000.00/s")));

    assertThat(found).hasSize(1);
    assertThat(found.get(0).toString())
        .contains("changed while it ran", step + "\"", step + "; senders: rate 60,000.00/s");
  }

  private RecordedRun changed(String name, long atNanos, String... changes) throws Exception {
    Path folder = temporary.resolve(name);
    List<Snapshot> intervals = TestRun.intervals(TestRun.STARTED, 4, 1, 1);
    try (RunFolder writer = TestRun.folder(folder, "same")) {
      for (String change : changes) {
        String[] parts = change.split(": ");
        writer.event(
            new RunEvent(
                TestRun.STARTED.plusNanos(atNanos),
                atNanos,
                RunEvent.Kind.RATE,
                parts[0],
                parts[1]));
      }
      intervals.forEach(writer::interval);
      writer.summary(TestRun.summary(intervals));
    }
    return RecordedRun.open(folder);
  }

  private RecordedRun run(String name, Verdict.Kind kind) throws Exception {
    Path folder = temporary.resolve(name);
    List<Snapshot> intervals = TestRun.intervals(TestRun.STARTED, 4, 1, 1);
    try (RunFolder writer = TestRun.folder(folder, name)) {
      intervals.forEach(writer::interval);
      writer.summary(TestRun.summary(intervals));
    }
    Path file = folder.resolve("run.json");
    Files.writeString(
        file,
        Files.readString(file)
            .replace("\"kept\"", '"' + kind.name().toLowerCase(Locale.ROOT) + '"'));
    return RecordedRun.open(folder);
  }
}
