package dev.sluice.control.sink.page;

import dev.sluice.control.format.Csv;
import dev.sluice.control.format.FigureJson;
import dev.sluice.control.format.Json;
import dev.sluice.core.pacing.Cause;
import dev.sluice.core.result.RunBatches;
import dev.sluice.core.result.Totals;
import dev.sluice.core.stats.AccountTerm;
import dev.sluice.core.stats.Counter;
import dev.sluice.core.stats.Counts;
import dev.sluice.core.stats.Figure;
import dev.sluice.core.stats.Gauge;
import dev.sluice.core.stats.Latency;
import dev.sluice.core.stats.LatencyFigure;
import dev.sluice.core.stats.LatencyKind;
import dev.sluice.core.stats.Window;
import dev.sluice.estimates.Batches;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.HdrHistogram.HistogramIterationValue;

/** The figures of one workload as rows beside the points in time of a page. One thread. */
final class WorkloadSeries {

  private static final List<LatencyFigure> PERCENTILES =
      List.of(
          LatencyFigure.P50,
          LatencyFigure.percentile(90),
          LatencyFigure.P99,
          LatencyFigure.percentile(99.9),
          LatencyFigure.MAX);

  /** Figures that most runs do not have stand beside the usual ones. */
  private static final List<Figure> FIGURES =
      Stream.<Figure>concat(
              Stream.of(
                  Counter.ITERATIONS,
                  Counter.ERRORS,
                  Counter.IN_DOUBT,
                  Counter.ROLLED_BACK,
                  Counter.DROPPED),
              AccountTerm.BESIDE.stream())
          .toList();

  /** Points of a curve for each halving of the distance to 100 %. */
  private static final int TICKS_PER_HALF = 4;

  private static final int DECIMALS = 6;

  private final String name;
  private final Rows rows = new Rows(new LinkedHashMap<>(), null);
  private final Map<String, Rows> latencies = new LinkedHashMap<>();
  private final Rows peers = new Rows(new TreeMap<>(), 0);
  private final Rows heatMap = new Rows(new LinkedHashMap<>(), List.of());
  private final int first;

  /**
   * @param first the number of its first point in time
   */
  WorkloadSeries(String name, int first) {
    this.name = name;
    this.first = first;
  }

  /** Adds what it did at a point; it has nothing at those that are left out. */
  void add(int at, Window workload) {
    rows.put("achieved", at, Csv.value(Gauge.ACHIEVED, workload));
    rows.put("target", at, target(workload));
    rows.put("up", at, Csv.value(Gauge.WORKERS_UP, workload));
    rows.put("workers", at, Csv.value(Gauge.WORKERS, workload));
    FIGURES.forEach(figure -> rows.put(figure.key(), at, Csv.value(figure, workload)));
    workload.shown().forEach((kind, nanos) -> latency(at, kind, nanos));
    workload.end().connections().byPeer().forEach((peer, count) -> peers.put(peer, at, count));
    heatMap.put("columns", at, HeatMap.column(workload.headlineLatency()));
  }

  /**
   * Its points and sums.
   *
   * @param from the first point that is wanted
   * @param points how many there are
   * @param sums whether the sums are wanted even by who has seen the workload
   */
  Json json(int from, int points, Totals totals, RunBatches batches, boolean sums) {
    Totals.OfWorkload total = totals.of(name);
    latencies.values().removeIf(Rows::isEmpty);
    Map<String, Object> kinds = new LinkedHashMap<>();
    latencies.forEach((kind, percentiles) -> kinds.put(kind, percentiles.tails(from, points)));
    Json json =
        new Json()
            .put("name", name)
            .put("series", rows.tails(from, points))
            .put("latencyMillis", kinds)
            .put("peers", peers.tails(from, points))
            .put("heatMap", heatMap.tails(from, points));
    return sums || from <= first
        ? json.put("curves", curves(total.sum())).put("total", total(total, batches.of(name)))
        : json;
  }

  /** Null without one. */
  private static Number target(Window workload) {
    return workload.hadTarget() ? Csv.value(Gauge.TARGET, workload) : null;
  }

  private static Json curves(Window sum) {
    Json curves = new Json();
    sum.latencies().forEach((kind, nanos) -> curves.put(kind.word(), curve(nanos)));
    return curves;
  }

  private void latency(int at, LatencyKind kind, Latency nanos) {
    Rows percentiles =
        latencies.computeIfAbsent(kind.word(), first -> new Rows(new LinkedHashMap<>(), null));
    PERCENTILES.forEach(figure -> percentiles.put(figure.word(), at, Csv.millis(figure.in(nanos))));
  }

  private static Json total(Totals.OfWorkload total, Batches batches) {
    Window sum = total.sum();
    Json latencies = new Json();
    sum.latencies()
        .forEach((kind, l) -> latencies.put(kind.word(), FigureJson.of(l, batches.times(kind))));
    Json json =
        new Json()
            .put(Gauge.ACHIEVED.key(), Csv.value(Gauge.ACHIEVED, sum))
            .put(Gauge.TARGET.key(), target(sum))
            .put("ratio", !sum.hadTarget() ? null : Csv.ratio(sum.ratio()));
    FIGURES.forEach(figure -> json.put(figure.key(), Csv.value(figure, sum)));
    FigureJson.addError(
        json::put, Gauge.ACHIEVED.key(), Gauge.ACHIEVED.in(batches).interval(), Csv::number);
    json.put("empty", sum.counts().empty())
        .put("postponed", sum.counts().get(Counter.POSTPONED))
        .put("totalIterations", sum.end().totalIterations())
        .put("totalErrorsByCause", sum.end().errorsByCause())
        .put("totalReconnects", sum.end().connections().reconnects())
        .put("latencyMillis", latencies)
        .put("account", FigureJson.account(sum))
        .put("wholeAccount", FigureJson.account(total.whole()))
        .put("droppedByCause", droppedByCause(sum.counts()));
    sum.end().delivery().ifPresent(delivery -> json.put("delivery", FigureJson.of(delivery)));
    return json;
  }

  private static Map<String, Long> droppedByCause(Counts counts) {
    Map<String, Long> byCause = new LinkedHashMap<>();
    for (Cause cause : Cause.values()) {
      if (counts.dropped(cause) > 0) {
        byCause.put(cause.label(), counts.dropped(cause));
      }
    }
    return byCause;
  }

  /**
   * Latency by percentile, finer the nearer to 100: {@code percentile} and {@code millis}, as long
   * as each other; the last is the maximum.
   */
  private static Json curve(Latency nanos) {
    List<BigDecimal> percentiles = new ArrayList<>();
    List<BigDecimal> millis = new ArrayList<>();
    if (!nanos.isEmpty()) {
      for (HistogramIterationValue value : nanos.toHistogram().percentiles(TICKS_PER_HALF)) {
        percentiles.add(
            BigDecimal.valueOf(value.getPercentileLevelIteratedTo())
                .setScale(DECIMALS, RoundingMode.HALF_UP)
                .stripTrailingZeros());
        millis.add(Csv.millis(value.getValueIteratedTo()));
      }
    }
    return new Json().put("percentile", percentiles).put("millis", millis);
  }
}
