package dev.sluice.junit;

import dev.sluice.api.Recording;
import dev.sluice.api.WorkloadResult;
import dev.sluice.core.bus.Sink;
import dev.sluice.core.result.CpuUse;
import dev.sluice.core.result.RunBatches;
import dev.sluice.core.result.Snapshot;
import dev.sluice.core.result.Summary;
import dev.sluice.core.result.Totals;
import dev.sluice.core.result.Verdict;
import dev.sluice.core.run.RateTarget;
import dev.sluice.core.run.RunSpec;
import dev.sluice.core.run.WorkloadSpec;
import dev.sluice.core.stats.Connections.Reconnects;
import dev.sluice.core.stats.Counter;
import dev.sluice.core.stats.Counts;
import dev.sluice.core.stats.Latency;
import dev.sluice.core.stats.LatencyKind;
import dev.sluice.core.stats.Unfinished;
import dev.sluice.core.stats.Window;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.HdrHistogram.Histogram;

/**
 * A run drawn by chance, without a clock: the level of latencies and rates hangs together from one
 * interval to the next.
 *
 * @param length of an interval, but for some that were cut short or came late
 * @param warmups how many intervals are of the warm-up
 * @param correlation of the level, from one interval to the next
 * @param perSecond iterations per second, on average
 * @param unsteady whether intervals differ in length, and targets change
 */
