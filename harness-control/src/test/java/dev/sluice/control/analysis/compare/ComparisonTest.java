package dev.sluice.control.analysis.compare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.analysis.compare.Difference.Significance;
import dev.sluice.control.measure.Metric;
import dev.sluice.control.recorded.RecordedRun;
import dev.sluice.control.sink.folder.RunFolder;
import dev.sluice.control.sink.folder.TestRun;
import dev.sluice.core.result.Snapshot;
import dev.sluice.core.stats.Counter;
import dev.sluice.core.stats.Counts;
import dev.sluice.core.stats.Latency;
import dev.sluice.core.stats.LatencyKind;
import dev.sluice.core.stats.Standing;
import dev.sluice.core.stats.Unfinished;
import dev.sluice.core.stats.Window;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.HdrHistogram.Histogram;
import org.json.JSONObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ComparisonTest {

  private static final int INTERVALS = 14;
  private static final int WARMUPS = 2;
  private static final double THRESHOLD = 5;

  @TempDir Path temporary;

  private Samples run(String name, List<Snapshot> intervals) throws Exception {
    return run(name, intervals, Map.of());
  }

  /** With other members in its description. */
  private Samples run(String name, List<Snapshot> intervals, Map<String, Object> described)
      throws Exception {
    Path folder = temporary.resolve(name);
    try (RunFolder writer = TestRun.folder(folder, name)) {
      intervals.forEach(writer::interval);
    }
    Path file = folder.resolve("run.json");
    JSONObject description = new JSONObject(Files.readString(file));
    described.forEach(description::put);
    Files.writeString(file, description.toString());
    return Samples.ofRun(RecordedRun.open(folder), name);
  }

  private static List<Snapshot> intervals(long seed) {
    return TestRun.intervals(TestRun.STARTED, INTERVALS, WARMUPS, seed);
  }

  /** The same run with every measured latency so much longer. */
  private static List<Snapshot> slower(List<Snapshot> intervals, double factor) {
    return slower(intervals, factor, 1);
  }

  /** And with so many times as much asked for. */
  private static List<Snapshot> slower(List<Snapshot> intervals, double factor, double asked) {
    return intervals.stream().map(interval -> slower(interval, factor, asked)).toList();
  }

  private static Snapshot slower(Snapshot s, double factor, double asked) {
    List<Window> workloads =
        s.workloads().stream()
            .map(
                w ->
                    Window.of(
                            0,
                            w.counts(),
                            Map.of(
                                LatencyKind.LATENCY,
                                longer(w.latency(), factor),
                                LatencyKind.SERVICE,
                                longer(w.service(), factor),
                                LatencyKind.LATENESS,
                                w.lateness()),
                            Unfinished.NOTHING)
                        .asking(asked * w.asked())
                        .as(
                            w.name(),
                            w.lengthNanos(),
                            List.of(),
                            new Standing(
                                w.end().workersUp(),
                                w.end().workers(),
                                w.end().targetNowPerSecond(),
                                w.end().mode(),
                                w.unfinished(),
                                w.end().totalIterations(),
                                w.end().connections(),
                                w.end().errorsByCause(),
                                Optional.empty())))
            .toList();
    return new Snapshot(
        s.number(),
        s.time(),
        s.sinceStartNanos(),
        s.lengthNanos(),
        s.warmup(),
        s.runId(),
        s.cpuCores(),
        workloads);
  }

  private static Latency longer(Latency latency, double factor) {
    Histogram longer = TestRun.histogram();
    latency
        .toHistogram()
        .recordedValues()
        .forEach(
            v ->
                longer.recordValueWithCount(
                    (long) (v.getValueIteratedTo() * factor), v.getCountAtValueIteratedTo()));
    return Latency.of(longer);
  }

  private static Difference find(Comparison comparison, String metric) {
    return comparison.differences().stream()
        .filter(d -> d.subject().equals("senders") && d.metric().word().equals(metric))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void aRunIsTheSameAsItself() throws Exception {
    Samples run = run("a", intervals(1));
    Comparison comparison = Comparison.of(List.of(run, run), THRESHOLD);
    assertThat(comparison.differences())
        .hasSize(2 * Samples.METRICS.size())
        .allMatch(d -> d.verdict() == Difference.Verdict.SAME && d.percent() == 0);
    assertThat(comparison.regression()).isFalse();
  }

  @Test
  void twoRunsOfTheSameKindDoNotDiffer() throws Exception {
    Comparison comparison =
        Comparison.of(List.of(run("a", intervals(1)), run("b", intervals(2))), THRESHOLD);
    assertThat(comparison.differences())
        .extracting(Difference::verdict)
        .isSubsetOf(Difference.Verdict.SAME, Difference.Verdict.UNCONFIRMED);
  }

  @Test
  void runsAtDifferentTargetsAreSaidToBeSo() throws Exception {
    Samples slow = run("slow", slower(intervals(1), 1, 1));
    Samples fast = run("fast", slower(intervals(1), 1, 2));
    assertThat(Comparison.of(List.of(slow, slow), THRESHOLD).missing()).isEmpty();
    assertThat(Comparison.of(List.of(slow, fast), THRESHOLD).missing())
        .anyMatch(line -> line.matches("fast had another target for senders: .*/s, not .*/s"));
    assertThat(Comparison.of(List.of(slow, fast), THRESHOLD).lines())
        .anyMatch(line -> line.startsWith("fast had another target for senders"));
  }

  @Test
  void aSlowerRunIsWorseAndTheOtherWayRoundBetter() throws Exception {
    Samples fast = run("fast", intervals(1));
    Samples slow = run("slow", slower(intervals(2), 1.5));
    Comparison worse = Comparison.of(List.of(fast, slow), THRESHOLD);
    assertThat(worse.regression()).isTrue();
    assertThat(find(worse, "p99").verdict()).isEqualTo(Difference.Verdict.WORSE);
    assertThat(find(worse, "p99").percent()).isBetween(40.0, 60.0);
    assertThat(find(worse, "achieved").verdict()).isEqualTo(Difference.Verdict.SAME);
    Comparison better = Comparison.of(List.of(slow, fast), THRESHOLD);
    assertThat(better.regression()).isFalse();
    assertThat(find(better, "p50").verdict()).isEqualTo(Difference.Verdict.BETTER);
  }

  @Test
  void aChangeBelowTheThresholdDoesNotMatterHoweverSureItIs() throws Exception {
    Samples fast = run("fast", intervals(1));
    Samples slow = run("slow", slower(intervals(1), 1.5));
    Comparison comparison = Comparison.of(List.of(fast, slow), 80);
    assertThat(find(comparison, "p50").pValue().getAsDouble()).isLessThan(0.001);
    assertThat(comparison.regression()).isFalse();
  }

  @Test
  void aLargeChangeThatChanceMayExplainIsNotCalledTheSame() throws Exception {
    Comparison comparison =
        Comparison.of(List.of(run("a", intervals(1)), run("b", intervals(2))), 0);
    assertThat(find(comparison, "p50").pValue().getAsDouble()).isGreaterThan(Significance.LEVEL);
    assertThat(find(comparison, "p50").verdict()).isEqualTo(Difference.Verdict.UNCONFIRMED);
  }

  @Test
  void theWarmUpIsInNoFigure() throws Exception {
    Samples run = run("a", intervals(1));
    assertThat(run.samples("senders", Metric.of("p99").orElseThrow())).hasSize(INTERVALS - WARMUPS);
    // in the warm-up nothing took less than a second
    assertThat(find(Comparison.of(List.of(run, run), THRESHOLD), "p99.9").after()).isLessThan(10);
  }

  @Test
  void aShortLastIntervalCountsInTotalsButIsNotASample() throws Exception {
    List<Snapshot> intervals = new ArrayList<>(intervals(1));
    Snapshot last = intervals.get(INTERVALS - 1);
    intervals.add(
        new Snapshot(
            last.number() + 1,
            last.time(),
            last.sinceStartNanos() + 1,
            1,
            false,
            last.runId(),
            last.cpuCores(),
            last.workloads()));
    Samples run = run("a", intervals);
    assertThat(run.samples("senders", Metric.of("achieved").orElseThrow()))
        .hasSize(INTERVALS - WARMUPS);
    assertThat(run.total("senders").orElseThrow().counts().iterations())
        .isEqualTo(
            intervals.stream()
                .filter(interval -> !interval.warmup())
                .mapToLong(interval -> interval.workloads().get(0).counts().iterations())
                .sum());
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 2})
  void oneLongIntervalDoesNotTakeTheSamplesOfTheOthers(int warmups) throws Exception {
    List<Snapshot> intervals = new ArrayList<>();
    int longOne = warmups == 0 ? 4 : 1; // measured, or of the warm-up
    for (Snapshot s : TestRun.intervals(TestRun.STARTED, 16 + warmups, warmups, 1)) {
      long nanos = intervals.size() == longOne ? 1_170_000_000L : 500_000_000L;
      intervals.add(
          new Snapshot(
              s.number(),
              s.time(),
              s.sinceStartNanos(),
              nanos,
              s.warmup(),
              s.runId(),
              s.cpuCores(),
              s.workloads()));
    }
    assertThat(
            run("a", intervals, Map.of("intervalSeconds", 0.5))
                .samples("senders", Metric.of("achieved").orElseThrow()))
        .hasSize(16);
  }

  @Test
  void ofAHarnessLimitedRunNothingIsConcluded() throws Exception {
    Map<String, Object> limited =
        Map.of(
            "summary",
            new JSONObject()
                .put(
                    "workloads",
                    List.of(
                        Map.of(
                            "name", "senders",
                            "verdict", "harness_limited",
                            "explanation", "its workers woke up late"))));
    Samples sound = run("sound", intervals(1));
    Samples slow = run("slow", slower(intervals(2), 1.5), limited);
    for (List<Samples> pair : List.of(List.of(sound, slow), List.of(slow, sound))) {
      Comparison comparison = Comparison.of(pair, THRESHOLD);
      assertThat(comparison.differences()).isEmpty();
      assertThat(comparison.regression()).isFalse();
      assertThat(comparison.notJudged()).isTrue();
      assertThat(comparison.lines())
          .contains("slow is not comparable: senders was harness limited; its workers woke up late")
          .last()
          .asString()
          .startsWith("not judged;");
    }
    assertThat(Comparison.of(List.of(sound, slow, sound), THRESHOLD).differences())
        .as("the others are compared")
        .hasSize(2 * Samples.METRICS.size());
  }

  @Test
  void aLatencyThatIsTheHarnesssOwnIsNotJudgedButItsRateIs() throws Exception {
    Samples fast = run("fast", slower(intervals(1), 10));
    Samples late = run("late", late(slower(intervals(2), 15)));
    for (List<Samples> pair : List.of(List.of(fast, late), List.of(late, fast))) {
      Comparison comparison = Comparison.of(pair, THRESHOLD);
      assertThat(find(comparison, "p99").verdict()).isEqualTo(Difference.Verdict.NOT_JUDGED);
      assertThat(find(comparison, "achieved").verdict()).isEqualTo(Difference.Verdict.SAME);
      assertThat(comparison.regression()).isFalse();
      assertThat(comparison.notJudged()).isTrue();
      assertThat(comparison.lines())
          .anyMatch(line -> line.contains("p99 ") && line.contains("not judged: most of it"));
    }
  }

  /** With four fifths of each latency the own lateness. */
  private static List<Snapshot> late(List<Snapshot> intervals) {
    return intervals.stream()
        .map(
            s ->
                new Snapshot(
                    s.number(),
                    s.time(),
                    s.sinceStartNanos(),
                    s.lengthNanos(),
                    s.warmup(),
                    s.runId(),
                    s.cpuCores(),
                    s.workloads().stream().map(ComparisonTest::late).toList()))
        .toList();
  }

  private static Window late(Window w) {
    Window m = w;
    Map<LatencyKind, Latency> latencies =
        Map.of(LatencyKind.LATENCY, m.latency(), LatencyKind.SERVICE, m.service());
    Counts counts =
        Counts.of(
            counter ->
                counter == Counter.OWN_LATENESS_NANOS
                    ? (long) (0.8 * m.latency().meanNanos() * m.latency().count())
                    : m.counts().get(counter));
    return Window.of(0, counts, latencies, Unfinished.NOTHING)
        .asking(w.asked())
        .as(
            w.name(),
            w.lengthNanos(),
            List.of(),
            new Standing(
                w.end().workersUp(),
                w.end().workers(),
                w.end().targetNowPerSecond(),
                w.end().mode(),
                w.unfinished(),
                w.end().totalIterations(),
                w.end().connections(),
                w.end().errorsByCause(),
                Optional.empty()));
  }

  @Test
  void fewIntervalsSayNothing() throws Exception {
    List<Snapshot> few = intervals(1).subList(0, WARMUPS + Significance.MIN_SAMPLES - 1);
    Samples fast = run("fast", few);
    Samples slow = run("slow", slower(few, 10));
    Comparison comparison = Comparison.of(List.of(fast, slow), THRESHOLD);
    assertThat(comparison.differences())
        .allMatch(d -> d.verdict() == Difference.Verdict.UNKNOWN && d.pValue().isEmpty());
    assertThat(comparison.regression()).isFalse();
  }

  @Test
  void samplesThatAreAllTheSameDoNotDiffer() {
    double[] same = {7, 7, 7, 7, 7, 7};
    assertThat(Significance.pValue(same, same)).hasValue(1);
  }

  @Test
  void textAndJsonSayTheSame() throws Exception {
    Comparison comparison =
        Comparison.of(
            List.of(run("fast", intervals(1)), run("slow", slower(intervals(2), 1.5))), THRESHOLD);
    assertThat(comparison.lines())
        .contains("baseline fast", "against  slow")
        .anyMatch(line -> line.startsWith("senders") && line.endsWith("worse"))
        .last()
        .asString()
        .startsWith("worse; a change counts if it is above 5 %");
    JSONObject json = new JSONObject(comparison.json().toString());
    assertThat(json.getBoolean("regression")).isTrue();
    assertThat(json.getJSONArray("differences")).hasSize(2 * Samples.METRICS.size());
  }
}
