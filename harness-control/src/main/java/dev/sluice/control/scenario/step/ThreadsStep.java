package dev.sluice.control.scenario.step;

import dev.sluice.control.command.Threads;
import dev.sluice.core.run.RunControl;
import dev.sluice.core.run.WorkloadStatus;
import java.util.List;

/**
 * Brings a workload to a number of workers, and waits until they are up or have ended.
 *
 * @param workload its name, or empty for the only one
 * @param count how many in all
 */
public record ThreadsStep(String workload, int count) implements Step {

  @Override
  public String text() {
    return "threads " + count + (workload.isEmpty() ? "" : " " + workload);
  }

  @Override
  public void play(StepContext context) throws StepFailedException {
    RunControl run = context.run();
    for (WorkloadStatus meant : meant(run)) {
      int by = count - meant.workers();
      if (by != 0) {
        new Threads(meant.name(), by).runOn(run);
      }
    }
  }

  private List<WorkloadStatus> meant(RunControl run) throws StepFailedException {
    List<WorkloadStatus> all = run.status().workloads();
    List<WorkloadStatus> named = all.stream().filter(each -> each.name().equals(workload)).toList();
    if (!named.isEmpty() || all.size() == 1) {
      return named.isEmpty() ? all : named;
    }
    throw new StepFailedException("threads: name a workload of the run");
  }
}