record RandomRun(
    long seed,
    int intervals,
    Duration length,
    int warmups,
    double correlation,
    double perSecond,
    boolean unsteady) {

  static final String PACED = "senders";
  static final String UNPACED = "receivers";
  static final double SPREAD = 0.2;
  static final double NOISE = 0.4;
  static final double MILLI = 1e6;

  private static final Instant STARTED = Instant.parse("2026-01-02T03:04:05Z");

  /** Of any shape. */
  static RandomRun of(long seed) {
    SplittableRandom random = new SplittableRandom(~seed);
    return new RandomRun(
        seed,
        random.nextInt(20) == 0 ? random.nextInt(601, 1500) : random.nextInt(5, 130),
        Duration.ofMillis(100L * random.nextInt(1, 20)),
        random.nextInt(3),
        0.8 * random.nextDouble(),
        random.nextDouble(1, 60),
        random.nextInt(3) == 0);
  }

  /** Whether it has two targets while it is measured. */
  boolean changesTheTargetOf(String workload) {
    return unsteady && workload.equals(PACED) && warmups < intervals / 2;
  }

  RunSpec spec() {
    WorkloadSpec workload =
        WorkloadSpec.of(
            PACED,
            index -> {
              throw new UnsupportedOperationException("never started");
            },
            1,
            new RateTarget.PerWorker(perSecond));
    return new RunSpec(
        "", List.of(workload), length, Duration.ZERO, length, Duration.ofSeconds(30));
  }

  /** Plays it to some outputs. */
  void play(Sink... sinks) {
    play(List.of(PACED, UNPACED), sinks);
  }

  private void play(List<String> workloads, Sink... sinks) {
    SplittableRandom random = new SplittableRandom(seed);
    double level = SPREAD * random.nextGaussian();
    Totals totals = Totals.NOTHING;
    RunBatches batches = new RunBatches();
    long nanos = 0;
    for (int i = 1; i <= warmups + intervals; i++) {
      level =
          correlation * level
              + SPREAD * Math.sqrt(1 - correlation * correlation) * random.nextGaussian();
      boolean odd = unsteady && random.nextInt(20) == 0;
      long own = odd ? random.nextLong(1, 3 * length.toMillis()) * 1_000_000 : length.toNanos();
      nanos += own;
      double target = unsteady && i > intervals / 2 ? 2 * perSecond : perSecond;
      List<Window> windows = new ArrayList<>();
      for (String each : workloads) {
        windows.add(window(each, own, each.equals(PACED) ? target : 0, level, random));
      }
      Snapshot snapshot =
          new Snapshot(i, STARTED.plusNanos(nanos), nanos, own, i <= warmups, "", 0.5, windows);
      totals = totals.then(snapshot);
      batches.add(snapshot);
      for (Sink sink : sinks) {
        sink.interval(snapshot);
      }
    }
    Summary summary = summary(workloads, totals, batches);
    for (Sink sink : sinks) {
      sink.summary(summary);
    }
  }

  /** What the API gives of its first workload. */
  WorkloadResult result() {
    Recording recording = new Recording(spec(), "none");
    play(List.of(PACED), recording);
    return recording.result().orElseThrow().main();
  }

  /** A run of 10 s whose target was kept, and whose latency is mostly the harness's own. */
  static void lateByItself(Sink sink) {
    Histogram histogram = new Histogram(2);
    histogram.recordValueWithCount(Math.round(10 * MILLI), 100);
    Latency latency = Latency.of(histogram);
    Counts counts =
        Counts.ZERO
            .with(Counter.ITERATIONS, 100)
            .with(Counter.DONE, 100)
            .with(Counter.OWN_LATENESS_NANOS, Math.round(700 * MILLI));
    long nanos = Duration.ofSeconds(10).toNanos();
    Window window =
        Window.of(100, counts, Map.of(LatencyKind.LATENCY, latency), Unfinished.NOTHING)
            .as(PACED, nanos, List.of(), Window.starting(PACED, 1, 1).end());
    Snapshot snapshot =
        new Snapshot(1, STARTED.plusNanos(nanos), nanos, nanos, false, "", 0.5, List.of(window));
    RunBatches batches = new RunBatches();
    batches.add(snapshot);
    Verdict kept =
        new Verdict(
            Verdict.Kind.KEPT,
            "kept; " + Verdict.harnessShareText(Verdict.harnessShare(window)),
            List.of());
    sink.interval(snapshot);
    sink.summary(
        new Summary(
            "",
            STARTED,
            nanos,
            0,
            new CpuUse(nanos, nanos, 2),
            List.of(new Summary.Workload(window, window, Reconnects.NONE, 0, kept)),
            batches,
            "the duration is over",
            List.of(),
            List.of()));
  }

  private Window window(
      String name, long nanos, double target, double level, SplittableRandom random) {
    int count = (int) Math.floor(perSecond * nanos / 1e9 * Math.exp(level) + random.nextDouble());
    Map<LatencyKind, Latency> latencies = new EnumMap<>(LatencyKind.class);
    Histogram histogram = new Histogram(2);
    for (int i = 0; i < count; i++) {
      histogram.recordValue(Math.round(MILLI * Math.exp(level + NOISE * random.nextGaussian())));
    }
    Latency latency = Latency.of(histogram);
    latencies.put(target > 0 ? LatencyKind.LATENCY : LatencyKind.SERVICE, latency);
    latencies.put(LatencyKind.END_TO_END, latency);
    return Window.of(
            target * nanos / 1e9,
            Counts.ZERO.with(Counter.ITERATIONS, count).with(Counter.DONE, count),
            latencies,
            Unfinished.NOTHING)
        .as(name, nanos, List.of(), Window.starting(name, 1, 1).end());
  }

  private Summary summary(List<String> workloads, Totals totals, RunBatches batches) {
    long measured = totals.measured().map(Snapshot::lengthNanos).orElse(0L);
    return new Summary(
        "",
        STARTED,
        measured,
        totals.warmup().map(Snapshot::lengthNanos).orElse(0L),
        new CpuUse(measured, measured, 2),
        workloads.stream()
            .map(
                name ->
                    new Summary.Workload(
                        totals.of(name).sum(),
                        totals.of(name).whole(),
                        Reconnects.NONE,
                        0,
                        new Verdict(Verdict.Kind.KEPT, "the target was kept", List.of())))
            .toList(),
        batches,
        "the duration is over",
        List.of(),
        List.of());
  }
}
