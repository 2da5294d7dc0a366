package dev.sluice.control.sink.metrics;

import static dev.sluice.core.time.Nanos.NANOS_PER_SECOND;

import dev.sluice.core.bus.RunEvent;
import dev.sluice.core.bus.Sink;
import dev.sluice.core.pacing.Cause;
import dev.sluice.core.result.Hindrance;
import dev.sluice.core.result.Snapshot;
import dev.sluice.core.stats.Counter;
import dev.sluice.core.stats.Counts;
import dev.sluice.core.stats.DeliveryCounts;
import dev.sluice.core.stats.DeliveryFigure;
import dev.sluice.core.stats.Figure;
import dev.sluice.core.stats.Gauge;
import dev.sluice.core.stats.LatencyKind;
import dev.sluice.core.stats.Unit;
import dev.sluice.core.stats.Window;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The metrics of a run. A scrape sees all figures of one interval, never some of one and some of
 * the next. Intervals and scrapes come from any thread.
 */
final class RunCollector implements Sink, MultiCollector {

  /**
   * The counters that are a family each: without those of what is dropped for single causes, which
   * are one family with a label, and without errors, which are a family of their own.
   */
  static final List<Counter> COUNTERS =
      Stream.of(Counter.values())
          .filter(counter -> counter != Counter.ERRORS && !counter.isOfCause())
          .toList();

  private final String runId;
  private final UnaryOperator<String> mask;
  private final Map<String, WorkloadFigures> workloads = new LinkedHashMap<>(); // guarded by this
  private final Map<Hindrance.Kind, Long> hinderedNanos; // guarded by this

  /**
   * @param mask masks secrets in labels
   */
  RunCollector(String runId, UnaryOperator<String> mask) {
    this.runId = runId;
    this.mask = mask;
    this.hinderedNanos =
        Stream.of(Hindrance.Kind.values())
            .filter(Hindrance.Kind::holdsUpWork)
            .collect(Collectors.toMap(each -> each, each -> 0L));
  }

  @Override
  public synchronized void event(RunEvent event) {
    event
        .hindrance()
        .ifPresent(
            each -> hinderedNanos.computeIfPresent(each.kind(), (k, sum) -> sum + each.nanos()));
  }

  @Override
  public synchronized void connecting(String workload, int up, int of) {
    workloads.put(workload, new WorkloadFigures(workload, up, of));
  }

  @Override
  public synchronized void interval(Snapshot snapshot) {
    for (Window workload : snapshot.workloads()) {
      workloads
          .computeIfAbsent(workload.name(), name -> new WorkloadFigures(name, 0, 0))
          .add(workload);
    }
  }

  @Override
  public synchronized MetricSnapshots collect() {
    MetricSnapshots.Builder families = MetricSnapshots.builder();
    Stream.of(Gauge.values())
        .filter(each -> !each.help().isEmpty())
        .map(each -> family(each.isTotal(), each, at -> at.last))
        .forEach(families::metricSnapshot);
    COUNTERS.stream()
        .map(each -> family(true, each, at -> at.last.counting(at.counts)))
        .forEach(families::metricSnapshot);
    families
        .metricSnapshot(
            family(
                false,
                "sluice_connections",
                "Workers that are up, by the queue manager or broker they are connected to.",
                "peer",
                figures -> masked(figures.last.end().connections().byPeer())))
        .metricSnapshot(
            family(
                true,
                "sluice_failures",
                "Attempts that failed.",
                figures -> figures.last.end().errors()))
        .metricSnapshot(
            family(
                true,
                "sluice_errors",
                "Attempts that failed, by the code of their cause.",
                "cause",
                figures -> masked(figures.errorsByCause())))
        .metricSnapshot(
            family(
                true,
                "sluice_dropped_by_cause",
                "Iterations that were due and will not be made up, by cause.",
                "cause",
                figures ->
                    byName(
                        Stream.of(Cause.values()),
                        cause -> cause.name().toLowerCase(Locale.ROOT),
                        figures.counts::dropped)))
        .metricSnapshot( // a gauge: what was thought lost may arrive yet
            family(
                false,
                "sluice_delivery",
                "Findings of the delivery check since the run started.",
                "finding",
                figures ->
                    figures.last.end().delivery().map(RunCollector::findings).orElse(Map.of())))
        .metricSnapshot(
            histogram(
                "sluice_part_seconds",
                "Parts of iterations that are timed separately, and end-to-end times.",
                Stream.of(LatencyKind.values()).filter(LatencyKind::isPart).toList()))
        .metricSnapshot(hindered());
    for (LatencyKind kind : LatencyKind.WHOLE) {
      families.metricSnapshot(
          histogram("sluice_" + kind.column() + "_seconds", kind.help(), List.of(kind)));
    }
    return families.build();
  }

  /** Of the whole run. */
  private MetricSnapshot hindered() {
    CounterSnapshot.Builder counters =
        CounterSnapshot.builder()
            .name("sluice_hindered_seconds")
            .help("For how long the harness itself was kept from working, by kind.");
    hinderedNanos.forEach(
        (kind, nanos) ->
            counters.dataPoint(
                CounterDataPointSnapshot.builder()
                    .value(nanos / NANOS_PER_SECOND)
                    .labels(
                        Labels.of(
                            "run_id",
                            mask.apply(runId),
                            "kind",
                            kind.name().toLowerCase(Locale.ROOT)))
                    .build()));
    return counters.build();
  }

  /** A figure of each workload; times are in seconds. */
  private MetricSnapshot family(
      boolean counter, Figure figure, Function<WorkloadFigures, Window> window) {
    double unit = figure.unit() == Unit.NANOS ? NANOS_PER_SECOND : 1;
    return family(
        counter,
        "sluice_" + figure.metric(),
        figure.help(),
        at -> figure.in(window.apply(at)) / unit);
  }

