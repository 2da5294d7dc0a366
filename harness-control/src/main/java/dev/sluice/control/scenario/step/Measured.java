package dev.sluice.control.scenario.step;

import dev.sluice.control.scenario.judge.Window;
import dev.sluice.core.run.Snapshot;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * A window, and what was observed at its ends.
 *
 * @param window what was done in it
 */
record Measured(Window window, Observed first, Observed last) {

  /**
   * Measures from the next interval on.
   *
   * @param window gets the intervals, as do the others
   * @param time rounded up to whole intervals
   */
  static Measured take(Scene scene, Duration time, Window window, List<Window> others)
      throws StepFailedException, InterruptedException {
    Observed first = scene.observe();
    long enoughNanos = time.toNanos() - time.toNanos() / 20; // intervals differ a little
    long nanos = 0;
    while (nanos < enoughNanos) {
      Snapshot interval = scene.nextInterval();
      window.add(interval);
      others.forEach(other -> other.add(interval));
      nanos += interval.lengthNanos();
    }
    return new Measured(window, first, scene.observe());
  }

  /** As a row of the steps table. */
  StepRow row(int number, String name, OptionalDouble before, Map<String, Duration> waited) {
    return new StepRow(
        number,
        name,
        window.workload(),
        window.workers(),
        window.targetPerSecond(),
        before,
        window.achievedPerSecond(),
        window.ratio(),
        window.measures().headlineLatency(),
        window.queueManagers(),
        last.harnessCoresSince(first),
        last.cpuMicrosPerIteration(first, iterationsBetweenReadings()),
        last.gauges(),
        window.iterations(),
        window.lengthNanos(),
        waited);
  }

  /** CPU is read at other moments than intervals end: as many iterations as fit in between. */
  private long iterationsBetweenReadings() {
    return window.lengthNanos() == 0
        ? 0
        : Math.round(
            (double) window.iterations() * (last.nanos() - first.nanos()) / window.lengthNanos());
  }
}
