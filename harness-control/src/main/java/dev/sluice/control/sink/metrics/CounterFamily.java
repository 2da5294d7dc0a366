package dev.sluice.control.sink.metrics;

import static dev.sluice.core.time.Nanos.NANOS_PER_SECOND;

import dev.sluice.core.stats.Counter;
import dev.sluice.core.stats.Counts;
import java.util.Arrays;
import java.util.List;

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
