package dev.sluice.control.format;

import static dev.sluice.core.time.Nanos.NANOS_PER_SECOND;

import dev.sluice.estimates.Interval;
import java.util.Arrays;
import java.util.List;

/**
 * A window in which a search for the highest rate tried a rate.
 *
 * @param search what the scenario calls the search
 * @param workload whose rate it is
 * @param sinceStartNanos when the window ended
 * @param ratePerSecond what was asked for, all workers together
 * @param achievedPerSecond what was done
 * @param p99Nanos the 99th percentile of the latency, not a number if nothing was done
 * @param missed what was missed, empty if the rate met everything
 */
public record SearchTry(
    String search,
    String workload,
    long sinceStartNanos,
    double ratePerSecond,
    Interval achievedPerSecond,
    Interval p99Nanos,
    String missed) {

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
          "p99_confidence95_high_ms");

  public List<Object> cells() {
    return Arrays.asList(
        search,
        workload,
        Csv.number(sinceStartNanos / NANOS_PER_SECOND),
        Csv.number(ratePerSecond),
        Csv.number(achievedPerSecond.value()),
        Csv.millis(p99Nanos.value()),
        missed.isEmpty(),
        missed,
        Csv.number(achievedPerSecond.low()),
        Csv.number(achievedPerSecond.high()),
        Csv.millis(p99Nanos.low()),
        Csv.millis(p99Nanos.high()));
  }
}
