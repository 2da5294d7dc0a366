package dev.sluice.control.format;

import dev.sluice.estimates.Interval;
import java.util.List;

/**
 * A window in which a search for the highest rate tried a rate, or a step was measured.
 *
 * @param search what the scenario calls the search or the step
 * @param workload whose rate it is
 * @param sinceStartNanos when the window ended
 * @param ratePerSecond what was asked for, all workers together
 * @param achievedPerSecond what was done
 * @param p99Nanos the 99th percentile of the latency, not a number if nothing was done
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
    Interval achievedPerSecond,
    Interval p99Nanos,
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
          .right("achieved_per_second", each -> Csv.number(each.achievedPerSecond.value()))
          .right("p99_ms", each -> Csv.millis(each.p99Nanos.value()))
          .left("met", each -> each.outcome == ObjectiveResult.Judgement.MET)
          .left("missed", SearchTry::missed)
          .right(
              "achieved_confidence95_low_per_second",
              each -> Csv.number(each.achievedPerSecond.low()))
          .right(
              "achieved_confidence95_high_per_second",
              each -> Csv.number(each.achievedPerSecond.high()))
          .right("p99_confidence95_low_ms", each -> Csv.millis(each.p99Nanos.low()))
          .right("p99_confidence95_high_ms", each -> Csv.millis(each.p99Nanos.high()))
          .left("outcome", each -> each.outcome.label())
          .left("try", SearchTry::number)
          .left("again", SearchTry::again);

  public static final List<String> COLUMNS = TABLE.names();

  public List<Object> cells() {
    return TABLE.row(this);
  }
}
