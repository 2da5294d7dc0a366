package dev.sluice.control.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.control.format.ObjectiveResult;
import dev.sluice.control.format.ObjectiveResult.Judgement;
import dev.sluice.control.sink.folder.Snapshots;
import dev.sluice.core.bus.RunEvent;
import dev.sluice.core.result.Hindrance;
import dev.sluice.core.result.Snapshot;
import dev.sluice.core.stats.Counter;
import dev.sluice.core.stats.Counts;
import dev.sluice.core.stats.Latency;
import dev.sluice.core.stats.LatencyKind;
import dev.sluice.core.stats.Unfinished;
import dev.sluice.core.stats.Window;
import dev.sluice.core.text.Figures;
import dev.sluice.estimates.Batches;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.apache.commons.statistics.distribution.BinomialDistribution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs of virtual time end when their figures are known, and not later than they may. */
class UntilKnownTest {

  private static final boolean SOAK = Boolean.getBoolean("soak");
  private static final int SEEDS = SOAK ? 400 : 8;
  private static final long SECOND = 1_000_000_000;
  static final double SPREAD = 0.1;
  static final double NOISE = 0.3;
  static final double Z_95 = 1.6448536269514722;

  /** A second: its number from 0, its latencies around a level in ms that moves by chance. */
  interface Level {
    double of(int second);
  }

  private static final class Play {
    final UntilKnown until;
    final List<Snapshot> intervals = new ArrayList<>();
    Snapshot left; // out, null if nothing was
    String why = "";

    Play(long seed, Duration atMost, Level level, String... wanted) {
      until =
          new UntilKnown(
              Stream.of(wanted).map(each -> Precision.parse(each).of("w")).toList(),
              Duration.ofSeconds(1),
              atMost,
              (reason, warmup) -> {
                why = reason;
                left = warmup.orElse(null);
              });
      SplittableRandom random = new SplittableRandom(seed);
      for (int second = 0; why.isEmpty() && second < 10_000; second++) {
        intervals.add(interval(second, level, random));
        until.interval(intervals.get(second));
      }
    }

    /** What a summary has. */
    Window measured() {
      Snapshot all = intervals.stream().reduce(Snapshot::then).orElseThrow();
      return (left == null ? all : all.minus(left)).workloads().get(0);
    }

    Duration warmup() {
      return Duration.ofNanos(left == null ? 0 : left.lengthNanos());
    }

    List<ObjectiveResult> judged() {
      return until.judge("", List.of(measured()), warmup());
    }
  }

  static Snapshot interval(int second, Level level, SplittableRandom random) {
    double millis = level.of(second) * Math.exp(SPREAD * random.nextGaussian());
    Histogram latency = new Histogram(1, 1_000_000_000, 2);
    for (int i = 0; i < 100; i++) {
      latency.recordValue(Math.round(1e6 * millis * Math.exp(NOISE * random.nextGaussian())));
    }
    Window window =
        Window.of(
            110,
            Counts.ZERO.with(Counter.DONE, 100),
            Map.of(LatencyKind.LATENCY, Latency.of(latency)),
            Unfinished.NOTHING);
    return Snapshots.second(second + 1, window.as("w", SECOND, List.of(), window.end()));
  }

  @Test
  void whatIsKnownHoldsTheTruth() {
    double truth = 1e6 * Math.exp(Z_95 * Math.hypot(SPREAD, NOISE));
    Metric p95 = Metric.of("p95").orElseThrow();
    int known = 0;
    int held = 0;
    for (int seed = 0; seed < SEEDS; seed++) {
      Play play = new Play(seed, Duration.ofMinutes(10), second -> 1, "p95 +/- 4%");
      if (play.judged().get(0).met()) {
        known++;
        double found = p95.in(Observations.ofDone(play.measured())).orElseThrow();
        held += Math.abs(truth / found - 1) <= 0.04 + 0.008 ? 1 : 0; // cells of a histogram
      }
    }
    assertThat(known).isGreaterThan(SEEDS * 9 / 10);
    assertThat(BinomialDistribution.of(known, 0.93).cumulativeProbability(held))
        .as("%d of %d", held, known)
        .isGreaterThan(0.001);
  }

  /** The figure, its warm-up and what is left out belong together. */
  @ParameterizedTest
  @ValueSource(longs = {1, 3, 5})
  void theSummaryHasTheKnownFigureWithoutTheWarmUp(long seed) {
    Play play =
        new Play(
            seed,
            Duration.ofMinutes(10),
            second -> 1 + 5 * Math.exp(-second / 3.0),
            "p95 +/- 5%",
            "w: mean \u00b1 4 %");
    assertThat(play.why).isEqualTo("p95 +/- 5% and mean +/- 4% is known");
    long warmup = play.warmup().toSeconds();
    assertThat(warmup).isBetween(5L, 40L);
    Batches rest = new Batches();
    play.intervals.forEach(each -> rest.add(each.workloads().get(0).batch()));
    Metric p95 = Metric.of("p95").orElseThrow();
    double known = p95.in(rest.after(warmup * SECOND)).interval().value();
    assertThat(p95.in(Observations.ofDone(play.measured()))).hasValue(known);
    assertThat(play.judged())
        .extracting(ObjectiveResult::line)
        .satisfiesExactly(
            line ->
                assertThat(line)
                    .isEqualTo(
                        "PASS w p95 +/- 5%%: %s known after %s, warm-up %d.0 s left out"
                            .formatted(
                                p95.show(known),
                                Figures.time(Duration.ofSeconds(play.intervals.size())),
                                warmup)),
            line -> assertThat(line).startsWith("PASS w mean +/- 4%: 1.0"));
    assertThat(play.until.measured().stream().mapToLong(Snapshot::lengthNanos).sum())
        .isEqualTo((play.intervals.size() - warmup) * SECOND);
  }

