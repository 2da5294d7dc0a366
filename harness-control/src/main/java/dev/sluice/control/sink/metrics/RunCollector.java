package dev.sluice.control.sink.metrics;

import static dev.sluice.core.time.Nanos.NANOS_PER_SECOND;

import dev.sluice.control.format.Gauge;
import dev.sluice.core.bus.Sink;
import dev.sluice.core.pacing.Cause;
import dev.sluice.core.result.Snapshot;
import dev.sluice.core.stats.Counter;
import dev.sluice.core.stats.Counts;
import dev.sluice.core.stats.DeliveryCounts;
import dev.sluice.core.stats.DeliveryFigure;
import dev.sluice.core.stats.LatencyKind;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.ToDoubleFunction;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * The metrics of a run. A scrape sees all figures of one interval, never some of one and some of
 * the next. Intervals and scrapes come from any thread.
 */
final class RunCollector implements Sink, MultiCollector {

  private final String runId;
  private final UnaryOperator<String> mask;
  private final Map<String, WorkloadFigures> workloads = new LinkedHashMap<>(); // guarded by this

  /**
   * @param mask masks secrets in labels
   */
  RunCollector(String runId, UnaryOperator<String> mask) {
    this.runId = runId;
    this.mask = mask;
  }

  @Override
  public synchronized void connecting(String workload, int up, int of) {
    workloads.put(workload, new WorkloadFigures(workload, up, of));
  }

  @Override
  public synchronized void interval(Snapshot snapshot) {
    for (Snapshot.Workload workload : snapshot.workloads()) {
      workloads
          .computeIfAbsent(workload.name(), name -> new WorkloadFigures(name, 0, 0))
          .add(workload);
    }
  }

  @Override
  public synchronized MetricSnapshots collect() {
    MetricSnapshots.Builder families = MetricSnapshots.builder();
    for (Gauge each : Gauge.values()) {
      if (!each.help().isEmpty()) {
        families.metricSnapshot(
            each.isTotal()
                ? counter("sluice_" + each.metric(), each.help(), at -> each.of(at.last()))
                : gauge("sluice_" + each.metric(), each.help(), at -> each.of(at.last())));
      }
    }
    families.metricSnapshot(
        gauges(
            "sluice_connections",
            "Workers that are up, by the queue manager or broker they are connected to.",
            (figures, points) ->
                figures
                    .last()
                    .connections()
                    .byPeer()
                    .forEach((peer, count) -> points.add(count, "peer", mask.apply(peer)))));
    for (CounterFamily family : CounterFamily.ALL) {
      families.metricSnapshot(
          counter(family.name(), family.counter().help(), figures -> family.of(figures.counts())));
    }
    families.metricSnapshot(
        counter("sluice_failures", "Attempts that failed.", WorkloadFigures::failures));
    families.metricSnapshot(
        counters(
            "sluice_errors",
            "Attempts that failed, by the code of their cause.",
            (figures, points) ->
                figures
                    .errorsByCause()
                    .forEach((cause, count) -> points.add(count, "cause", mask.apply(cause)))));
    families.metricSnapshot(
        counters(
            "sluice_dropped_by_cause",
            "Iterations that were due and will not be made up, by cause.",
            (figures, points) -> {
              for (Cause cause : Cause.values()) {
                points.add(
                    (double) figures.counts().dropped(cause),
                    "cause",
                    cause.name().toLowerCase(Locale.ROOT));
              }
            }));
    families.metricSnapshot( // a gauge: what was thought lost may arrive yet
        gauges(
            "sluice_delivery",
            "Findings of the delivery check since the run started.",
            (figures, points) ->
                figures
                    .last()
                    .delivery()
                    .ifPresent(
                        counts ->
                            findings(counts)
                                .forEach(
                                    each ->
                                        points.add(
                                            (double) counts.get(each),
                                            "finding",
                                            each.figureName().word())))));
    LatencyKind.WHOLE.forEach(kind -> families.metricSnapshot(histogram(kind)));
    families.metricSnapshot(parts());
    return families.build();
  }

  /** Takes the data points of a workload: a value, and the labels that tell it from others. */
  @FunctionalInterface
  private interface Points {
    void add(double value, String... labels);
  }

  private GaugeSnapshot gauge(String name, String help, ToDoubleFunction<WorkloadFigures> figure) {
    return gauges(name, help, (figures, points) -> points.add(figure.applyAsDouble(figures)));
  }

  private GaugeSnapshot gauges(
      String name, String help, BiConsumer<WorkloadFigures, Points> figures) {
    GaugeSnapshot.Builder gauge = GaugeSnapshot.builder().name(name).help(help);
    points(
        figures,
        (value, labels) ->
            gauge.dataPoint(GaugeDataPointSnapshot.builder().value(value).labels(labels).build()));
    return gauge.build();
  }

