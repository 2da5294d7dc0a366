package dev.sluice.control.sink.legacy;

import dev.sluice.core.result.CpuUse;
import dev.sluice.core.result.RunBatches;
import dev.sluice.core.result.Snapshot;
import dev.sluice.core.result.Summary;
import dev.sluice.core.result.Verdict;
import dev.sluice.core.stats.Connections;
import dev.sluice.core.stats.Connections.Reconnects;
import dev.sluice.core.stats.Counter;
import dev.sluice.core.stats.Counts;
import dev.sluice.core.stats.DeliveryCounts;
import dev.sluice.core.stats.DeliveryFigure;
import dev.sluice.core.stats.Latency;
import dev.sluice.core.stats.LatencyKind;
import dev.sluice.core.stats.Standing;
import dev.sluice.core.stats.Standing.PaceMode;
import dev.sluice.core.stats.Unfinished;
import dev.sluice.core.stats.Window;
import dev.sluice.core.stats.WorkerReading;
import dev.sluice.core.stats.WorkerReading.ServiceTimes;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.HdrHistogram.Histogram;

/** Hand-made intervals and summaries. */
final class Figures {

  static final long SECOND = 1_000_000_000L;
  static final Instant START = Instant.parse("2026-01-02T03:04:05Z");
  static final DeliveryCounts DELIVERY =
      DeliveryCounts.of(
          Map.of(
              DeliveryFigure.CHECKED,
              370L,
              DeliveryFigure.UNCHECKED,
              9L,
              DeliveryFigure.LOST,
              1L,
              DeliveryFigure.DUPLICATES,
              2L,
              DeliveryFigure.OUT_OF_ORDER,
              3L,
              DeliveryFigure.CORRUPT,
              4L,
              DeliveryFigure.REDELIVERED,
              5L));

  private Figures() {}

  /** An interval of this many seconds, in which two workers took 100 and 300 microseconds. */
  static Snapshot interval(String id, double seconds, boolean warmup, long first, long second) {
    long nanos = Math.round(seconds * SECOND);
    return new Snapshot(
        1,
        START,
        nanos,
        nanos,
        warmup,
        id,
        0,
        List.of(
            measures(first, second)
                .as(
                    "w",
                    nanos,
                    workers(nanos, first, second),
                    new Standing(
                        2,
                        2,
                        0,
                        PaceMode.UNLIMITED,
                        Unfinished.NOTHING,
                        first + second,
                        Connections.NONE,
                        Map.of(),
                        Optional.of(DELIVERY)))));
  }

  /** A run of this many seconds after one of warm-up. */
  static Summary summary(double seconds, long first, long second) {
    return summary(seconds, SECOND, first, second, 0);
  }

  /** A run without a warm-up, in which some iterations ended when it was measured no more. */
  static Summary summary(double seconds, long first, long second, long late) {
    return summary(seconds, 0, first, second, first + second + late);
  }

  /** A run of this many seconds, in which workers came and went. */
  static Summary summary(double seconds, List<WorkerReading> workers) {
    long iterations = workers.stream().mapToLong(WorkerReading::iterations).sum();
    return summary(seconds, 0, iterations, 0, iterations, workers);
  }

  private static Summary summary(
      double seconds, long warmupNanos, long first, long second, long whole) {
    return summary(
        seconds,
        warmupNanos,
        first,
        second,
        whole,
        workers(Math.round(seconds * SECOND), first, second));
  }

  private static Summary summary(
      double seconds,
      long warmupNanos,
      long first,
      long second,
      long whole,
      List<WorkerReading> workers) {
    long nanos = Math.round(seconds * SECOND);
    return new Summary(
        "X",
        START,
        nanos,
        warmupNanos,
        new CpuUse(0, nanos, 2),
        List.of(
            new Summary.Workload(
                measures(first, second).as("w", nanos, workers, Window.none("w").end()),
                Window.none("w")
                    .counting(Counts.of(Map.of(Counter.ITERATIONS, whole)))
                    .alsoFound(Optional.of(DELIVERY)),
                new Reconnects(0, 0, 0, 0),
                0,
                new Verdict(Verdict.Kind.UNLIMITED, "no target", List.of()))),
        new RunBatches(),
        "the duration has passed",
        List.of(),
        List.of());
  }

  private static List<WorkerReading> workers(long nanos, long first, long second) {
    return List.of(
        new WorkerReading("w-1", first, first, nanos, times(first, 100_000)),
        new WorkerReading("w-2", second, second, nanos, times(second, 300_000)));
  }

  private static ServiceTimes times(long count, long nanos) {
    return count == 0 ? ServiceTimes.NONE : new ServiceTimes(count, nanos, nanos, nanos, 0);
  }

  private static Window measures(long first, long second) {
    Histogram service = new Histogram(2);
    service.setAutoResize(true);
    service.recordValueWithCount(100_000, first);
    service.recordValueWithCount(300_000, second);
    return Window.of(
        0,
        Counts.of(Map.of(Counter.ITERATIONS, first + second, Counter.DONE, first + second)),
        Map.of(LatencyKind.SERVICE, Latency.of(service)),
        Unfinished.NOTHING);
  }
}
