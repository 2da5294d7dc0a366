package dev.sluice.control.scenario.step;

import dev.sluice.core.text.Figures;
import java.time.Duration;

/** A step that waits for something to come, for some time at most. */
interface Await extends Step {

  /** How long it may take. */
  Duration within();

  /** Whether the scenario goes on when it takes longer. */
  boolean orGoOn();

  /** How patient it is, as part of its description. */
  default String patience() {
    return ", at most " + Figures.time(within()) + (orGoOn() ? ", or goes on" : "");
  }

  /** It came. */
  default void done(StepContext context, String what, Duration after) {
    timed().ifPresent(column -> context.findings().waited(column, after));
    context.mark(what + " after " + Figures.time(after));
  }

  /**
   * It did not come.
   *
   * @param whose to whom, for a failure
   */
  default void tookTooLong(StepContext context, String what, String whose)
      throws StepFailedException {
    String problem = "not " + what + " within " + Figures.time(within());
    if (!orGoOn()) {
      throw new StepFailedException(problem + whose);
    }
    context.mark(problem + ", going on");
  }
}
