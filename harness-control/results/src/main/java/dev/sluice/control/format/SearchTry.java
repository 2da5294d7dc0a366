package dev.sluice.control.format;

import static dev.sluice.core.stats.LatencyFigure.P99;

import dev.sluice.core.stats.Figure;
import dev.sluice.core.stats.Gauge;
import dev.sluice.estimates.Batches;
import dev.sluice.estimates.Interval;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * A window in which a search for the highest rate tried a rate, or a step was measured.
 *
 * @param search what the scenario calls the search or the step
 * @param workload whose rate it is
 * @param sinceStartNanos when the window ended
 * @param ratePerSecond what was asked for, all workers together
 * @param done what was done, in batches
 * @param outcome what came of the objectives
 * @param missed what was missed or not judged, empty if everything was met
 * @param number of a step that may be measured several times: {@code 2 of 3}; else empty
 * @param again why it does not count and the step was measured again; empty if it counts
 */
public record SearchTry(
    String search,
    String workload,
    long sinceStartNanos,
    double ratePerSecond,
    Batches done,
    ObjectiveResult.Judgement outcome,
    String missed,
    String number,
    String again) {

  private static final Table<SearchTry> TABLE =
      new Table<SearchTry>()
          .left("search", SearchTry::search)
          .left("workload", SearchTry::workload)
          .right("since_start_s", each -> Csv.seconds(each.sinceStartNanos))
          .right("rate_per_second", each -> Csv.number(each.ratePerSecond))
          .right(Gauge.ACHIEVED.metric(), each -> each.cell(Gauge.ACHIEVED, Interval::value))
          .right(P99.metric(), each -> each.cell(P99, Interval::value))
          .left("met", each -> each.outcome == ObjectiveResult.Judgement.MET)
          .left("missed", SearchTry::missed)
          .right(end(Gauge.ACHIEVED, "low"), each -> each.cell(Gauge.ACHIEVED, Interval::low))
          .right(end(Gauge.ACHIEVED, "high"), each -> each.cell(Gauge.ACHIEVED, Interval::high))
          .right(end(P99, "low"), each -> each.cell(P99, Interval::low))
          .right(end(P99, "high"), each -> each.cell(P99, Interval::high))
          .left("outcome", each -> each.outcome.label())
          .left("try", SearchTry::number)
          .left("again", SearchTry::again);

  public static final List<String> COLUMNS = TABLE.names();

  public List<Object> cells() {
    return TABLE.row(this);
  }

  private static String end(Figure figure, String end) {
    return Csv.column(figure.word(), figure.metric(), "confidence95_" + end);
  }

  private Number cell(Figure figure, ToDoubleFunction<Interval> part) {
    return Csv.value(figure, part.applyAsDouble(figure.in(done).interval()));
  }
}
