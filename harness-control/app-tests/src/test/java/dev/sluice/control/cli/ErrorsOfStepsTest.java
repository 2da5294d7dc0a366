package dev.sluice.control.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.control.analysis.compare.RunFigures;
import dev.sluice.control.cli.command.ScenarioVocabulary;
import dev.sluice.control.format.Csv;
import dev.sluice.control.format.ObjectiveResult;
import dev.sluice.control.format.SearchTry;
import dev.sluice.control.golden.GoldenRun;
import dev.sluice.control.measure.Findings;
import dev.sluice.control.measure.IntervalSum;
import dev.sluice.control.measure.Metric;
import dev.sluice.control.measure.StepRow;
import dev.sluice.control.measure.Target;
import dev.sluice.control.process.StepsCsv;
import dev.sluice.control.recorded.StepTable;
import dev.sluice.control.scenario.reading.ScenarioReader;
import dev.sluice.control.scenario.running.StepsTable;
import dev.sluice.control.secret.Secrets;
import dev.sluice.control.sink.folder.Snapshots;
import dev.sluice.core.stats.Counter;
import dev.sluice.core.stats.Counts;
import dev.sluice.core.stats.Latency;
import dev.sluice.core.stats.LatencyKind;
import dev.sluice.core.stats.Unfinished;
import dev.sluice.core.stats.Window;
import dev.sluice.core.text.Figures;
import dev.sluice.estimates.Interval;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** How well the figures of steps and of tries are known, as text and in tables. */
class ErrorsOfStepsTest {

  private static final Metric P50 = Metric.percentile(50);

  @Test
  void aStepHasTheErrorsOfItsIntervals() {
    IntervalSum done = done(12);
    StepRow row = row(done);
    Map<String, Object> cells = cells(row);
    for (Metric metric : List.of(Metric.ACHIEVED, P50)) {
      Interval known = metric.in(done.batches()).interval();
      String stem = metric.word() + "_confidence95_";
      String unit = metric.isTime() ? "_ms" : "_per_second";
      double scale = metric.isTime() ? 1e6 : 1;
      assertThat(known.known()).isTrue();
      assertThat(((BigDecimal) cells.get(stem + "low" + unit)).doubleValue())
          .isCloseTo(known.low() / scale, within(1e-3));
      assertThat(((BigDecimal) cells.get(stem + "high" + unit)).doubleValue())
          .isCloseTo(known.high() / scale, within(1e-3));
      assertThat(((BigDecimal) cells.get(metric.column())).doubleValue())
          .isCloseTo(known.value() / scale, within(1e-3));
    }
    String line = StepsTable.of(List.of(row)).get(1);
    Interval rate = Metric.ACHIEVED.in(done.batches()).interval();
    Interval median = P50.in(done.batches()).interval();
    assertThat(line)
        .contains(Figures.rate(rate))
        .contains(Figures.latency(median))
        .containsPattern("/s (\\+/- [0-9.,]+|\\(.* to .*)/s");
  }

  @Test
  void aStepOfFewIntervalsHasNone() {
    StepRow row = row(done(9));
    assertThat(cells(row))
        .allSatisfy(
            (column, cell) -> {
              if (column.contains("_confidence95_l") || column.contains("_confidence95_h")) {
                assertThat(cell).isNull();
              }
            });
    assertThat(StepsTable.of(List.of(row)).get(1)).doesNotContain("+/-");
  }

  @Test
  void aTryHasThemInItsLastColumns() {
    IntervalSum done = done(12);
    Interval rate = done.batches().achieved().interval();
    List<Object> cells =
        new SearchTry(
                "s", "senders", 1, 100, done.batches(), ObjectiveResult.Judgement.MET, "", "", "")
            .cells();
    assertThat(cells).hasSameSizeAs(SearchTry.COLUMNS);
    assertThat(cells.get(SearchTry.COLUMNS.indexOf(Metric.ACHIEVED.column("confidence95_low"))))
        .isEqualTo(Csv.number(rate.low()));
    assertThat(cells.get(SearchTry.COLUMNS.indexOf(Metric.ACHIEVED.column("confidence95_high"))))
        .isEqualTo(Csv.number(rate.high()));
    assertThat(SearchTry.COLUMNS)
        .contains(
            Metric.percentile(99).column("confidence95_low"),
            Metric.percentile(99).column("confidence95_high"));
  }

  /** The comparison of sweeps judges what that of runs with the same figures would. */
  @Test
  void aStepSaysWhichOfItsPercentilesMayBeTheHarnesssOwnLateness() throws IOException {
    Map<LatencyKind, Latency> took =
        Map.of(
            LatencyKind.LATENCY,
            Snapshots.latency(5_000_000, 980).plus(Snapshots.latency(40_000_000, 20)),
            LatencyKind.LATENESS,
            Snapshots.latency(1_000, 980).plus(Snapshots.latency(38_000_000, 20)));
    for (long ownNanos : List.of(38_000_000L, 0L)) {
      Counts counts =
          Counts.of(Map.of(Counter.DONE, 1_000L, Counter.OWN_LATENESS_NANOS, 20 * ownNanos));
      IntervalSum done = new IntervalSum("senders");
      Window window =
          Window.of(1_000, counts, took, Unfinished.NOTHING)
              .as("senders", Snapshots.SECOND_NANOS, List.of(), Window.none("").end());
      done.add(Snapshots.second(1, window));
      Map<String, Object> cells = cells(row(done));
      assertThat(cells.get("own_lateness")).isEqualTo(ownNanos > 0 ? "p99" : "");
      List<String> columns = List.copyOf(cells.keySet());
      StepTable table =
          StepTable.of(
              List.of(columns, columns.stream().map(each -> text(cells.get(each))).toList()));
      List<RunFigures> rounds = RunFigures.ofSweeps(Map.of("sweep", table)).get("sweep");
      assertThat(RunFigures.METRICS)
          .filteredOn(metric -> RunFigures.isHarness(rounds, "step", metric))
          .extracting(Metric::word)
          .isEqualTo(ownNanos > 0 ? List.of("p99") : List.of());
    }
  }

  private static String text(Object cell) {
    return cell == null ? "" : cell.toString();
  }

  private static StepRow row(IntervalSum done) {
    return new Findings(List.of(), new SplittableRandom(1))
        .nextRow(
            "step",
            new Target("senders", ""),
            Map.of(),
            done,
            Optional.empty(),
            StepRow.Beside.NOTHING,
            Map.of());
  }

  private static Map<String, Object> cells(StepRow row) {
    StepsCsv csv =
        new StepsCsv(
            new ScenarioReader(new ScenarioVocabulary(new Secrets()), name -> Optional.empty())
                .read(
                    "errors",
                    "errors.yaml",
                    "workloads: {senders: {type: send}}\nsteps: [{measure: step, for: 12s}]",
                    List.of()));
    Map<String, Object> cells = new HashMap<>();
    List<String> names = csv.columns().figures();
    for (int i = 0; i < names.size(); i++) {
      cells.put(names.get(i), csv.cells(row).get(i));
    }
    return cells;
  }

  /** In an order in which the rate swings: of one that only rises no error is known. */
  private static IntervalSum done(int intervals) {
    IntervalSum sum = new IntervalSum("senders");
    IntStream.range(0, intervals)
        .map(i -> 5 * i % intervals)
        .mapToObj(GoldenRun.intervals()::get)
        .forEach(sum::add);
    return sum;
  }
}
