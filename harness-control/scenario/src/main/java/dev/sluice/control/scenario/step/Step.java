package dev.sluice.control.scenario.step;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** One thing a scenario does. Immutable; the thread that plays the scenario carries it out. */
public interface Step {

  /** Its description, one line. */
  String text();

  /** The variables of the loops around a step that makes rows of the steps table, with values. */
  default Map<String, String> variables() {
    return Map.of();
  }

  /** How long it takes at least, as far as that is known before. */
  default Duration time() {
    return Duration.ZERO;
  }

  /** What the time it waits is called in the steps table; empty if it has no place there. */
  default Optional<String> timed() {
    return Optional.empty();
  }

  /**
   * The rest of it after it has been under way for some time; most steps are played again in full.
   */
  default Step after(Duration elapsed) {
    return this;
  }

  /**
   * Does it, and returns when it is done.
   *
   * @throws StepFailedException if it could not be done, or the run has ended
   * @throws dev.sluice.core.run.RunControlException if a run refused a command
   */
  void play(StepContext context) throws StepFailedException, InterruptedException;
}
