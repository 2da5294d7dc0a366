package dev.sluice.control.scenario.step;

import dev.sluice.control.scenario.measure.Target;

/** Holds workers before their next iteration, or lets them go on. */
public record PauseStep(Target who, boolean resume) implements Step {

  @Override
  public String text() {
    return verb() + who.words();
  }

  @Override
  public void play(StepContext scene) throws StepFailedException {
    if (who.elsewhere()) {
      scene.surroundings().tell(who.target(), verb() + who.inCommand());
    } else if (resume) {
      Rejections.carryOut(() -> scene.run().resume(who.workload()));
    } else {
      Rejections.carryOut(() -> scene.run().pause(who.workload()));
    }
  }

  private String verb() {
    return resume ? "resume" : "pause";
  }
}
