package dev.sluice.control.scenario.step;

import dev.sluice.control.analysis.rehearsal.Rehearsal;

/**
 * Makes a fault, which is timed from when this begins.
 *
 * @param making does it
 */
public record FaultStep(String name, Step making) implements Step {

  @Override
  public String text() {
    return Rehearsal.FAULT + name + ": " + making.text();
  }

  @Override
  public void play(StepContext context) throws StepFailedException, InterruptedException {
    context.mark(Rehearsal.FAULT + name);
    making.play(context);
  }
}
