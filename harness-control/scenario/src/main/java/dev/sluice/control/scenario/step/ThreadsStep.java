package dev.sluice.control.scenario.step;

import dev.sluice.control.command.Command.Threads;
import dev.sluice.control.measure.Target;
import dev.sluice.core.run.RunControl;
import dev.sluice.core.run.RunStatus.WorkloadStatus;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Brings a workload of this process or of another to a number of workers, and waits until they are
 * up or have ended.
 *
 * @param who which workload; the only one if none is named
 * @param count how many in all
 */
public record ThreadsStep(Target who, int count) implements Step {

  @Override
  public String text() {
    return "threads " + count + who.words();
  }

  @Override
  public void play(StepContext context) throws StepFailedException {
    RunControl run = context.run(who.target());
    WorkloadStatus meant = meant(run.status().workloads());
    int by = count - meant.workers();
    if (by != 0) {
      new Threads(meant.name(), by).runOn(run);
    }
  }

  private WorkloadStatus meant(List<WorkloadStatus> all) throws StepFailedException {
    if (who.workload().isEmpty() && all.size() == 1) {
      return all.get(0);
    }
    return all.stream()
        .filter(each -> each.name().equals(who.workload()))
        .findFirst()
        .orElseThrow(
            () ->
                new StepFailedException(
                    "threads: add 'workload:' with one of "
                        + all.stream()
                            .map(WorkloadStatus::name)
                            .collect(Collectors.joining(", "))));
  }
}
