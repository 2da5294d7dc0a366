package dev.sluice.control.scenario.step;

import java.util.List;
import java.util.stream.Collectors;

/**
 * Ends the workloads and starts them again with other options.
 *
 * @param workloadSet which of the scenario's sets of workloads
 * @param why the variables that changed
 * @param setUp what is done in between, while there are none
 */
public record RemakeStep(int workloadSet, String why, List<Step> setUp) implements Step {

  public RemakeStep {
    setUp = List.copyOf(setUp);
  }

  @Override
  public String text() {
    return "restart the workloads: "
        + why
        + setUp.stream().map(step -> "; before that " + step.text()).collect(Collectors.joining());
  }

  @Override
  public void play(StepContext context) throws StepFailedException, InterruptedException {
    context.remake(workloadSet, setUp);
  }
}
