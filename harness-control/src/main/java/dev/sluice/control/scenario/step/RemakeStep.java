package dev.sluice.control.scenario.step;

/**
 * Ends the workloads and starts them again with other options.
 *
 * @param workloadSet which of the scenario's sets of workloads
 * @param why the variables that changed
 */
public record RemakeStep(int workloadSet, String why) implements Step {

  @Override
  public String text() {
    return "restart the workloads: " + why;
  }

  @Override
  public void play(Scene scene) throws StepFailedException, InterruptedException {
    scene.remake(workloadSet);
  }
}