  /** A value of each workload. */
  private MetricSnapshot family(
      boolean counter, String name, String help, ToDoubleFunction<WorkloadFigures> value) {
    return family(counter, name, help, "", figures -> Map.of("", value.applyAsDouble(figures)));
  }

  /**
   * Several values of each workload, which a label tells apart.
   *
   * @param counter whether they only grow
   */
  private MetricSnapshot family(
      boolean counter,
      String name,
      String help,
      String label,
      Function<WorkloadFigures, Map<String, ? extends Number>> values) {
    CounterSnapshot.Builder counters = CounterSnapshot.builder().name(name).help(help);
    GaugeSnapshot.Builder gauges = GaugeSnapshot.builder().name(name).help(help);
    workloads.forEach(
        (workload, figures) ->
            values
                .apply(figures)
                .forEach(
                    (each, number) -> {
                      double value = number.doubleValue();
                      Labels labels =
                          label.isEmpty() ? labels(workload) : labels(workload).add(label, each);
                      if (counter) {
                        counters.dataPoint(
                            CounterDataPointSnapshot.builder().value(value).labels(labels).build());
                      } else {
                        gauges.dataPoint(
                            GaugeDataPointSnapshot.builder().value(value).labels(labels).build());
                      }
                    }));
    return counter ? counters.build() : gauges.build();
  }

  private <N extends Number> Map<String, N> masked(Map<String, N> values) {
    Map<String, N> masked = new LinkedHashMap<>();
    values.forEach((name, value) -> masked.put(mask.apply(name), value));
    return masked;
  }

  private static <T> Map<String, Long> byName(
      Stream<T> all, Function<T, String> name, ToLongFunction<T> value) {
    return all.collect(Collectors.toMap(name, value::applyAsLong));
  }

  private static Map<String, Long> findings(DeliveryCounts counts) {
    return byName(
        Stream.concat(
            Stream.of(DeliveryFigure.CHECKED, DeliveryFigure.UNCHECKED),
            counts.findings().stream()),
        each -> each.word(),
        counts::get);
  }

  /** Of several kinds, those that there were, told apart by a label. */
  private HistogramSnapshot histogram(String name, String help, List<LatencyKind> kinds) {
    HistogramSnapshot.Builder histogram = HistogramSnapshot.builder().name(name).help(help);
    workloads.forEach(
        (workload, figures) ->
            kinds.stream()
                .filter(kind -> !kind.isPart() || figures.latencies.containsKey(kind))
                .forEach(
                    kind -> {
                      Labels labels =
                          kind.isPart()
                              ? labels(workload).add("part", kind.word())
                              : labels(workload);
                      histogram.dataPoint(figures.buckets(kind).dataPoint(labels));
                    }));
    return histogram.build();
  }

  private Labels labels(String workload) {
    return Labels.of("run_id", mask.apply(runId), "workload", mask.apply(workload));
  }

  /** One workload so far: its last interval, and sums over all. Guarded by its owner. */
  static final class WorkloadFigures {

    private final Map<LatencyKind, LatencyBuckets> latencies = new EnumMap<>(LatencyKind.class);
    private Counts counts = Counts.ZERO; // since the start
    private Window last;

    /** While it starts. */
    WorkloadFigures(String workload, int up, int of) {
      last = Window.starting(workload, up, of);
    }

    void add(Window interval) {
      last = interval;
      counts = counts.plus(interval.counts());
      interval.latencies().forEach((kind, nanos) -> buckets(kind).add(nanos));
    }

    LatencyBuckets buckets(LatencyKind kind) {
      return latencies.computeIfAbsent(kind, unused -> new LatencyBuckets());
    }

    /** Failures by the code of their cause; those without a code are there from the start. */
    Map<String, Long> errorsByCause() {
      Map<String, Long> byCode = new TreeMap<>();
      byCode.put(CauseCode.OTHER, 0L);
      last.end()
          .errorsByCause()
          .forEach((cause, count) -> byCode.merge(CauseCode.of(cause), count, Long::sum));
      return byCode;
    }
  }

  /**
   * The cause of an error as a label: the provider's own code or the kind of the exception, which
   * are few and always the same. What else a cause says, with names, addresses and numbers of
   * messages, is in the logs. Pure functions.
   */
  static final class CauseCode {

    /** Failures without a code. */
    static final String OTHER = "other";

    private static final Pattern MQ_REASON = Pattern.compile("(\\d{4}) .*", Pattern.DOTALL);
    private static final Pattern CODE =
        Pattern.compile(
            "([A-Za-z][A-Za-z0-9_]{1,59})(?: [A-Za-z0-9_.-]{1,40})?(?::.*)?", Pattern.DOTALL);
    private static final Pattern WORD_BEGIN =
        Pattern.compile("(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])");

    private CauseCode() {}

    /**
     * The code.
     *
     * @param cause as a provider explains failures: a code, a colon, and words
     */
    static String of(String cause) {
      Matcher reason = MQ_REASON.matcher(cause);
      if (reason.matches()) {
        return "mqrc_" + reason.group(1);
      }
      Matcher code = CODE.matcher(cause);
      if (!code.matches() || !looksLikeCode(code.group(1))) {
        return OTHER;
      }
      return WORD_BEGIN.matcher(code.group(1)).replaceAll("_").toLowerCase(Locale.ROOT);
    }

    /** A constant, or the name of an exception: no word of a sentence. */
    private static boolean looksLikeCode(String word) {
      return word.equals(word.toUpperCase(Locale.ROOT))
          || word.endsWith("Exception")
          || word.endsWith("Error");
    }
  }
}
