package dev.sluice.control.format;

import dev.sluice.estimates.Interval;
import java.util.Arrays;
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
    ObjectiveResult.Outcome outcome,
    String missed,
    String number,
    String again) {

  public static final List<String> COLUMNS =
      List.of(
          "search",
          "workload",
          "since_start_s",
          "rate_per_second",
          "achieved_per_second",
          "p99_ms",
          "met",
          "missed",
          "achieved_confidence95_low_per_second",
          "achieved_confidence95_high_per_second",
          "p99_confidence95_low_ms",
          "p99_confidence95_high_ms",
          "outcome",
          "try",
          "again");

  public List<Object> cells() {
    return Arrays.asList(
        search,
        workload,
        Csv.seconds(sinceStartNanos),
        Csv.number(ratePerSecond),
        Csv.number(achievedPerSecond.value()),
        Csv.millis(p99Nanos.value()),
        outcome == ObjectiveResult.Outcome.MET,
        missed,
        Csv.number(achievedPerSecond.low()),
        Csv.number(achievedPerSecond.high()),
        Csv.millis(p99Nanos.low()),
        Csv.millis(p99Nanos.high()),
        outcome.label(),
        number,
        again);
  }
}
