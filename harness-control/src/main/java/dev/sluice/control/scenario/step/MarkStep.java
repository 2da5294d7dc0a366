package dev.sluice.control.scenario.step;

/** Puts a remark on the time line, here or at another process. */
public record MarkStep(Who who, String remark) implements Step {

  @Override
  public String text() {
    return "mark " + remark;
  }

  @Override
  public void play(Scene scene) throws StepFailedException {
    if (who.elsewhere()) {
      scene.surroundings().tell(who.target(), "mark " + remark);
    } else {
      scene.run().mark(remark);
    }
  }
}
