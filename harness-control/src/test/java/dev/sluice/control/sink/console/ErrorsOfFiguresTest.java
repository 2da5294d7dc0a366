package dev.sluice.control.sink.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.control.format.Csv;
import dev.sluice.control.measure.IntervalSum;
import dev.sluice.control.measure.Metric;
import dev.sluice.control.sink.folder.RunFolder;
import dev.sluice.control.sink.folder.TestRun;
import dev.sluice.core.result.Snapshot;
import dev.sluice.core.result.Summary;
import dev.sluice.core.result.Summary.CpuUse;
import dev.sluice.core.result.Verdict;
import dev.sluice.core.stats.Connections.Reconnects;
import dev.sluice.core.stats.Counter;
import dev.sluice.core.stats.Counts;
import dev.sluice.core.stats.Latency;
import dev.sluice.core.stats.LatencyKind;
import dev.sluice.core.stats.Unfinished;
import dev.sluice.core.stats.Window;
import dev.sluice.estimates.Estimate;
import dev.sluice.estimates.Interval;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.IntToDoubleFunction;
import java.util.stream.DoubleStream;
import org.HdrHistogram.Histogram;
import org.json.JSONObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A run of known figures: how well they are known, as text and in files. */
class ErrorsOfFiguresTest {

  private static final long SECOND = 1_000_000_000;
  private static final int SECONDS = 60;

  @TempDir Path temporary;

  /** Independent seconds: the error of a mean is Student's t times s / sqrt(n), or near it. */
  @Test
  void theErrorsOfARunAreThoseOfItsSeconds() throws Exception {
    List<Snapshot> run = run(SECONDS, second -> 1);
    double[] rates =
        run.stream().mapToDouble(each -> each.workloads().get(0).achievedPerSecond()).toArray();
    Interval independent = Estimate.ofSamples(rates).interval(0.95);
    JSONObject json = recorded(run);
    double low = json.getDouble("achievedPerSecondLow");
    double high = json.getDouble("achievedPerSecondHigh");
    assertThat((low + high) / 2)
        .isCloseTo(DoubleStream.of(rates).average().orElseThrow(), within(2e-3));
    // the spectrum at 0 of so few seconds is known to some 30 %
    assertThat((high - low) / 2 / independent.error()).isBetween(0.5, 2.0);
    assertThat(low).isLessThan(json.getDouble("achievedPerSecond"));
  }

  @Test
  void textAndFilesSayTheSame() throws Exception {
    List<Snapshot> run = run(SECONDS, second -> 1);
    IntervalSum sum = new IntervalSum("senders");
    run.forEach(sum::add);
    JSONObject json = recorded(run);
    JSONObject latency = json.getJSONObject("latencyMillis").getJSONObject("latency");
    List<String> lines = console(run);

    Interval rate = Metric.ACHIEVED.in(sum.batches()).interval();
    assertThat(json.getBigDecimal("achievedPerSecondLow")).isEqualTo(Csv.number(rate.low()));
    assertThat(json.getBigDecimal("achievedPerSecondHigh")).isEqualTo(Csv.number(rate.high()));
    assertThat(lines)
        .anyMatch(
            line ->
                line.startsWith(
                    "senders: %.1f/s +/- %.1f achieved"
                        .formatted(json.getDouble("achievedPerSecond"), rate.error())));

    List<String> shown = new ArrayList<>();
    for (String figure : List.of("p50", "p90", "p99", "mean")) {
      Interval known = Metric.of(figure).orElseThrow().in(sum.batches()).interval();
      assertThat(latency.getBigDecimal(figure + "Low")).isEqualTo(Csv.millis(known.low()));
      assertThat(latency.getBigDecimal(figure + "High")).isEqualTo(Csv.millis(known.high()));
      assertThat(latency.getDouble(figure))
          .isBetween(latency.getDouble(figure + "Low"), latency.getDouble(figure + "High"));
      double error =
          Math.max(
              latency.getDouble(figure + "High") - latency.getDouble(figure),
              latency.getDouble(figure) - latency.getDouble(figure + "Low"));
      assertThat(error / (known.error() / 1e6)).isCloseTo(1, within(0.01));
      shown.add(Figures.latencyError(known));
    }
    assertThat(latency.keySet()).contains("max").doesNotContain("maxLow", "p99.99Low");
    String errors = lines.get(indexOf(lines, "  latency from intended start") + 1).strip();
    assertThat(errors).startsWith("+/- (95 %)");
    assertThat(List.of(errors.substring("+/- (95 %)".length()).strip().split(" +")))
        .containsAll(shown);
  }

