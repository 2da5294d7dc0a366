package dev.sluice.control.sink.metrics;

import static dev.sluice.core.time.Nanos.NANOS_PER_SECOND;

import dev.sluice.core.bus.Sink;
import dev.sluice.core.pacing.Cause;
import dev.sluice.core.result.Snapshot;
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
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
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
    families.metricSnapshot(
        gauge(
            "sluice_target_per_second",
            "Iterations per second that the schedule asked for in the last interval; 0 "
                + "when unlimited.",
            figures -> figures.last().targetPerSecond()));
    families.metricSnapshot(
        gauge(
            "sluice_achieved_per_second",
            "Iterations per second done in the last interval.",
            figures -> figures.last().achievedPerSecond()));
    families.metricSnapshot(
        gauge("sluice_workers", "Workers there should be.", figures -> figures.last().workers()));
    families.metricSnapshot(
        gauge(
            "sluice_workers_up",
            "Workers with an open connection.",
            figures -> figures.last().workersUp()));
    families.metricSnapshot(connections());
    families.metricSnapshot(
        counter(
            "sluice_reconnects",
            "Connections that were lost and came back.",
            figures -> figures.last().connections().reconnects()));
    for (CounterFamily family : CounterFamily.ALL) {
      families.metricSnapshot(
          counter(family.name(), family.counter().help(), figures -> family.of(figures.counts())));
    }
    families.metricSnapshot(
        gauge(
            "sluice_in_flight",
            "Iterations begun whose outcome is open at the end of the last interval.",
            figures -> figures.last().unfinished().inFlight()));
    families.metricSnapshot(
        gauge(
            "sluice_overdue",
            "Iterations due and not begun at the end of the last interval.",
            figures -> figures.last().unfinished().overdue()));
    families.metricSnapshot(
        gauge(
            "sluice_oldest_call_seconds",
            "Age of the oldest call in flight, 0 if there is none.",
            figures -> figures.last().unfinished().oldestCallNanos() / NANOS_PER_SECOND));
    families.metricSnapshot(
        counter("sluice_failures", "Attempts that failed.", WorkloadFigures::failures));
    families.metricSnapshot(errors());
    families.metricSnapshot(dropped());
    families.metricSnapshot(deliveries());
    LatencyKind.WHOLE.forEach(kind -> families.metricSnapshot(histogram(kind)));
    families.metricSnapshot(parts());
    return families.build();
  }

  private GaugeSnapshot gauge(String name, String help, ToDoubleFunction<WorkloadFigures> figure) {
    GaugeSnapshot.Builder gauge = GaugeSnapshot.builder().name(name).help(help);
    workloads.forEach(
        (workload, figures) ->
            gauge.dataPoint(
                GaugeDataPointSnapshot.builder()
                    .value(figure.applyAsDouble(figures))
                    .labels(labels(workload))
                    .build()));
    return gauge.build();
  }

  private CounterSnapshot counter(
      String name, String help, ToDoubleFunction<WorkloadFigures> figure) {
    CounterSnapshot.Builder counter = CounterSnapshot.builder().name(name).help(help);
    workloads.forEach(
        (workload, figures) ->
            counter.dataPoint(count(figure.applyAsDouble(figures), labels(workload))));
    return counter.build();
  }

  private GaugeSnapshot connections() {
    GaugeSnapshot.Builder connections =
        GaugeSnapshot.builder()
            .name("sluice_connections")
            .help("Workers that are up, by the queue manager or broker they are connected to.");
    workloads.forEach(
        (workload, figures) ->
            figures
                .last()
                .connections()
                .byPeer()
                .forEach(
                    (peer, count) ->
                        connections.dataPoint(
                            GaugeDataPointSnapshot.builder()
                                .value(count)
                                .labels(labels(workload).add("peer", mask.apply(peer)))
                                .build())));
    return connections.build();
  }

  private CounterSnapshot errors() {
    CounterSnapshot.Builder errors =
        CounterSnapshot.builder()
            .name("sluice_errors")
            .help("Attempts that failed, by the code of their cause.");
    workloads.forEach(
        (workload, figures) ->
            figures
                .errorsByCause()
                .forEach(
                    (cause, count) ->
                        errors.dataPoint(
                            count(count, labels(workload).add("cause", mask.apply(cause))))));
    return errors.build();
  }

  private CounterSnapshot dropped() {
    CounterSnapshot.Builder dropped =
        CounterSnapshot.builder()
            .name("sluice_dropped_by_cause")
            .help("Iterations that were due and will not be made up, by cause.");
    workloads.forEach(
        (workload, figures) -> {
          for (Cause cause : Cause.values()) {
            dropped.dataPoint(
                count(
                    (double) figures.counts().dropped(cause),
                    labels(workload).add("cause", cause.name().toLowerCase(Locale.ROOT))));
          }
        });
    return dropped.build();
  }

  /** A gauge: what was thought lost may arrive yet. */
  private GaugeSnapshot deliveries() {
    GaugeSnapshot.Builder deliveries =
        GaugeSnapshot.builder()
            .name("sluice_delivery")
            .help("Findings of the delivery check since the run started.");
    workloads.forEach(
        (workload, figures) ->
            figures
                .last()
                .delivery()
                .ifPresent(
                    counts ->
                        findings(counts)
                            .forEach(
                                finding ->
                                    deliveries.dataPoint(
                                        GaugeDataPointSnapshot.builder()
                                            .value((double) counts.get(finding))
                                            .labels(
                                                labels(workload)
                                                    .add("finding", finding.figureName().word()))
                                            .build()))));
    return deliveries.build();
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

  private static CounterDataPointSnapshot count(double value, Labels labels) {
    return CounterDataPointSnapshot.builder().value(value).labels(labels).build();
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
}
