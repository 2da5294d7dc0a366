package dev.sluice.control.scenario.step;

import dev.sluice.control.scenario.measure.Observed;
import dev.sluice.control.scenario.measure.ObservedWindow;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The figures of processes in the same window.
 *
 * @param own what this one did
 * @param others what others did
 * @param observed what was observed while this one was measured
 */
record Measured(RunWindow own, List<RunWindow> others, ObservedWindow observed) {

  Measured {
    others = List.copyOf(others);
  }

  /**
   * Measures from the next interval on.
   *
   * @param time rounded up to whole intervals
   * @param targets other processes that are measured with this one
   * @throws StepFailedException if the run ends meanwhile, or an interval of it is missing
   */
  static Measured take(StepContext context, Duration time, List<String> targets)
      throws StepFailedException, InterruptedException {
    Observed first = context.observe();
    long fromNanos = context.nanos();
    RunWindow own = new RunWindow("", fromNanos, time);
    List<RunWindow> others =
        targets.stream().map(target -> new RunWindow(target, fromNanos, time)).toList();
    List<RunWindow> all = Stream.concat(Stream.of(own), others.stream()).toList();
    while (!own.isOver()) {
      update(context, all);
    }
    if (own.gap().isPresent()) {
      throw new StepFailedException("the run was not measured: " + own.gap().get());
    }
    Observed last = context.observe();
    while (!others.stream().allMatch(RunWindow::isOver)) {
      update(context, others);
      others.forEach(other -> other.giveUpIfLate(context.nanos()));
    }
    List<Observed> readings = new ArrayList<>();
    readings.add(first);
    readings.addAll(context.observedBetween(first.nanos(), last.nanos()));
    readings.add(last);
    return new Measured(own, others, new ObservedWindow(readings));
  }

  private static void update(StepContext context, List<RunWindow> windows)
      throws StepFailedException, InterruptedException {
    context.nextInterval();
    windows.forEach(window -> window.update(context));
  }
}
