package dev.sluice.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.api.Estimate;
import dev.sluice.api.LatencyResult;
import dev.sluice.api.PlanResult.Step;
import dev.sluice.api.Recording;
import dev.sluice.api.RunResult;
import dev.sluice.api.WorkloadResult;
import dev.sluice.control.cli.command.ScenarioVocabulary;
import dev.sluice.control.format.Csv;
import dev.sluice.control.format.RunFiles;
import dev.sluice.control.measure.Findings;
import dev.sluice.control.measure.IntervalSum;
import dev.sluice.control.measure.StepRow;
import dev.sluice.control.measure.Target;
import dev.sluice.control.process.StepsCsv;
import dev.sluice.control.recorded.RecordedRun;
import dev.sluice.control.scenario.reading.ScenarioReader;
import dev.sluice.control.secret.Secrets;
import dev.sluice.control.sink.folder.Environment;
import dev.sluice.control.sink.folder.FileOpener;
import dev.sluice.control.sink.folder.RunDescription;
import dev.sluice.control.sink.folder.RunFolder;
import dev.sluice.control.sink.page.ReportPage;
import dev.sluice.core.bus.Sink;
import dev.sluice.core.result.Snapshot;
import dev.sluice.core.result.Summary;
import dev.sluice.core.stats.LatencyKind;
import dev.sluice.jms.provider.ProviderTypes;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.DoubleFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.json.JSONObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A figure has the same error wherever it stands: the result of the API, a step of a plan there,
 * run.json, steps.csv, the page, and the message of an assertion.
 */
class OneMakerOfErrorsTest {

  /** The seed of the first run of a soak. */
  private static final int FROM = Integer.getInteger("soak.from", 0);

  private static final int RUNS = Boolean.getBoolean("soak") ? 1_000 - FROM : 12;
  private static final Pattern DATA =
      Pattern.compile(
          "<script type=\"application/json\" id=\"data\">(.*?)</script>", Pattern.DOTALL);
  private static final List<String> PERCENTILES = List.of("50", "90", "99", "99.9");

  private static final StepsCsv STEPS =
      new StepsCsv(
          new ScenarioReader(new ScenarioVocabulary(new Secrets()), name -> Optional.empty())
              .read(
                  "errors",
                  "errors.yaml",
                  "workloads: {senders: {type: send}}\nsteps: [{measure: step, for: 12s}]",
                  List.of()));

  @TempDir Path folder;

  private int known;

  @Test
  void everyOutputHasTheSameEnds() throws Exception {
    for (long seed = FROM; seed < FROM + RUNS; seed++) {
      RandomRun run = RandomRun.of(seed);
      Path recorded = folder.resolve("run-" + seed);
      Recording recording = new Recording(run.spec(), "none");
      RunFolder files =
          RunFolder.create(
              recorded,
              new RunDescription(
                  run.spec(),
                  "none",
                  Map.of(),
                  Environment.ofThisProcess(ProviderTypes.find("")),
                  Map.of(),
                  Optional.empty()),
              Instant.EPOCH,
              FileOpener.SYSTEM,
              warning -> {});
      Map<String, IntervalSum> sums = new HashMap<>();
      Sink steps =
          new Sink() {
            @Override
            public void interval(Snapshot interval) {
              if (!interval.warmup()) {
                interval
                    .workloads()
                    .forEach(
                        each -> sums.computeIfAbsent(each.name(), IntervalSum::new).add(interval));
              }
            }
          };
      run.play(recording, seed % 3 == 0 ? blockedNowAndThen(files) : files, steps);
      files.close();
      RunResult result = recording.result().orElseThrow();
      JSONObject json = read(recorded);
      JSONObject page = page(RecordedRun.open(recorded));
      for (WorkloadResult each : result.workloads()) {
        String what = run + ", " + each.name();
        compare(what + " in run.json", each, workload(json.getJSONObject("summary"), each));
        comparePage(what + " on the page", each, page);
        compareSteps(what, each, row(sums.get(each.name())));
        if (run.changesTheTargetOf(each.name())) {
          assertThat(each.achieved().hasError() || each.latency().p50().hasError()).isFalse();
        }
      }
      if (seed % 5 == 0) {
        compareMessage(run.toString(), result);
      }
    }
    assertThat(known).as("figures of which the error is known").isGreaterThan(20 * RUNS);
  }

  /** An output that misses intervals has the errors of all. */
  private static Sink blockedNowAndThen(RunFolder files) {
    return new Sink() {
      @Override
      public void interval(Snapshot interval) {
        if (interval.number() % 4 > 0) {
          files.interval(interval);
        }
      }

      @Override
      public void summary(Summary summary) {
        files.summary(summary);
      }
    };
  }