  @Test
  void aRunThatIsTooShortHasNoErrorsAndSaysWhy() throws Exception {
    List<Snapshot> run = run(9, second -> 1);
    JSONObject json = recorded(run);
    assertThat(json.keySet()).noneMatch(key -> key.endsWith("Low") || key.endsWith("High"));
    assertThat(json.getJSONObject("latencyMillis").getJSONObject("latency").keySet())
        .noneMatch(key -> key.endsWith("Low") || key.endsWith("High"));
    assertThat(console(run))
        .contains("  +/- unknown: it takes 10 intervals")
        .noneMatch(line -> line.contains("95 %"));
  }

  /** What the warm-up did is in no figure, and in no error. */
  @Test
  void theWarmUpIsLeftOut() throws Exception {
    List<Snapshot> run = run(SECONDS, second -> 1);
    List<Snapshot> warmedUp = new ArrayList<>();
    run(20, second -> 9).forEach(each -> warmedUp.add(ofWarmUp(each)));
    warmedUp.addAll(run);
    assertThat(recorded(warmedUp, "warm").toString()).isEqualTo(recorded(run, "plain").toString());
  }

  @Test
  void aDriftIsSaid() throws Exception {
    List<Snapshot> run = run(SECONDS, second -> 1 + second / 100.0);
    String drift = "p(50|99) rose by \\d+ % from begin to end: the error holds only if it does not";
    assertThat(console(run)).anyMatch(line -> line.strip().matches(drift));
    assertThat(recorded(run).getJSONArray("unsteady").toList())
        .anyMatch(line -> line.toString().matches(drift))
        .noneMatch(line -> line.toString().startsWith("achieved"));
    assertThat(recorded(run(SECONDS, second -> 1), "steady").has("unsteady")).isFalse();
  }

  /** No drift, and no warm-up: it was told to do more. */
  @Test
  void aTargetThatChangedIsSaidInstead() throws Exception {
    List<Snapshot> run = new ArrayList<>();
    run(SECONDS, second -> 1 + second / 100.0)
        .forEach(
            each -> run.add(each.with(window -> window.asking(each.number() < 30 ? 300 : 310))));
    assertThat(recorded(run).getJSONArray("unsteady").toList())
        .containsExactly("the target changed, so +/- is that of all its rates together");
  }

  @Test
  void aWarmUpThatWasLeftInIsSaid() throws Exception {
    List<Snapshot> run = run(SECONDS, second -> second < 10 ? 3 : 1);
    assertThat(console(run))
        .anyMatch(
            line ->
                line.matches(
                    "  p(50|99) was another in the first (1[05]) s, as in a warm-up; leave them"
                        + " out: --warmup \\2s"));
  }

  @ParameterizedTest
  @CsvSource({
    "12.1e6, 0.8e6, 0.8",
    "12.1e6, 0.03e6, 0.03",
    "12.1e6, 12.34e6, ''",
    "12.1e6, 11.34e6, 11",
    "1.02e6, 0.0123e6, 0.01",
    "84.5e3, 1.25e6, ''",
    "999e3, 55e3, 55",
    "2.5e9, 0.25e9, 0.25",
    "2.5e9, 0, 0",
    "2.5e9, NaN, ''"
  })
  void anErrorHasTheUnitAndTheDigitsOfItsFigure(double nanos, double error, String shown) {
    Interval figure = new Interval(nanos, nanos - error, nanos + error / 2, 0.95, 30);
    assertThat(Figures.latencyError(figure)).isEqualTo(shown);
  }

