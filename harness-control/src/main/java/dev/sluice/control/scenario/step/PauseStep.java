package dev.sluice.control.scenario.step;

/** Holds workers before their next iteration, or lets them go on. */
public record PauseStep(Who who, boolean resume) implements Step {

  @Override
  public String text() {
    return verb() + who.words();
  }

  @Override
  public void play(Scene scene) throws StepFailedException {
    if (who.elsewhere()) {
      scene.surroundings().tell(who.target(), verb() + who.inCommand());
    } else if (resume) {
      Refusals.carryOut(() -> scene.run().resume(who.workload()));
    } else {
      Refusals.carryOut(() -> scene.run().pause(who.workload()));
    }
  }

  private String verb() {
    return resume ? "resume" : "pause";
  }
}
