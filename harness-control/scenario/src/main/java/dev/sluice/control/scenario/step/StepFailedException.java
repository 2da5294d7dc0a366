package dev.sluice.control.scenario.step;

/** A step that could not do its work: the scenario ends. The message is one line. */
public final class StepFailedException extends Exception {

  public StepFailedException(String message) {
    super(message);
  }
}