  private void compare(String what, WorkloadResult result, JSONObject json) {
    JSONObject latencies = json.getJSONObject("latencyMillis");
    compare(what, result.achieved(), json, "achievedPerSecond", Csv::number);
    for (LatencyKind kind :
        List.of(LatencyKind.LATENCY, LatencyKind.SERVICE, LatencyKind.END_TO_END)) {
      LatencyResult latency = result.of(kind);
      JSONObject figures = latencies.optJSONObject(kind.word(), new JSONObject());
      if (latency.count() > 0) {
        compare(what, latency.mean(), figures, "mean", Csv::millis);
        for (String each : PERCENTILES) {
          Estimate estimate = latency.percentile(Double.parseDouble(each));
          compare(what, estimate, figures, "p" + each, Csv::millis);
        }
      }
    }
  }

  private void compare(
      String what, Estimate estimate, JSONObject json, String key, DoubleFunction<Number> shown) {
    String text = what + " " + key + " " + estimate;
    assertThat(json.has(key + "Low")).as(text).isEqualTo(estimate.hasError());
    if (estimate.hasError()) {
      known++;
      assertThat(json.getBigDecimal(key + "Low")).as(text).isEqualTo(shown.apply(estimate.low()));
      assertThat(json.getBigDecimal(key + "High")).as(text).isEqualTo(shown.apply(estimate.high()));
    }
  }

  /** It has run.json, which its script lays over the sums of the intervals that it shows. */
  private void comparePage(String what, WorkloadResult result, JSONObject page) {
    JSONObject run = page.getJSONObject("run");
    compare(what, result, workload(run.getJSONObject("summary"), result));
    assertThat(workload(page, result).getJSONObject("total").toString())
        .as(what)
        .doesNotContain("Low\":");
  }

  private void compareSteps(String what, WorkloadResult result, StepRow row) {
    List<String> names = STEPS.columns().figures();
    List<Object> cells = STEPS.cells(row);
    Step step = new Step(row.name(), row.workload(), row.done(), Map.of(), row.known());
    assertThat(step.achieved()).as(what).isEqualTo(result.achieved());
    assertThat(step.latency().mean()).as(what).isEqualTo(result.latency().mean());
    for (double percentile : new double[] {50, 99}) {
      Estimate estimate = result.latency().percentile(percentile);
      assertThat(step.latency().percentile(percentile)).as(what).isEqualTo(estimate);
      for (String end : List.of("low", "high")) {
        double value = end.equals("low") ? estimate.low() : estimate.high();
        assertThat(cells.get(names.indexOf("p%.0f_confidence95_%s_ms".formatted(percentile, end))))
            .as("%s in steps.csv: p%s %s", what, percentile, estimate)
            .isEqualTo(Csv.millis(value));
      }
    }
    assertThat(cells.get(names.indexOf("achieved_confidence95_low_per_second")))
        .isEqualTo(Csv.number(result.achieved().low()));
  }

  /** And the run that the message leads to. */
  private void compareMessage(String what, RunResult result) {
    if (result.main().latency().count() == 0) {
      return;
    }
    assertThatThrownBy(() -> SluiceAssertions.assertThat(result).p99().isLessThan(0.0))
        .as(what)
        .hasMessageContaining("but it is " + result.main().latency().p99())
        .satisfies(
            failure -> {
              Matcher page = Pattern.compile("run: (.*)").matcher(failure.getMessage());
              assertThat(page.find()).isTrue();
              Path kept = Path.of(page.group(1)).getParent();
              for (WorkloadResult each : result.workloads()) {
                compare(what + " kept", each, workload(read(kept).getJSONObject("summary"), each));
                comparePage(what + " kept page", each, page(RecordedRun.open(kept)));
              }
            });
  }

  private static StepRow row(IntervalSum done) {
    return new Findings(List.of(), new SplittableRandom(1))
        .nextRow(
            "step",
            new Target(done.sum().name(), ""),
            Map.of(),
            done,
            Optional.empty(),
            StepRow.Beside.NOTHING,
            Map.of());
  }

  private static JSONObject read(Path folder) throws Exception {
    return new JSONObject(Files.readString(folder.resolve(RunFiles.RUN)));
  }

  private static JSONObject page(RecordedRun run) throws Exception {
    Matcher data = DATA.matcher(ReportPage.of(run));
    assertThat(data.find()).isTrue();
    return new JSONObject(data.group(1));
  }

  private static JSONObject workload(JSONObject json, WorkloadResult result) {
    for (Object each : json.getJSONArray("workloads")) {
      if (((JSONObject) each).getString("name").equals(result.name())) {
        return (JSONObject) each;
      }
    }
    throw new AssertionError(result.name() + " is not in " + json);
  }
}
