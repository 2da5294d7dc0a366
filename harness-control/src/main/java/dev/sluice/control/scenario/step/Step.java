package dev.sluice.control.scenario.step;

/** One thing a scenario does. Immutable; the thread that plays the scenario carries it out. */
public interface Step {

  /** What it does, one line. */
  String text();

  /**
   * Does it, and returns when it is done.
   *
   * @throws StepFailedException if it could not be done, or the run has ended
   */
  void play(Scene scene) throws StepFailedException, InterruptedException;
}
