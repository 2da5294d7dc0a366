package dev.sluice.control.scenario.step;

import dev.sluice.control.scenario.measure.Target;
import dev.sluice.core.run.WorkloadStatus;
import java.util.List;

/**
 * Changes how many workers there are, and waits until they are up or have ended.
 *
 * @param count how many more, how many fewer (below 0), or how many in all
 * @param absolute whether it is how many in all
 */
public record ThreadsStep(Target who, int count, boolean absolute) implements Step {

  @Override
  public String text() {
    return "threads " + (absolute || count < 0 ? "" : "+") + count + who.words();
  }

  @Override
  public void play(StepContext scene) throws StepFailedException {
    if (who.elsewhere()) {
      scene
          .surroundings()
          .tell(who.target(), "threads" + who.inCommand() + " " + (count < 0 ? "" : "+") + count);
      return;
    }
    if (!absolute) {
      change(scene, who.workload(), count);
      return;
    }
    for (WorkloadStatus workload : meant(scene)) {
      change(scene, workload.name(), count - workload.workers());
    }
  }

  private List<WorkloadStatus> meant(StepContext scene) throws StepFailedException {
    List<WorkloadStatus> all = scene.run().status().workloads();
    List<WorkloadStatus> named =
        all.stream().filter(workload -> workload.name().equals(who.workload())).toList();
    if (!named.isEmpty() || all.size() == 1) {
      return named.isEmpty() ? all : named;
    }
    throw new StepFailedException("threads: name a workload of the run");
  }

  private static void change(StepContext scene, String workload, int by)
      throws StepFailedException {
    if (by > 0) {
      Rejections.carryOut(() -> scene.run().addWorkers(workload, by));
    } else if (by < 0) {
      Rejections.carryOut(() -> scene.run().endWorkers(workload, -by));
    }
  }
}
