package dev.sluice.control.scenario.step;

import dev.sluice.core.run.RunControlException;

/** A command to the run, and what happens to its refusal. */
final class Rejections {

  /** Something the run may refuse. */
  @FunctionalInterface
  interface Command {
    void give() throws RunControlException;
  }

  private Rejections() {}

  /** Gives a command; a refusal fails the step. */
  static void carryOut(Command command) throws StepFailedException {
    try {
      command.give();
    } catch (RunControlException e) {
      throw new StepFailedException(e.getMessage());
    }
  }
}
