package dev.sluice.control.scenario.running;

import dev.sluice.control.format.Progress;
import dev.sluice.control.scenario.step.Step;
import dev.sluice.control.sink.console.Figures;
import dev.sluice.core.time.NanoClock;
import java.time.Duration;
import java.util.List;

/**
 * Which step is under way, how long the steps have taken so far, and how long the rest will take at
 * least. Any thread.
 */
final class StepProgress {

  private final NanoClock clock;
  private String place = ""; // guarded by this, empty if no step is under way
  private Step step; // guarded by this
  private Duration timeAfterIt = Duration.ZERO; // guarded by this
  private long startedNanos; // guarded by this
  private long beganNanos; // guarded by this, of the first step
  private boolean began; // guarded by this

  StepProgress(NanoClock clock) {
    this.clock = clock;
  }

  /**
   * A step begins.
   *
   * @param what what steps of this list are called
   */
  synchronized void begins(String what, List<Step> steps, int index) {
    place = what + " " + (index + 1) + " of " + steps.size();
    step = steps.get(index);
    timeAfterIt =
        steps.subList(index + 1, steps.size()).stream()
            .map(Step::time)
            .reduce(Duration.ZERO, Duration::plus);
    startedNanos = clock.nanos();
    if (!began) {
      began = true;
      beganNanos = startedNanos;
    }
  }

  /** No step is under way any more. */
  synchronized void over() {
    place = "";
  }

  synchronized Progress now() {
    if (place.isEmpty()) {
      return Progress.NONE;
    }
    Duration ofIt = step.time().minusNanos(clock.nanos() - startedNanos);
    Duration left = timeAfterIt.plus(ofIt.isNegative() ? Duration.ZERO : ofIt);
    String time = left.isZero() ? "" : ", at least " + Figures.clock(left) + " left";
    Duration elapsed = Duration.ofNanos(clock.nanos() - beganNanos);
    double all = elapsed.plus(left).toNanos();
    return new Progress(
        place + ", " + Figures.clock(elapsed) + " so far" + time + ": " + step.text(),
        all == 0 ? 0 : elapsed.toNanos() / all);
  }
}