  private CounterSnapshot counter(
      String name, String help, ToDoubleFunction<WorkloadFigures> figure) {
    return counters(name, help, (figures, points) -> points.add(figure.applyAsDouble(figures)));
  }

  private CounterSnapshot counters(
      String name, String help, BiConsumer<WorkloadFigures, Points> figures) {
    CounterSnapshot.Builder counter = CounterSnapshot.builder().name(name).help(help);
    points(
        figures,
        (value, labels) ->
            counter.dataPoint(
                CounterDataPointSnapshot.builder().value(value).labels(labels).build()));
    return counter.build();
  }

  private void points(
      BiConsumer<WorkloadFigures, Points> figures, BiConsumer<Double, Labels> points) {
    workloads.forEach(
        (workload, each) ->
            figures.accept(
                each,
                (value, more) -> points.accept(value, labels(workload).merge(Labels.of(more)))));
  }

  private static Stream<DeliveryFigure> findings(DeliveryCounts counts) {
    return Stream.concat(
        Stream.of(DeliveryFigure.CHECKED, DeliveryFigure.UNCHECKED), counts.findings().stream());
  }

  private HistogramSnapshot parts() {
    HistogramSnapshot.Builder parts =
        HistogramSnapshot.builder()
            .name("sluice_part_seconds")
            .help("Parts of iterations that are timed separately, and end-to-end times.");
    workloads.forEach(
        (workload, figures) ->
            Stream.of(LatencyKind.values())
                .filter(kind -> kind.isPart() && figures.has(kind))
                .forEach(
                    kind ->
                        parts.dataPoint(
                            figures
                                .buckets(kind)
                                .dataPoint(
                                    labels(workload).add("part", kind.figureName().word())))));
    return parts.build();
  }

  private HistogramSnapshot histogram(LatencyKind kind) {
    HistogramSnapshot.Builder histogram =
        HistogramSnapshot.builder()
            .name("sluice_" + kind.figureName().column() + "_seconds")
            .help(kind.help());
    workloads.forEach(
        (workload, figures) ->
            histogram.dataPoint(figures.buckets(kind).dataPoint(labels(workload))));
    return histogram.build();
  }

  private Labels labels(String workload) {
    return Labels.of("run_id", mask.apply(runId), "workload", mask.apply(workload));
  }

  /**
   * A family of metrics that is a counter of the engine; times are in seconds.
   *
   * @param counter what is counted
   */
  record CounterFamily(Counter counter) {

    /**
     * All of them, but for what is dropped for single causes, which is one family with a label, and
     * errors, which are a family of their own.
     */
    static final List<CounterFamily> ALL =
        Arrays.stream(Counter.values())
            .filter(counter -> counter != Counter.ERRORS && !counter.isOfCause())
            .map(CounterFamily::new)
            .toList();

    /** Without the ending that Prometheus gives to counters. */
    String name() {
      String column = counter.figureName().column();
      return "sluice_" + (isTime() ? column.replace("_nanos", "_seconds") : column);
    }

    double of(Counts counts) {
      return isTime() ? counts.get(counter) / NANOS_PER_SECOND : counts.get(counter);
    }

    private boolean isTime() {
      return counter.unit() == Counter.Unit.NANOS;
    }
  }

  /** One workload so far: its last interval, and sums over all. Guarded by its owner. */
  static final class WorkloadFigures {

    private final Map<LatencyKind, LatencyBuckets> latencies = new EnumMap<>(LatencyKind.class);
    private Counts counts = Counts.ZERO;
    private Snapshot.Workload last;

    /** While it starts. */
    WorkloadFigures(String workload, int up, int of) {
      last = Snapshot.Workload.starting(workload, up, of);
    }

    void add(Snapshot.Workload interval) {
      last = interval;
      counts = counts.plus(interval.measures().counts());
      interval.measures().latencies().forEach((kind, nanos) -> buckets(kind).add(nanos));
    }

    Snapshot.Workload last() {
      return last;
    }

    /** The counts since the start. */
    Counts counts() {
      return counts;
    }

    /** Whether there were any of a kind. */
    boolean has(LatencyKind kind) {
      return latencies.containsKey(kind);
    }

    LatencyBuckets buckets(LatencyKind kind) {
      return latencies.computeIfAbsent(kind, unused -> new LatencyBuckets());
    }

    long failures() {
      return last.errorsByCause().values().stream().mapToLong(Long::longValue).sum();
    }

    /** Failures by the code of their cause; those without a code are there from the start. */
    Map<String, Long> errorsByCause() {
      Map<String, Long> byCode = new TreeMap<>();
      byCode.put(CauseCode.OTHER, 0L);
      last.errorsByCause()
          .forEach((cause, count) -> byCode.merge(CauseCode.of(cause), count, Long::sum));
      return byCode;
    }
  }
}
