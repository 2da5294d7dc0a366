package dev.sluice.control.analysis.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.sluice.control.analysis.compare.Comparison.Side;
import dev.sluice.control.analysis.compare.Difference.Significance;
import dev.sluice.control.measure.Metric;
import dev.sluice.control.recorded.RecordedRun;
import dev.sluice.control.sink.folder.RunFolder;
import dev.sluice.control.sink.folder.TestRun;
import dev.sluice.core.result.Snapshot;
import dev.sluice.core.result.Summary;
import dev.sluice.core.stats.Counter;
import dev.sluice.core.stats.Latency;
import dev.sluice.core.stats.LatencyKind;
import dev.sluice.core.stats.Window;
import dev.sluice.estimates.Interval;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.json.JSONObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ComparisonTest {

  private static final int INTERVALS = 14;
  private static final int WARMUPS = 2;
  private static final double THRESHOLD = 5;
  private static final Metric P99 = Metric.of("p99").orElseThrow();

  @TempDir Path temporary;

  private RunFigures run(String name, List<Snapshot> intervals) throws Exception {
    return run(name, intervals, Optional.empty());
  }

  /** With a summary. */
  private RunFigures run(String name, List<Snapshot> intervals, Optional<Summary> summary)
      throws Exception {
    Path folder = temporary.resolve(name);
    try (RunFolder writer = TestRun.folder(folder, "nightly")) {
      intervals.forEach(writer::interval);
      summary.ifPresent(writer::summary);
    }
    return RunFigures.of(RecordedRun.open(folder), name);
  }

  /** Each run a side of its own. */
  private static Comparison each(RunFigures... runs) {
    return Comparison.of(
        Comparison.Design.RUN,
        Stream.of(runs).map(run -> new Side(run.name(), List.of(run))).toList(),
        THRESHOLD,
        List.of());
  }

  private static Comparison both(List<RunFigures> a, List<RunFigures> b) {
    return Comparison.of(
        Comparison.Design.RUN, List.of(new Side("A", a), new Side("B", b)), THRESHOLD, List.of());
  }

  /**
   * Runs of a synthetic system, one after another.
   *
   * @param spread the standard deviation between runs, as a share
   * @param at the minutes at which they were made
   */
  private static List<RunFigures> drawn(
      SplittableRandom random, double spread, double slower, int... at) {
    List<RunFigures> runs = new ArrayList<>();
    for (int minute : at) {
      Map<Metric, Double> values = new HashMap<>();
      for (Metric metric : RunFigures.METRICS) {
        double noise = Math.exp(spread * random.nextGaussian());
        values.put(metric, metric.isTime() ? 10 * slower * noise : 500 * noise);
      }
      runs.add(
          new RunFigures(
              "run " + minute,
              Instant.EPOCH.plus(Duration.ofMinutes(minute)),
              Map.of("senders", new RunFigures.Sample(values, 500, Set.of())),
              Optional.empty()));
    }
    return runs;
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
    return with(
        intervals,
        each ->
            taking(
                each.asking(asked * each.asked()),
                longer(each.latency(), factor),
                longer(each.service(), factor),
                each.lateness()));
  }

  private static List<Snapshot> with(List<Snapshot> intervals, UnaryOperator<Window> change) {
    return intervals.stream().map(each -> each.with(change)).toList();
  }

  private static Window taking(Window of, Latency latency, Latency service, Latency lateness) {
    Map<LatencyKind, Latency> all =
        Map.of(
            LatencyKind.LATENCY, latency,
            LatencyKind.SERVICE, service,
            LatencyKind.LATENESS, lateness);
    return new Window(
        of.name(), of.lengthNanos(), of.asked(), of.counts(), all, List.of(), of.end());
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

  @ParameterizedTest
  @CsvSource({"2, 0.02", "3, 0.05", "3, 0.15", "5, 0.05", "5, 0.15", "10, 0.1"})
  void ofEqualSystemsAtMostOneInAHundredIsFlagged(int runs, double spread) {
    int flagged = 0;
    for (int seed = 0; seed < 1_000; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      int[] first = IntStream.range(0, runs).toArray();
      int[] second = IntStream.range(runs, 2 * runs).toArray();
      Comparison found = both(drawn(random, spread, 1, first), drawn(random, spread, 1, second));
      flagged +=
          found.differences().stream()
                  .map(Difference::verdict)
                  .anyMatch(Set.of(Significance.WORSE, Significance.BETTER)::contains)
              ? 1
              : 0;
    }
    assertThat(flagged).isLessThanOrEqualTo(10);
  }

  @Test
  void aChangeThatSeveralRunsConfirmIsFoundAndTheOtherWayRoundBetter() {
    int[] first = {0, 1, 2, 3, 4};
    int[] second = {5, 6, 7, 8, 9};
    int found = 0;
    for (int seed = 0; seed < 100; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      List<RunFigures> fast = drawn(random, 0.02, 1, first);
      List<RunFigures> slow = drawn(random, 0.02, 1.12, second);
      found += find(both(fast, slow), "p99").verdict() == Significance.WORSE ? 1 : 0;
      assertThat(both(slow, fast).regression()).isFalse();
    }
    assertThat(found).isGreaterThanOrEqualTo(90);
  }

  /** The host gets slower from minute to minute, by more than the change. */
  @Test
  void runsThatTookTurnsArePaired() {
    SplittableRandom random = new SplittableRandom(1);
    List<RunFigures> a = new ArrayList<>();
    List<RunFigures> b = new ArrayList<>();
    for (int pair = 0; pair < 8; pair++) {
      double host = Math.pow(1.1, pair);
      boolean first = pair % 2 == 0;
      a.addAll(drawn(random, 0.005, host, 2 * pair + (first ? 0 : 1)));
      b.addAll(drawn(random, 0.005, 1.1 * host, 2 * pair + (first ? 1 : 0)));
    }
    assertThat(find(both(a, b), "p99").verdict()).isEqualTo(Significance.WORSE);
    assertThat(find(both(a, b), "p99").share().value()).isBetween(0.09, 0.11);
    List<RunFigures> unknown =
        b.stream()
            .map(r -> new RunFigures(r.name(), Instant.EPOCH, r.subjects(), r.limited()))
            .toList();
    assertThat(find(both(a, unknown), "p99").verdict())
        .as("nobody knows which runs are neighbours")
        .isEqualTo(Significance.CANNOT_TELL);
  }

  @Test
  void aSmallChangeIsEqualOnlyIfItsErrorIsKnown() {
    SplittableRandom random = new SplittableRandom(1);
    List<RunFigures> a = drawn(random, 0.002, 1, 0, 1, 2, 3);
    List<RunFigures> b = drawn(random, 0.002, 1.01, 4, 5, 6, 7);
    assertThat(find(both(a, b), "p99").verdict()).isEqualTo(Significance.EQUAL);
    assertThat(find(both(a.subList(0, 1), b.subList(0, 1)), "p99").verdict())
        .isEqualTo(Significance.NOT_CONFIRMED);
    List<RunFigures> noisy = drawn(random, 0.3, 1, 8, 9, 10);
    assertThat(find(both(a, noisy), "p99").verdict()).isEqualTo(Significance.CANNOT_TELL);
    assertThat(both(a, noisy).notJudged()).isFalse();
  }

  @Test
  void whatDoesNothingAnyMoreIsWorse() {
    List<RunFigures> sound = drawn(new SplittableRandom(1), 0.02, 1, 0, 1, 2);
    List<RunFigures> dead =
        IntStream.range(3, 6)
            .mapToObj(
                minute ->
                    new RunFigures(
                        "run " + minute,
                        Instant.EPOCH.plus(Duration.ofMinutes(minute)),
                        Map.of(
                            "senders",
                            new RunFigures.Sample(Map.of(Metric.ACHIEVED, 0.0), 500, Set.of())),
                        Optional.empty()))
            .toList();
    Comparison comparison = both(sound, dead);
    assertThat(find(comparison, "achieved").verdict()).isEqualTo(Significance.WORSE);
    assertThat(comparison.lines())
        .anyMatch(line -> line.matches("senders +achieved/s .* 0\\.0 +-100\\.0 % .*"));
  }

  @Test
  void oneRunASideConfirmsNothingButSaysWhatIsUsual() throws Exception {
    RunFigures a = run("a", intervals(1));
    RunFigures b = run("b", slower(intervals(2), 3));
    for (int i = 0; i < 6; i++) {
      run("other-" + i, slower(intervals(10 + i), 1 + i / 100.0));
    }
    run("limited", intervals(20), limited());
    Files.createDirectories(temporary.resolve("no-run"));
    List<RunFigures> beside =
        RunFigures.beside(
            RecordedRun.open(temporary.resolve("a")),
            List.of(temporary.resolve("a"), temporary.resolve("b")));
    assertThat(beside).hasSize(6).noneMatch(each -> each.limited().isPresent());
    Comparison comparison =
        Comparison.of(
            Comparison.Design.RUN,
            List.of(new Side("a", List.of(a)), new Side("b", List.of(b))),
            THRESHOLD,
            beside);
    Difference p99 = find(comparison, "p99");
    double deviation = deviation(beside);
    // the quantile of Student's t with 5 degrees of freedom
    assertThat(p99.usual().orElseThrow())
        .isCloseTo(Math.expm1(2.5706 * Math.sqrt(2) * deviation), withinPercentage(0.1));
    assertThat(p99.share().value()).isBetween(1.5, 2.5);
    assertThat(comparison.differences()).allMatch(d -> d.verdict() == Significance.NOT_CONFIRMED);
    assertThat(comparison.regression()).isFalse();
    assertThat(comparison.notJudged()).isTrue();
    assertThat(comparison.lines())
        .anyMatch(line -> line.matches("senders .* % is usual +not confirmed"))
        .last()
        .asString()
        .startsWith("not judged: one run a side cannot confirm anything; name several of each");
  }

  private static double deviation(List<RunFigures> runs) {
    double[] logs =
        runs.stream()
            .mapToDouble(r -> Math.log(r.subjects().get("senders").values().get(P99)))
            .toArray();
    double mean = DoubleStream.of(logs).average().orElseThrow();
    return Math.sqrt(
        DoubleStream.of(logs).map(x -> (x - mean) * (x - mean)).sum() / (logs.length - 1));
  }

  @Test
  void runsAtDifferentTargetsAreNotComparable() throws Exception {
    RunFigures slow = run("slow", slower(intervals(1), 1, 1));
    RunFigures fast = run("fast", slower(intervals(1), 1, 2));
    assertThat(each(slow, slow).notComparable()).isEmpty();
    Comparison comparison = each(slow, fast);
    assertThat(comparison.notComparable())
        .anyMatch(
            line -> line.matches("senders is not comparable: its targets were .*/s and .*/s"));
    assertThat(comparison.differences()).noneMatch(d -> d.subject().equals("senders"));
    assertThat(comparison.notJudged()).isTrue();
  }

  @Test
  void theWarmUpIsInNoFigure() throws Exception {
    // in the warm-up nothing took less than a second
    assertThat(run("a", intervals(1)).subjects().get("senders").values().get(P99)).isLessThan(10);
  }

  private static Optional<Summary> limited() {
    return Optional.of(
        TestRun.judged(
            "harness limited: its workers woke up late",
            dev.sluice.core.result.Verdict.Kind.HARNESS_LIMITED));
  }

  @Test
  void ofAHarnessLimitedRunNothingIsConcluded() throws Exception {
    RunFigures sound = run("sound", intervals(1));
    RunFigures slow = run("slow", slower(intervals(2), 1.5), limited());
    for (Comparison comparison : List.of(each(sound, slow), each(slow, sound))) {
      assertThat(comparison.differences()).isEmpty();
      assertThat(comparison.regression()).isFalse();
      assertThat(comparison.notJudged()).isTrue();
      assertThat(comparison.lines())
          .contains("slow is not comparable: senders: harness limited: its workers woke up late")
          .last()
          .isEqualTo("not judged");
    }
    assertThat(each(sound, slow, sound).differences())
        .as("the others are compared")
        .hasSize(2 * RunFigures.METRICS.size());
    assertThat(both(List.of(sound, slow), List.of(sound)).sides().get(0).runs())
        .containsExactly(sound);
  }

  @Test
  void aLatencyThatIsTheHarnesssOwnIsNotJudgedButItsRateIs() throws Exception {
    List<RunFigures> fast = new ArrayList<>();
    List<RunFigures> late = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      fast.add(run("fast" + i, slower(intervals(1), 10)));
      late.add(run("late" + i, late(slower(intervals(1), 15))));
    }
    for (Comparison comparison : List.of(both(fast, late), both(late, fast))) {
      assertThat(find(comparison, "p99").verdict()).isEqualTo(Significance.NOT_JUDGED);
      assertThat(find(comparison, "achieved").verdict()).isEqualTo(Significance.EQUAL);
      assertThat(comparison.regression()).isFalse();
      assertThat(comparison.notJudged()).isTrue();
      assertThat(comparison.lines())
          .anyMatch(line -> line.contains("p99 ") && line.contains("not judged: most of it"));
    }
  }

  /** With four fifths of each latency the own lateness. */
  private static List<Snapshot> late(List<Snapshot> intervals) {
    return with(intervals, ComparisonTest::late);
  }

  private static Window late(Window w) {
    long ownNanos = (long) (0.8 * w.latency().meanNanos() * w.latency().count());
    return taking(
        w.counting(w.counts().with(Counter.OWN_LATENESS_NANOS, ownNanos)),
        w.latency(),
        w.service(),
        longer(w.latency(), 0.8));
  }

  @Test
  void aRangeOfTenfoldIsNotTold() {
    assertThat(Difference.range(new Interval(0.1, -0.5, 9, 0.95, 4)))
        .isEqualTo("-50.0 to +900.0 %");
    assertThat(Difference.range(new Interval(0.1, -0.9, 9.1, 0.95, 4)))
        .isEqualTo("not within tenfold");
    assertThat(Difference.range(Interval.unknown(0.1, 0.95))).isEqualTo("-");
  }

  @Test
  void textAndJsonSayTheSame() {
    SplittableRandom random = new SplittableRandom(1);
    Comparison comparison =
        both(drawn(random, 0.01, 1, 0, 1, 2), drawn(random, 0.01, 1.5, 3, 4, 5));
    assertThat(comparison.lines())
        .contains("baseline A", "against  B")
        .anyMatch(line -> line.startsWith("senders") && line.endsWith("worse"))
        .last()
        .asString()
        .startsWith("worse; a change counts if it is above 5 %");
    JSONObject json = new JSONObject(comparison.json().toString());
    assertThat(json.getBoolean("regression")).isTrue();
    assertThat(json.getJSONArray("differences")).hasSize(RunFigures.METRICS.size());
    assertThat(json.getString("conclusion"))
        .isEqualTo(comparison.lines().get(comparison.lines().size() - 1));
  }
}
