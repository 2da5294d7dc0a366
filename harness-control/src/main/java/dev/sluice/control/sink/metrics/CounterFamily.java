package dev.sluice.control.sink.metrics;

import dev.sluice.core.stats.Counter;
import dev.sluice.core.stats.Counts;
import java.util.List;

/**
 * A family of metrics that is a counter of the engine. What is given up for single causes is one
 * family with a label, and errors are a family of their own.
 *
 * @param name without the ending that Prometheus gives to counters
 * @param help what it says
 * @param counter what is counted
 * @param unit how much of what is counted makes 1
 */
record CounterFamily(String name, String help, Counter counter, double unit) {

  private static final double NANOS_PER_SECOND = 1e9;

  /** All of them, those of the account first, as it adds up. */
  static final List<CounterFamily> ALL =
      List.of(
          of("due", "Iterations that fell due.", Counter.DUE),
          of("unscheduled", "Iterations that ran without a schedule.", Counter.UNSCHEDULED),
          of("done", "Iterations whose work is committed, or needs no commit.", Counter.DONE),
          of(
              "rolled_back",
              "Iterations that were undone because their transaction was rolled back.",
              Counter.ROLLED_BACK),
          of("failed", "Iterations that failed.", Counter.FAILED),
          of("in_doubt", "Units of work whose outcome is unknown.", Counter.IN_DOUBT),
          of(
              "empty",
              "Attempts that found nothing to do, such as a receive that timed out.",
              Counter.EMPTY),
          of("given_up", "Iterations that were due and will not be made up.", Counter.GIVEN_UP),
          of(
              "postponed",
              "What the rate asked of a closed loop beyond what it made due.",
              Counter.POSTPONED),
          of(
              "iterations",
              "Iterations attempted to their end, whatever became of their transaction.",
              Counter.ITERATIONS),
          of(
              "skewed",
              "Times between two clocks that came out negative; they are in no histogram.",
              Counter.SKEWED),
          of("wake_ups", "Waits that ended by the clock.", Counter.WAKE_UPS),
          new CounterFamily(
              "sluice_overslept_seconds",
              "How late those waits ended, summed.",
              Counter.OVERSLEPT_NANOS,
              NANOS_PER_SECOND),
          new CounterFamily(
              "sluice_own_lateness_seconds",
              "How much of the lateness of iterations is the harness's own, summed.",
              Counter.OWN_LATENESS_NANOS,
              NANOS_PER_SECOND));

  private static CounterFamily of(String name, String help, Counter counter) {
    return new CounterFamily("sluice_" + name, help, counter, 1);
  }

  double of(Counts counts) {
    return counts.get(counter) / unit;
  }
}
