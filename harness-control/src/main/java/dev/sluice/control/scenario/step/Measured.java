package dev.sluice.control.scenario.step;

import dev.sluice.control.scenario.measure.Findings;
import dev.sluice.control.scenario.measure.IntervalSum;
import dev.sluice.control.scenario.measure.Observed;
import dev.sluice.control.scenario.measure.ObservedWindow;
import dev.sluice.control.scenario.measure.StepRow;
import dev.sluice.control.scenario.measure.Target;
import dev.sluice.core.result.Snapshot;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * A window.
 *
 * @param window what was done in it
 * @param observed what was observed meanwhile
 * @param meanBodyBytes how large bodies were, if the workload makes them
 */
record Measured(IntervalSum window, ObservedWindow observed, OptionalDouble meanBodyBytes) {

  private static final double BYTES_PER_MEGABYTE = 1e6;

  /**
   * Measures from the next interval on.
   *
   * @param window gets the intervals, as do the others
   * @param time rounded up to whole intervals
   */
  static Measured take(
      StepContext context, Duration time, IntervalSum window, List<IntervalSum> others)
      throws StepFailedException, InterruptedException {
    Observed first = context.observe();
    long enoughNanos = time.toNanos() - time.toNanos() / 20; // intervals differ a little
    long nanos = 0;
    while (nanos < enoughNanos) {
      Snapshot interval = context.nextInterval();
      window.add(interval);
      others.forEach(other -> other.add(interval));
      nanos += interval.lengthNanos();
    }
    Observed last = context.observe();
    List<Observed> readings = new ArrayList<>();
    readings.add(first);
    readings.addAll(context.observedBetween(first.nanos(), last.nanos()));
    readings.add(last);
    return new Measured(
        window, new ObservedWindow(readings), context.meanBodyBytes(window.workload()));
  }

  /** As a row of the steps table. */
  StepRow row(
      Findings findings,
      String name,
      Map<String, String> variables,
      OptionalDouble before,
      Map<String, Duration> waited) {
    return findings.nextRow(
        name,
        new Target(window.workload(), ""),
        variables,
        window,
        before,
        new StepRow.Beside(
            OptionalDouble.of(observed.harnessCores()),
            observed.cpuMicrosPerIteration(iterationsBetweenReadings()),
            observed.values(),
            observed.cores(),
            observed.figures().shares(),
            megabytesPerSecond()),
        waited);
  }

  private OptionalDouble megabytesPerSecond() {
    return meanBodyBytes.isPresent()
        ? OptionalDouble.of(
            window.achievedPerSecond() * meanBodyBytes.getAsDouble() / BYTES_PER_MEGABYTE)
        : OptionalDouble.empty();
  }

  /** CPU is read at other moments than intervals end: as many iterations as fit in between. */
  private long iterationsBetweenReadings() {
    return window.lengthNanos() == 0
        ? 0
        : Math.round((double) window.done() * observed.lengthNanos() / window.lengthNanos());
  }
}
