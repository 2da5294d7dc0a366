package dev.sluice.control.golden;

import dev.sluice.control.sink.folder.TestRun;
import dev.sluice.core.bus.ConnectionEvent;
import dev.sluice.core.bus.RunEvent;
import dev.sluice.core.pacing.Cause;
import dev.sluice.core.pacing.RateCurve;
import dev.sluice.core.pacing.RateCurve.LinearRamp;
import dev.sluice.core.result.CpuUse;
import dev.sluice.core.result.Snapshot;
import dev.sluice.core.result.Summary;
import dev.sluice.core.result.Verdict;
import dev.sluice.core.run.RunStatus;
import dev.sluice.core.run.RunStatus.RunPhase;
import dev.sluice.core.run.RunStatus.WorkloadStatus;
import dev.sluice.core.run.TargetState;
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
import dev.sluice.core.worker.ConnectionWatch.ConnectionChange;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;

/** A run in which every figure is another number, and none is 0. */
@SuppressWarnings("EnumOrdinal") // a number for each
public final class GoldenRun {

  public static final Instant STARTED = Instant.parse("2026-01-02T03:04:05Z");

  /** How far figures of a second run lie above those of the first. */
  private static final int NEXT_RUN = 7;

  private static final long SECOND_NANOS = 1_000_000_000L;
  private static final int INTERVALS = 12;

  private GoldenRun() {}

  /** Twelve intervals of two workloads, the first two of the warm-up. */
  public static List<Snapshot> intervals() {
    return intervals(0);
  }

  /** The same of another run. */
  public static List<Snapshot> otherIntervals() {
    return intervals(NEXT_RUN);
  }

  private static List<Snapshot> intervals(int more) {
    return IntStream.rangeClosed(1, INTERVALS)
        .mapToObj(
            number ->
                new Snapshot(
                    number,
                    STARTED.plusSeconds(number),
                    number * SECOND_NANOS,
                    SECOND_NANOS,
                    number <= 2,
                    "R,1",
                    0.5,
                    List.of(
                        workload("senders", number, more),
                        workload("odd, name/1", number + INTERVALS, more))))
        .toList();
  }

  private static Window workload(String name, int number, int more) {
    return measures(number, more)
        .asking(1_234.567 + number + more)
        .as(
            name,
            SECOND_NANOS,
            List.of(worker(name, 1, number), worker(name, 2, number)),
            new Standing(
                number + 1,
                number + 3,
                1_300.25 + number,
                PaceMode.PACED,
                unfinished(number),
                number * 1_000L + more,
                new Connections(
                    new TreeMap<>(Map.of("QM1", number, "QM2", number + 1)),
                    number * 3L,
                    number * 40_000_000L,
                    number + 2),
                new TreeMap<>(
                    Map.of("2009 \"broken\"", number * 5L, "IOException: gone", number * 6L)),
                Optional.of(delivery(number))));
  }

  private static Window measures(int number, int more) {
    Map<LatencyKind, Latency> latencies = new EnumMap<>(LatencyKind.class);
    for (LatencyKind kind : LatencyKind.values()) {
      if (kind.isPart()) {
        latencies.put(kind, latency(number, 20_000L * (kind.ordinal() - 2) + more));
      }
    }
    latencies.put(LatencyKind.LATENCY, latency(number, 900_000 + more * 50_000L));
    latencies.put(LatencyKind.SERVICE, latency(number, 700_000 + more * 50_000L));
    latencies.put(LatencyKind.LATENESS, latency(number, 100_000 + more * 50_000L));
    return Window.of(0, counts(number, more), latencies, Unfinished.NOTHING);
  }

  /** Each counter another number. */
  private static Counts counts(int number, int more) {
    return Counts.of(counter -> 1_000L + 100L * (counter.ordinal() + 1) + number + more);
  }

  private static Unfinished unfinished(int number) {
    Map<Cause, Long> missing = new EnumMap<>(Cause.class);
    for (Cause cause : Cause.values()) {
      missing.put(cause, 10L + cause.ordinal() + number);
    }
    return new Unfinished(number + 4, number + 5, missing, 2_500_000_000L + number * 1_000_000L);
  }

  private static DeliveryCounts delivery(int number) {
    return new DeliveryCounts(
        Map.of(
            DeliveryFigure.CHECKED,
            number * 900L,
            DeliveryFigure.UNCHECKED,
            number * 11L,
            DeliveryFigure.LOST,
            number * 12L,
            DeliveryFigure.DUPLICATES,
            number * 13L,
            DeliveryFigure.OUT_OF_ORDER,
            number * 14L,
            DeliveryFigure.CORRUPT,
            number * 15L,
            DeliveryFigure.REDELIVERED,
            number * 16L,
            DeliveryFigure.POSSIBLY_LOST,
            number * 17L,
            DeliveryFigure.OTHER_CLOCKS,
            number * 18L,
            DeliveryFigure.NOT_ARRIVED,
            number * 19L),
        "QM1 ORDERS: 19");
  }

