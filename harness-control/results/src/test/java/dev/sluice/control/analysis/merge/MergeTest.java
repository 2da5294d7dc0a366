package dev.sluice.control.analysis.merge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.control.analysis.compare.RunFigures;
import dev.sluice.control.format.Finding;
import dev.sluice.control.format.ObjectiveResult;
import dev.sluice.control.format.RunDocument;
import dev.sluice.control.format.RunDocument.RunOutcome;
import dev.sluice.control.format.RunDocument.RunState;
import dev.sluice.control.format.RunDocument.WorkloadOutcome;
import dev.sluice.control.format.RunFolderException;
import dev.sluice.control.format.SearchTry;
import dev.sluice.control.recorded.IntervalReader;
import dev.sluice.control.recorded.RecordedRun;
import dev.sluice.control.sink.folder.RunFolder;
import dev.sluice.control.sink.folder.TableFile.StepColumns;
import dev.sluice.control.sink.folder.TestRun;
import dev.sluice.core.bus.RunEvent;
import dev.sluice.core.result.Hindrance;
import dev.sluice.core.result.Snapshot;
import dev.sluice.core.result.Summary;
import dev.sluice.core.result.Summary.Overflow;
import dev.sluice.core.result.Totals;
import dev.sluice.core.stats.AccountTerm;
import dev.sluice.core.stats.DeliveryFigure;
import dev.sluice.core.stats.Latency;
import dev.sluice.core.stats.Window;
import dev.sluice.estimates.Batches;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.json.JSONObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MergeTest {

  @TempDir Path temporary;

  private RecordedRun run(String name, List<Snapshot> intervals) throws Exception {
    Path folder = temporary.resolve(name);
    try (RunFolder writer = TestRun.folder(folder, name)) {
      intervals.forEach(writer::interval);
      writer.event(
          new RunEvent(
              intervals.get(0).time(), TestRun.SECOND_NANOS, RunEvent.Kind.MARK, "", "here"));
      writer.summary(TestRun.summary(intervals));
    }
    return RecordedRun.open(folder);
  }

  private RecordedRun merge(RecordedRun... runs) throws Exception {
    Map<String, RecordedRun> named = new LinkedHashMap<>();
    for (RecordedRun run : runs) {
      named.put(run.folder().getFileName().toString(), run);
    }
    Path out = temporary.resolve("out");
    try (Merge merge = new Merge(named)) {
      merge.into(out);
    }
    return RecordedRun.open(out);
  }

  private static Map<String, Totals.OfWorkload> totals(RecordedRun run) throws Exception {
    Map<String, Totals.OfWorkload> byName = new LinkedHashMap<>();
    Totals totals = Totals.NOTHING;
    try (IntervalReader reader = run.reader()) {
      for (Snapshot next = reader.next(); next != null; next = reader.next()) {
        totals = totals.then(next);
      }
    }
    for (String name : totals.workloads()) {
      byName.put(name, totals.of(name));
    }
    return byName;
  }

  /** Every value that was measured in any of the runs, in one histogram. */
  private static Histogram union(List<List<Snapshot>> runs, int workload) {
    Histogram union = TestRun.histogram();
    runs.forEach(
        intervals ->
            intervals.stream()
                .filter(interval -> !interval.warmup())
                .forEach(
                    interval ->
                        interval
                            .workloads()
                            .get(workload)
                            .latency()
                            .toHistogram()
                            .recordedValues()
                            .forEach(
                                v ->
                                    union.recordValueWithCount(
                                        v.getValueIteratedTo(), v.getCountAtValueIteratedTo()))));
    return union;
  }

  @ParameterizedTest
  @CsvSource({
    "1, 2, 0, 10, 10, 2, 2",
    "3, 4, 250, 10, 10, 2, 2",
    "5, 6, 3700, 10, 7, 2, 0",
    "7, 8, 499, 4, 12, 1, 5",
    "9, 10, 20000, 6, 6, 1, 1"
  })
  void percentilesOfMergedRunsAreThoseOfTheUnionOfTheirSamples(
      long seedA, long seedB, long offsetMillis, int countA, int countB, int warmA, int warmB)
      throws Exception {
    Instant startedB = TestRun.STARTED.plusMillis(offsetMillis);
    List<Snapshot> a = TestRun.intervals(TestRun.STARTED, countA, warmA, seedA);
    List<Snapshot> b = TestRun.intervals(startedB, countB, warmB, seedB);
    Map<String, Totals.OfWorkload> merged = totals(merge(run("a", a), run("b", b)));
    int workload = 0;
    for (Totals.OfWorkload total : merged.values()) {
      Histogram union = union(List.of(a, b), workload++);
      assertThat(TestRun.values(total.sum().latency()))
          .isEqualTo(TestRun.values(Latency.of(union)));
      for (double percentile : new double[] {50, 90, 99, 99.9, 100}) {
        assertThat(total.sum().latency().atPercentile(percentile))
            .isEqualTo(union.getValueAtPercentile(percentile));
      }
    }
    assertThat(workload).isEqualTo(2);
  }

  /** What hindered a harness, what failed in it, and what its outputs missed, is known of all. */
  @ParameterizedTest
  @CsvSource({"1, false", "4, true"})
  void theHarnessOfEachIsJudgedByWhatItMeasured(int second, boolean measured) throws Exception {
    List<Snapshot> intervals = TestRun.intervals(TestRun.STARTED, 10, 3, 1);
    Hindrance standstill =
        new Hindrance(
            Hindrance.Kind.STANDSTILL,
            second * TestRun.SECOND_NANOS,
            (second + 1) * TestRun.SECOND_NANOS,
            TestRun.SECOND_NANOS);
    Path folder = temporary.resolve("a");
    try (RunFolder writer = TestRun.folder(folder, "a")) {
      intervals.forEach(writer::interval);
      writer.event(
          new RunEvent(
              TestRun.STARTED,
              standstill.toNanos(),
              RunEvent.Kind.HARNESS,
              "",
              standstill.text(),
              Optional.of(standstill)));
      Summary all = TestRun.summary(intervals);
      writer.summary(
          new Summary(
              all.runId(),
              all.started(),
              all.measuredNanos(),
              all.warmupNanos(),
              all.cpu(),
              all.workloads(),
              all.batches(),
              all.endReason(),
              List.of(new Overflow("console", 1, 2)),
              List.of("a thread failed")));
    }
    RecordedRun a = RecordedRun.open(folder);
    Instant later = TestRun.STARTED.plusSeconds(5);

    RecordedRun merged = merge(a, run("b", TestRun.intervals(later, 10, 3, 2)));

    assertThat(RunFigures.stoodStill(a)).matches(why -> why.isPresent() == measured);
    assertThat(RunFigures.stoodStill(merged)).matches(why -> why.isPresent() == measured);
    RunOutcome outcome = merged.document().summary().orElseThrow();
    assertThat(outcome.failures()).containsExactly("a: a thread failed");
    assertThat(outcome.overflows()).containsExactly(new Overflow("a console", 1, 2));
  }

  @Test
  void ratesAreAdded() throws Exception {
    List<Snapshot> a = TestRun.intervals(TestRun.STARTED, 8, 2, 1);
    List<Snapshot> b = TestRun.intervals(TestRun.STARTED.plusMillis(300), 8, 2, 2);
    RecordedRun merged = merge(run("a", a), run("b", b));
    List<Snapshot> joined = new ArrayList<>();
    merged.intervals(joined::add);
    assertThat(joined).hasSize(8);
    for (int i = 0; i < 8; i++) {
      assertThat(joined.get(i).workloads().get(0).achievedPerSecond())
          .isEqualTo(
              a.get(i).workloads().get(0).achievedPerSecond()
                  + b.get(i).workloads().get(0).achievedPerSecond());
      assertThat(joined.get(i).workloads().get(0).end().workersUp()).isEqualTo(4);
      assertThat(joined.get(i).cpuCores()).isEqualTo(1.0);
      assertThat(joined.get(i).warmup()).isEqualTo(i < 2);
    }
  }

  @Test
  void ratesAreOverTheLengthOfTheirInterval() throws Exception {
    Snapshot whole = TestRun.intervals(TestRun.STARTED, 1, 0, 1).get(0);
    Snapshot half = TestRun.intervals(TestRun.STARTED, 1, 0, 2).get(0);
    long halfNanos = TestRun.SECOND_NANOS / 2;
    Snapshot ending =
        new Snapshot(
            1,
            TestRun.STARTED.plusNanos(halfNanos),
            halfNanos,
            halfNanos,
            false,
            "test",
            0,
            List.of(half.workloads().get(1).lasting(halfNanos)));
    Snapshot other =
        new Snapshot(
            1,
            whole.time(),
            whole.sinceStartNanos(),
            whole.lengthNanos(),
            false,
            "test",
            0,
            List.of(whole.workloads().get(0)));
    RecordedRun merged = merge(run("a", List.of(other)), run("b", List.of(ending)));
    JSONObject interval =
        new JSONObject(Files.readString(merged.folder().resolve("intervals.jsonl")));
    assertThat(interval.getLong("lengthNanos")).isEqualTo(TestRun.SECOND_NANOS);
    assertThat(interval.getJSONArray("workloads")).hasSize(2);
    for (Object each : interval.getJSONArray("workloads")) {
      JSONObject workload = (JSONObject) each;
      assertThat(workload.getDouble("achievedPerSecond")).isEqualTo(workload.getDouble("done"));
    }
  }

  @Test
  void totalsStayWhenARunHasEnded() throws Exception {
    List<Snapshot> a = TestRun.intervals(TestRun.STARTED, 3, 0, 1);
    List<Snapshot> b = TestRun.intervals(TestRun.STARTED, 6, 0, 2);
    Totals.OfWorkload total = totals(merge(run("a", a), run("b", b))).get("senders");
    assertThat(total.sum().end().totalIterations()).isEqualTo(300 + 600);
    assertThat(total.sum().end().errorsByCause()).containsEntry("2009 \"broken\"", 3L + 6L);
    assertThat(total.sum().end().delivery().orElseThrow().get(DeliveryFigure.CHECKED))
        .isEqualTo(3 + 6);
    assertThat(total.sum().end().workersUp()).isEqualTo(2);
  }

  @Test
  void theDescriptionSaysWhatWasJoined() throws Exception {
    RecordedRun merged =
        merge(
            run("a", TestRun.intervals(TestRun.STARTED, 4, 0, 1)),
            run("b", TestRun.intervals(TestRun.STARTED.plusSeconds(2), 4, 0, 2)));
    RunDocument document = merged.document();
    assertThat(document.state()).isEqualTo(RunState.DONE);
    assertThat(document.merged().get(1).offsetSeconds()).isEqualTo(2);
    assertThat(document.setup().clock()).contains("wall clock of each host");
    assertThat(merged.events().run())
        .extracting(RunEvent::text, RunEvent::sinceStartNanos)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple("here (a)", TestRun.SECOND_NANOS),
            org.assertj.core.groups.Tuple.tuple("here (b)", 3 * TestRun.SECOND_NANOS));
  }

  @Test
  void theAccountsAreAddedAndAddUp() throws Exception {
    RecordedRun a = run("a", TestRun.intervals(TestRun.STARTED, 5, 2, 1));
    RecordedRun b = run("b", TestRun.intervals(TestRun.STARTED.plusMillis(300), 4, 1, 2));
    RecordedRun merged = merge(a, b);
    Map<String, Totals.OfWorkload> totals = totals(merged);
    Map<String, Long> parts = new HashMap<>();
    Stream.of(a, b)
        .forEach(each -> wholeAccounts(each).forEach((term, n) -> parts.merge(term, n, Long::sum)));
    assertThat(wholeAccounts(merged)).containsAllEntriesOf(parts);
    assertThat(parts.values()).anyMatch(each -> each > 0);
    for (WorkloadOutcome workload : merged.document().summary().orElseThrow().workloads()) {
      Totals.OfWorkload total = totals.get(workload.name());
      assertAddsUp(workload.account(), total.sum());
      assertThat(total.whole().counts().dropped()).isEqualTo(9 * 5);
    }
  }

  /** Terms by workload, with what came after the last interval. */
  private static Map<String, Long> wholeAccounts(RecordedRun run) {
    Map<String, Long> terms = new HashMap<>();
    for (WorkloadOutcome workload : run.document().summary().orElseThrow().workloads()) {
      workload.wholeAccount().forEach((term, n) -> terms.put(workload.name() + " " + term, n));
    }
    return terms;
  }

  private static void assertAddsUp(Map<String, Long> terms, Window account) {
    assertThat(AccountTerm.TO_DO.stream().mapToLong(term -> terms.get(term.key())).sum())
        .isEqualTo(AccountTerm.OUTCOMES.stream().mapToLong(t -> terms.get(t.key())).sum())
        .isEqualTo(account.toDo());
  }

  @Test
  void whatAScenarioLeftIsTakenOver() throws Exception {
    Path folder = temporary.resolve("a");
    List<Snapshot> intervals = TestRun.intervals(TestRun.STARTED, 4, 0, 1);
    try (RunFolder writer = TestRun.folder(folder, "a")) {
      writer
          .steps(new StepColumns(List.of("step", "achieved"), List.of("size")))
          .add(List.of("small", 100, "2KiB"));
      writer.tried(
          new SearchTry(
              "search",
              "senders",
              1,
              100,
              new Batches(),
              ObjectiveResult.Judgement.MET,
              "",
              "",
              ""));
      writer.found(new Finding(Finding.Topic.MAX_RATE, "senders", 100, "the highest rate"));
      writer.objectives(
          List.of(new ObjectiveResult("p99 < 1ms", ObjectiveResult.Judgement.MET, "0.5ms")));
      intervals.forEach(writer::interval);
      writer.summary(TestRun.summary(intervals));
    }
    RecordedRun merged =
        merge(RecordedRun.open(folder), run("b", TestRun.intervals(TestRun.STARTED, 4, 0, 2)));
    assertThat(merged.steps())
        .containsExactly(List.of("step", "achieved", "size"), List.of("small", "100", "2KiB"));
    assertThat(merged.tries()).hasSize(2);
    assertThat(merged.variables()).containsExactly("size");
    assertThat(merged.document().findings())
        .extracting(Finding::text)
        .containsExactly("the highest rate");
    assertThat(merged.document().objectives()).allMatch(ObjectiveResult::met).hasSize(1);
  }

  @Test
  void intervalsOfDifferentLengthAreRefused() throws Exception {
    RecordedRun a = run("a", TestRun.intervals(TestRun.STARTED, 2, 0, 1));
    run("b", TestRun.intervals(TestRun.STARTED, 2, 0, 2));
    Path file = temporary.resolve("b").resolve("run.json");
    Files.writeString(
        file, Files.readString(file).replace("\"intervalSeconds\": 1", "\"intervalSeconds\": 5"));
    RecordedRun b = RecordedRun.open(temporary.resolve("b"));
    assertThatThrownBy(() -> merge(a, b))
        .isInstanceOf(RunFolderException.class)
        .hasMessageContaining("intervals differ in length")
        .hasMessageContaining("same --interval");
  }
}
