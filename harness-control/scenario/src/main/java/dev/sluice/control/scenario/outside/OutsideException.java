package dev.sluice.control.scenario.outside;

import dev.sluice.control.scenario.step.StepFailedException;

/** Something around the run is not there or does not work. The message is one line. */
public final class OutsideException extends StepFailedException {

  public OutsideException(String message) {
    super(message);
  }
}