  @ParameterizedTest
  @CsvSource({"12, 12", "31, 31", "100, 100", "700, 700"})
  void itIsOverInTime(int atMost, int ended) {
    Play play = new Play(atMost, Duration.ofSeconds(atMost), second -> 1, "p95 +/- 0.1%");
    assertThat(play.intervals).hasSize(ended);
    assertThat(play.why).isEqualTo("p95 +/- 0.1% cannot be known in this time");
    assertThat(play.left).isNull();
    assertThat(play.judged().get(0).line())
        .startsWith("NOT JUDGED w p95 +/- 0.1%: too noisy here: +/- ")
        .contains(" after ");
  }

  @Test
  void aDriftIsCalledOne() {
    int drifts = 0;
    for (int seed = 0; seed < SEEDS; seed++) {
      Play play =
          new Play(seed, Duration.ofSeconds(200), second -> 1 + second / 400.0, "p50 +/- 1.5%");
      drifts +=
          play.judged()
                  .get(0)
                  .line()
                  .matches(".*: cannot be known: it drifts, \\+[34]. % over 3:20")
              ? 1
              : 0;
    }
    assertThat(drifts).isGreaterThan(SEEDS * 9 / 10);
  }

  @Test
  void oneThatIsNotKnownKeepsTheOthersWaiting() {
    Play play =
        new Play(7, Duration.ofSeconds(100), second -> 1, "achieved +/- 1%", "p95 +/- 0.1%");
    assertThat(play.intervals).hasSize(100);
    assertThat(play.judged()).extracting(ObjectiveResult::met).containsExactly(true, false);
    assertThat(play.left).isNull();
  }

  @Test
  void whatEndsBeforeItIsKnownSaysHowWellItIs() {
    UntilKnown until =
        new UntilKnown(
            List.of(Precision.parse("w: mean +/- 2%")),
            Duration.ofSeconds(1),
            Duration.ofMinutes(10),
            (why, warmup) -> {});
    assertThat(until.judge("step", List.of(), Duration.ZERO).get(0).line())
        .isEqualTo("NOT JUDGED step: w mean +/- 2%: ended too early: error unknown after 0.0 s");
    SplittableRandom random = new SplittableRandom(1);
    for (int second = 0; second < 12; second++) {
      until.interval(interval(second, any -> 1, random));
    }
    assertThat(until.judge("", List.of(), Duration.ZERO).get(0).found())
        .matches("ended too early: \\+/- [0-9.]+ % after 12.0 s");
  }

  /** More than 1 % of what was measured. */
  @ParameterizedTest
  @CsvSource({"3_000, NOT_JUDGED", "250, MET"})
  void whatIsKnownIsNotJudgedWhereTheHarnessStoodStill(String millis, Judgement expected) {
    Play play = new Play(1, Duration.ofMinutes(10), second -> 1, "p95 +/- 4%");
    long nanos = 1_000_000 * Long.parseLong(millis.replace("_", ""));
    long toNanos = play.intervals.size() * SECOND;
    Hindrance stood = new Hindrance(Hindrance.Kind.STANDSTILL, toNanos - nanos, toNanos, nanos);
    play.until.event(
        new RunEvent(
            Instant.EPOCH, toNanos, RunEvent.Kind.HARNESS, "", stood.text(), Optional.of(stood)));
    ObjectiveResult judged = play.judged().get(0);
    assertThat(judged.outcome()).isEqualTo(expected);
    assertThat(judged.found().startsWith("the harness stood still for 3.0 s of "))
        .isEqualTo(expected == Judgement.NOT_JUDGED);
  }

  @ParameterizedTest
  @CsvSource({
    "p99, p99 +/- 5%",
    "p99 within 5%, p99 +/- 5%",
    "p9 +/- 5%, did you mean",
    "max +/- 5%, 'max' has no error; use one of p50",
    "lost +/- 5%, 'lost' has no error",
    "p99 +/- 0%, from 0.1% to 50%",
    "p99 +/- 60%, from 0.1% to 50%"
  })
  void whatIsNotAFigureWithAnErrorSaysWhatWouldBe(String text, String remedy) {
    assertThatThrownBy(() -> Precision.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(remedy);
  }

  @Test
  void aFigureWithItsErrorIsRead() {
    Precision wanted = Precision.parse("senders: p99.9 \u00b1 2.5%");
    assertThat(wanted.workload()).isEqualTo("senders");
    assertThat(wanted.relativeError()).isCloseTo(0.025, within(1e-12));
    assertThat(wanted.text()).isEqualTo("p99.9 +/- 2.5%");
    assertThat(Precision.parse("achieved/target+/-1%").of("w").workload()).isEqualTo("w");
    assertThat(wanted.of("w")).isEqualTo(wanted);
    assertThat(Optional.of(wanted.metric())).isEqualTo(Metric.of("p99.9"));
  }
}
