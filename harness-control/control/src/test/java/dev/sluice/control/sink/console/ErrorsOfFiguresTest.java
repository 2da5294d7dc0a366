package dev.sluice.control.sink.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.control.format.Csv;
import dev.sluice.control.measure.IntervalSum;
import dev.sluice.control.measure.Metric;
import dev.sluice.control.sink.folder.RunFolder;
import dev.sluice.control.sink.folder.Snapshots;
import dev.sluice.control.sink.folder.TestRun;
import dev.sluice.core.result.CpuUse;
import dev.sluice.core.result.Snapshot;
import dev.sluice.core.result.Summary;
import dev.sluice.core.result.Verdict;
import dev.sluice.core.stats.Connections.Reconnects;
import dev.sluice.core.stats.Counter;
import dev.sluice.core.stats.Counts;
import dev.sluice.core.stats.Latency;
import dev.sluice.core.stats.LatencyKind;
import dev.sluice.core.stats.Unfinished;
import dev.sluice.core.stats.Window;
import dev.sluice.core.text.Figures;
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
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.DoubleStream;
import org.HdrHistogram.Histogram;
import org.json.JSONObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A run of known figures: how well they are known, as text and in files. */
class ErrorsOfFiguresTest {

  private static final String FIGURE = "([0-9,.]+(?:/s|\u00b5s|ms|s))";
  private static final Pattern WITH_ERROR =
      Pattern.compile(
          FIGURE + "(?: \\+/- " + FIGURE + "| \\(" + FIGURE + " to " + FIGURE + "\\))?");
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
    // its ends differ by as much as the seconds are lopsided, which these are by chance
    assertThat((low + high) / 2)
        .isCloseTo(DoubleStream.of(rates).average().orElseThrow(), within((high - low) / 20));
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
                    "  rate       %.1f/s +/- %.1f/s of "
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
      shown.add(Figures.latency(known.around(1e6 * latency.getDouble(figure))));
    }
    assertThat(latency.keySet()).contains("max").doesNotContain("maxLow", "p99.99Low");
    String line =
        lines.stream().filter(each -> each.startsWith("  latency from")).findFirst().orElseThrow();
    assertThat(List.of(line.split("  +"))).containsAll(shown);
  }

  @Test
  void aRunThatIsTooShortHasNoErrorsAndSaysWhy() throws Exception {
    List<Snapshot> run = run(9, second -> 1);
    JSONObject json = recorded(run);
    assertThat(json.keySet()).noneMatch(key -> key.endsWith("Low") || key.endsWith("High"));
    assertThat(json.getJSONObject("latencyMillis").getJSONObject("latency").keySet())
        .noneMatch(key -> key.endsWith("Low") || key.endsWith("High"));
    assertThat(console(run))
        .contains("             +/- unknown: it takes 10 intervals")
        .noneMatch(line -> line.contains("95 %"));
  }

  /** What the warm-up did is in no figure, and in no error. */
  @Test
  void theWarmUpIsLeftOut() throws Exception {
    List<Snapshot> run = run(SECONDS, second -> 1);
    List<Snapshot> warmedUp = new ArrayList<>();
    run(20, second -> 9).forEach(each -> warmedUp.add(each.asWarmup()));
    warmedUp.addAll(run);
    assertThat(recorded(warmedUp, "warm").toString()).isEqualTo(recorded(run, "plain").toString());
  }

  @Test
  void aDriftIsSaid() throws Exception {
    List<Snapshot> run = run(SECONDS, second -> 1 + second / 100.0);
    String drift =
        "p(50|99) rose by \\d+ % of its mean from begin to end: the error holds only if it does not";
    assertThat(console(run)).anyMatch(line -> line.strip().matches(drift));
    assertThat(recorded(run).getJSONArray("unsteady").toList())
        .anyMatch(line -> line.toString().matches(drift))
        .noneMatch(line -> line.toString().startsWith("achieved"));
    assertThat(recorded(run(SECONDS, second -> 1), "steady").has("unsteady")).isFalse();
  }

  /** No drift, no warm-up and no error: it was told to do more. */
  @Test
  void aTargetThatChangedIsSaidInstead() throws Exception {
    List<Snapshot> run = new ArrayList<>();
    run(SECONDS, second -> 1 + second / 100.0)
        .forEach(
            each -> run.add(each.with(window -> window.asking(each.number() < 30 ? 300 : 310))));
    JSONObject json = recorded(run);
    assertThat(json.getJSONArray("unsteady").toList())
        .containsExactly("+/- unknown: the target changed");
    assertThat(json.toString()).doesNotContain("Low\":");
  }

  @Test
  void aWarmUpThatWasLeftInIsSaid() throws Exception {
    List<Snapshot> run = run(SECONDS, second -> second < 10 ? 3 : 1);
    assertThat(console(run))
        .anyMatch(
            line ->
                line.matches(
                    " +p(50|99) was another in the first (1[05]) s, as in a warm-up; leave them"
                        + " out: --warmup \\2s"));
  }

  @ParameterizedTest
  @CsvSource({
    "12.1e6, 0.8e6, 0.8e6, 12.1ms +/- 0.8ms",
    "12.1e6, 0.03e6, 0.03e6, 12.1ms +/- 0.03ms",
    "12.1e6, 0.7e6, 0.8e6, 12.1ms +/- 0.8ms",
    "5.8e6, 4.6e6, 1.2e6, 5.80ms (1.20ms to 7.00ms)",
    "999e3, 55e3, 155e3, 999\u00b5s (944\u00b5s to 1.15ms)",
    "2.5e9, 0.25e9, 0.25e9, 2.50s +/- 0.25s",
    "2.5e9, 0, 0, 2.50s +/- 0s",
    "46.6e3, 40e3, 1608e3, 46.6\u00b5s",
    "868e6, 868e6, 868e6, 868ms",
    "868e6, 867.9e6, 867.9e6, 868ms",
    "2.5e9, NaN, NaN, 2.50s"
  })
  void aLatencyHasItsErrorBesideIt(double nanos, double below, double above, String shown) {
    assertThat(Figures.latency(interval(nanos, below, above))).isEqualTo(shown);
  }

  @ParameterizedTest
  @CsvSource({
    "800.1, 0.3, 0.3, 800.1/s +/- 0.3/s",
    "20699.8, 1234.4, 1234.4, '20,699.8/s +/- 1,200/s'",
    "20699.8, 1234.4, 300, '20,699.8/s (19,465.4/s to 20,999.8/s)'",
    "800, 0.0031, 0.0031, 800.0/s +/- 0.003/s",
    "800, 1e-13, 1e-13, 800.0/s +/- 0/s",
    "0.1, 1, 1, 0.1/s",
    "800, NaN, NaN, 800.0/s"
  })
  void aRateHasItsErrorBesideIt(double rate, double below, double above, String shown) {
    assertThat(Figures.rate(interval(rate, below, above))).isEqualTo(shown);
  }

  /** Whatever is known of it: what is printed can be read back, and is less than its figure. */
  @Test
  void aPrintedErrorIsSmallerThanItsFigureAndHasItsUnit() {
    SplittableRandom random = new SplittableRandom(8);
    int blank = 0;
    for (int i = 0; i < 20_000; i++) {
      double value = Math.exp(random.nextDouble(Math.log(1e3), Math.log(1e11)));
      double below = value * Math.exp(random.nextDouble(-9, 1));
      double above = random.nextBoolean() ? below : value * Math.exp(random.nextDouble(-9, 1));
      Interval known = interval(value, below, above);
      boolean rate = random.nextBoolean();
      String text = rate ? Figures.rate(known) : Figures.latency(known);
      Matcher found = WITH_ERROR.matcher(text);
      assertThat(found.matches()).as(text).isTrue();
      double shown = read(found.group(1));
      assertThat(shown / value).as(text).isCloseTo(1, within(0.01));
      if (found.group(2) != null) {
        double error = read(found.group(2));
        assertThat(error).as(text).isLessThan(shown);
        // both have the unit of the figure, and as many digits as it needs
        assertThat(error / known.error()).as(text + known).isCloseTo(1, within(0.51));
        assertThat(Math.abs(above - below))
            .as(text)
            .isLessThan(Math.max(0.4 * known.error(), 0.02 * value));
      } else if (found.group(3) != null) {
        assertThat(read(found.group(3))).as(text).isBetween(0.0, shown);
        assertThat(read(found.group(4))).as(text).isBetween(shown, 2 * shown);
      } else {
        assertThat(known.relativeError()).as(text).isGreaterThan(0.94);
        blank++;
      }
    }
    assertThat(blank).isBetween(1_000, 10_000);
  }

  /** In nanoseconds, or per second. */
  private static double read(String figure) {
    double number = Double.parseDouble(figure.replaceAll("[^0-9.]", ""));
    return figure.endsWith("/s")
        ? number
        : number * (figure.endsWith("\u00b5s") ? 1e3 : figure.endsWith("ms") ? 1e6 : 1e9);
  }

  private static Interval interval(double value, double below, double above) {
    return new Interval(value, value - below, value + above, 0.95, 30);
  }

  private static List<String> console(List<Snapshot> run) {
    StringWriter text = new StringWriter();
    ConsoleReporter console =
        new ConsoleReporter(
            new Terminal(new PrintWriter(text, true), false),
            ZoneOffset.UTC,
            false,
            ConsoleReporter.SummaryForm.DETAILED,
            "");
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
        Instant.EPOCH.plusSeconds(1),
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
        TestRun.batches(run),
        "it is over",
        List.of(),
        List.of());
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
          Snapshots.second(
              second + 1,
              Window.of(
                      300,
                      Counts.ZERO.with(Counter.DONE, count),
                      Map.of(LatencyKind.LATENCY, Latency.of(latency)),
                      Unfinished.NOTHING)
                  .as("senders", SECOND, List.of(), Window.none("").end())));
    }
    return run;
  }
}
