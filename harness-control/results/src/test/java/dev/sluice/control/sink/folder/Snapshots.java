package dev.sluice.control.sink.folder;

import dev.sluice.core.pacing.Cause;
import dev.sluice.core.result.Snapshot;
import dev.sluice.core.stats.Connections;
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
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/** Intervals for tests. */
public final class Snapshots {

  public static final long SECOND_NANOS = 1_000_000_000L;

  private Snapshots() {}

  /** The second with this number, of a run without an id. */
  public static Snapshot second(long number, Window... workloads) {
    return new Snapshot(
        number,
        Instant.EPOCH.plusSeconds(number),
        number * SECOND_NANOS,
        SECOND_NANOS,
        false,
        "",
        0.5,
        Stream.of(workloads).map(each -> each.lasting(SECOND_NANOS)).toList());
  }

  /** Workers at a target, all of them connected. */
  public static Standing standing(
      int workers, double perSecond, Unfinished unfinished, Map<String, Integer> byPeer) {
    return new Standing(
        workers,
        workers,
        perSecond,
        PaceMode.PACED,
        unfinished,
        0,
        new Connections(byPeer, 0),
        Map.of(),
        Optional.empty());
  }

  /** A latency that all had. */
  public static Latency latency(long nanos, long count) {
    Histogram histogram = TestRun.histogram();
    histogram.recordValueWithCount(nanos, count);
    return Latency.of(histogram);
  }

  /** The given interval of one second, in which each value was the latency of an iteration. */
  public static Snapshot of(String runId, long number, long... latenciesNanos) {
    Window measures =
        Window.of(
            0,
            Counts.ZERO
                .with(Counter.ITERATIONS, latenciesNanos.length)
                .with(Counter.DONE, latenciesNanos.length)
                .with(Counter.EMPTY, 3)
                .with(Counter.ERRORS, 1)
                .with(Counter.IN_DOUBT, 4)
                .with(Counter.ROLLED_BACK, 5)
                .with(Counter.DROPPED, 2)
                .with(Counter.SKEWED, 7),
            Map.of(
                LatencyKind.LATENCY,
                histogram(latenciesNanos),
                LatencyKind.SERVICE,
                histogram(latenciesNanos),
                LatencyKind.ROUND_TRIP,
                histogram(latenciesNanos)),
            Unfinished.NOTHING);
    return new Snapshot(
        number,
        Instant.parse("2026-01-02T03:04:05Z"),
        number * SECOND_NANOS,
        SECOND_NANOS,
        false,
        runId,
        0.5,
        List.of(
            measures
                .asking(6)
                .as(
                    "senders",
                    SECOND_NANOS,
                    List.of(),
                    new Standing(
                        2,
                        3,
                        6,
                        PaceMode.PACED,
                        new Unfinished(2, 1, Map.of(Cause.BUSY, 1L), 5_000_000_000L),
                        number * latenciesNanos.length,
                        new Connections(Map.of("QM1", 2), 6),
                        Map.of("2009 \"broken\"", number),
                        Optional.of(findings(10))))));
  }

  /** Findings of a delivery check: 1 unchecked, 2 lost, and so on up to 6 redelivered. */
  public static DeliveryCounts findings(long checked) {
    return DeliveryCounts.of(
        Map.of(
            DeliveryFigure.CHECKED,
            checked,
            DeliveryFigure.UNCHECKED,
            1L,
            DeliveryFigure.LOST,
            2L,
            DeliveryFigure.DUPLICATES,
            3L,
            DeliveryFigure.OUT_OF_ORDER,
            4L,
            DeliveryFigure.CORRUPT,
            5L,
            DeliveryFigure.REDELIVERED,
            6L));
  }

  private static Latency histogram(long[] values) {
    Histogram histogram = TestRun.histogram();
    for (long value : values) {
      histogram.recordValue(value);
    }
    return Latency.of(histogram);
  }
}