  @ParameterizedTest
  @CsvSource({
    "800.1, 0.3, ' +/- 0.3'",
    "20699.8, 1234.4, ' +/- 1,234'",
    "800, 0.0031, ' +/- 0.003'",
    "800, 1e-13, ' +/- 0'",
    "800, NaN, ''"
  })
  void anErrorOfARateStandsBehindIt(double rate, double error, String shown) {
    Interval figure = new Interval(rate, rate - error, rate + error, 0.95, 30);
    assertThat(Figures.plusMinus(Figures.rateError(figure))).isEqualTo(shown);
  }

  private static int indexOf(List<String> lines, String begin) {
    return lines.indexOf(
        lines.stream().filter(line -> line.startsWith(begin)).findFirst().orElseThrow());
  }

  private static List<String> console(List<Snapshot> run) {
    StringWriter text = new StringWriter();
    ConsoleReporter console =
        new ConsoleReporter(
            new Terminal(new PrintWriter(text, true), false), ZoneOffset.UTC, false, true);
    run.forEach(console::interval);
    console.summary(summary(run));
    return text.toString().lines().toList();
  }

  private JSONObject recorded(List<Snapshot> run) throws Exception {
    return recorded(run, "run");
  }

  /** The workload in {@code run.json}. */
  private JSONObject recorded(List<Snapshot> run, String name) throws Exception {
    Path path = temporary.resolve(name);
    try (RunFolder folder = TestRun.folder(path, name)) {
      run.forEach(folder::interval);
      folder.summary(summary(run));
    }
    return new JSONObject(Files.readString(path.resolve("run.json")))
        .getJSONObject("summary")
        .getJSONArray("workloads")
        .getJSONObject(0);
  }

  private static Summary summary(List<Snapshot> run) {
    Window measured =
        run.stream()
            .filter(each -> !each.warmup())
            .flatMap(each -> each.workloads().stream())
            .reduce(Window::then)
            .orElseThrow();
    return new Summary(
        "",
        Instant.EPOCH,
        measured.lengthNanos(),
        0,
        new CpuUse(0, SECOND, 4),
        List.of(
            new Summary.Workload(
                measured,
                measured,
                Reconnects.NONE,
                0,
                new Verdict(Verdict.Kind.KEPT, "kept", List.of()))),
        "it is over",
        List.of(),
        List.of());
  }

  private static Snapshot ofWarmUp(Snapshot each) {
    return new Snapshot(
        each.number(),
        each.time(),
        each.sinceStartNanos(),
        each.lengthNanos(),
        true,
        each.runId(),
        each.cpuCores(),
        each.workloads());
  }

  /** Seconds of some hundred messages whose latencies are about so many milliseconds. */
  private static List<Snapshot> run(int seconds, IntToDoubleFunction millis) {
    SplittableRandom random = new SplittableRandom(11);
    List<Snapshot> run = new ArrayList<>();
    for (int second = 0; second < seconds; second++) {
      int count = 300 + (int) Math.round(10 * random.nextGaussian());
      Histogram latency = new Histogram(1, 100 * SECOND, 2);
      double level = millis.applyAsDouble(second) * Math.exp(0.15 * random.nextGaussian());
      for (int i = 0; i < count; i++) {
        latency.recordValue(Math.round(1e6 * level * Math.exp(0.4 * random.nextGaussian())));
      }
      run.add(
          new Snapshot(
              second + 1,
              Instant.EPOCH.plusSeconds(second + 1),
              (second + 1) * SECOND,
              SECOND,
              false,
              "",
              0.5,
              List.of(
                  Window.of(
                          300,
                          Counts.ZERO.with(Counter.DONE, count),
                          Map.of(LatencyKind.LATENCY, Latency.of(latency)),
                          Unfinished.NOTHING)
                      .as("senders", SECOND, List.of(), Window.none("").end()))));
    }
    return run;
  }
}
