package dev.sluice.control.scenario.step;

import dev.sluice.control.scenario.measure.Target;

/** Puts a remark on the time line, here or at another process. */
public record MarkStep(Target who, String remark) implements Step {

  @Override
  public String text() {
    return "mark " + remark;
  }

  @Override
  public void play(StepContext scene) throws StepFailedException {
    if (who.elsewhere()) {
      scene.surroundings().tell(who.target(), "mark " + remark);
    } else {
      scene.run().mark(remark);
    }
  }
}