  private static WorkerReading worker(String workload, int worker, int number) {
    return new WorkerReading(
        workload + "-" + worker,
        100L * worker + number,
        1_000L * worker + number,
        SECOND_NANOS - worker,
        new ServiceTimes(
            100L * worker + number, 250_000.5 * worker, 120_000L * worker, 950_000L * worker, 1e4));
  }

  private static Latency latency(int number, long scaleNanos) {
    Histogram histogram = new Histogram(2);
    histogram.setAutoResize(true);
    for (int i = 1; i <= 15; i++) {
      histogram.recordValueWithCount(
          scaleNanos + scaleNanos * i * i / 10 + number * 1_000L, 17 - i);
    }
    return Latency.of(histogram);
  }

  /** Events, of a kind each. */
  public static List<RunEvent> events() {
    return IntStream.rangeClosed(0, RunEvent.Kind.BLOCKED.ordinal())
        .mapToObj(
            i ->
                new RunEvent(
                    STARTED.plusSeconds(i),
                    i * SECOND_NANOS,
                    RunEvent.Kind.values()[i],
                    i % 2 == 0 ? "senders" : "",
                    "event " + i + " of \"all\""))
        .toList();
  }

  /** What happened to connections. */
  public static List<ConnectionEvent> connections() {
    return List.of(
        connection(1, new ConnectionChange(ConnectionChange.Transition.LOST, "QM1", "", 0)),
        connection(
            2,
            new ConnectionChange(ConnectionChange.Transition.BACK, "QM1", "QM2", 1_234_567_890L)),
        connection(
            3,
            new ConnectionChange(ConnectionChange.Transition.GIVEN_UP, "QM2", "", 9_876_543_210L)));
  }

  private static ConnectionEvent connection(int second, ConnectionChange change) {
    return new ConnectionEvent(
        STARTED.plusSeconds(second), second * SECOND_NANOS, "senders", "senders-" + second, change);
  }

  /** The summary of the intervals. */
  public static Summary summary() {
    return summary(intervals());
  }

  /** The same of another run. */
  public static Summary otherSummary() {
    return summary(otherIntervals());
  }

  private static Summary summary(List<Snapshot> intervals) {
    long measuredNanos = (INTERVALS - 2) * SECOND_NANOS;
    return new Summary(
        "R,1",
        STARTED,
        measuredNanos,
        2 * SECOND_NANOS,
        new CpuUse(12_340_000_000L, measuredNanos, 4),
        List.of(
            summary(intervals, 0, measuredNanos, Verdict.Kind.SATURATED),
            summary(intervals, 1, measuredNanos, Verdict.Kind.INTERRUPTED)),
        TestRun.batches(intervals),
        "the duration has passed",
        List.of(),
        List.of());
  }

  private static Summary.Workload summary(
      List<Snapshot> intervals, int index, long measuredNanos, Verdict.Kind verdict) {
    List<Window> all = intervals.stream().map(i -> i.workloads().get(index)).toList();
    List<Window> measured = all.subList(2, all.size());
    Window last = all.get(all.size() - 1);
    Window sum = measured.stream().reduce(Window.none(""), Window::plus);
    Counts whole = all.stream().map(Window::counts).reduce(Counts.ZERO, Counts::plus);
    return new Summary.Workload(
        sum.asking(measured.stream().mapToDouble(Window::asked).sum())
            .as(last.name(), measuredNanos, last.perWorker(), last.end()),
        Window.none(last.name()).counting(whole).with(last.end()),
        new Reconnects(21 + index, 22_000_000L, 23_000_000L, 24),
        25 + index,
        new Verdict(
            verdict,
            verdict.label() + ": because, 12.3 % of the iterations due",
            List.of(new Verdict.Share(verdict, 123.456, 0.123))));
  }

  /** The run between two intervals. */
  public static RunStatus status() {
    return new RunStatus(
        "R,1",
        RunPhase.RUNNING,
        7_654_321_000L,
        List.of(
            status("senders", PaceMode.PACED, 1), status("odd, name/1", PaceMode.UNLIMITED, 2)));
  }

  private static WorkloadStatus status(String name, PaceMode mode, int number) {
    return new WorkloadStatus(
        name,
        new TargetState(
            false,
            mode == PaceMode.PACED ? new LinearRamp(11.5, 12.25, 7.5) : RateCurve.constant(0),
            20 + number,
            false,
            0),
        18 + number,
        20 + number,
        Counts.of(
            Map.of(
                Counter.ITERATIONS,
                31L * number,
                Counter.IN_DOUBT,
                32L * number,
                Counter.ROLLED_BACK,
                33L * number,
                Counter.SKEWED,
                34L * number)),
        new Connections(new TreeMap<>(Map.of("QM1", 9, "QM2", 10)), 35L * number),
        new TreeMap<>(Map.of("2009 \"broken\"", 36L * number)),
        Optional.of(delivery(number)));
  }

  /** All counters, so that a test can see that each is another number. */
  static List<Long> counters() {
    Counts counts = counts(1, 0);
    return List.of(Counter.values()).stream().map(counts::get).toList();
  }
}
