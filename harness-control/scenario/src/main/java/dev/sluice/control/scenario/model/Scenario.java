package dev.sluice.control.scenario.model;

import dev.sluice.control.measure.Objective;
import dev.sluice.control.scenario.outside.Observer;
import dev.sluice.control.scenario.outside.ProcessSpec;
import dev.sluice.control.scenario.step.Step;
import dev.sluice.control.scenario.yaml.Section;
import dev.sluice.core.run.WorkloadSpec;
import dev.sluice.jms.provider.JmsProvider;
import dev.sluice.jms.tracking.Delivery;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A scenario as it was read. Immutable.
 *
 * @param name for people: the file's name without its ending
 * @param providers what connections come from
 * @param workloadSets the workloads, with each combination of variables that the steps use; the
 *     first is what it begins with
 * @param targets other harness processes
 * @param processes commands that run as long as it does
 * @param run settings of the run
 * @param objectives what must come of it as a whole
 * @param observers what is watched beside the load
 * @param setUp what is done before the first run
 * @param steps what is done, loops unrolled
 * @param lastSteps what is done after them, however they ended
 * @param published the file of a table that was published, beside which the steps are laid
 * @param document all of it as it was read
 */
public record Scenario(
    String name,
    List<Provider> providers,
    List<List<Workload>> workloadSets,
    List<TargetSpec> targets,
    List<ProcessSpec> processes,
    RunPlan run,
    List<Goal> objectives,
    List<Observer> observers,
    List<Step> setUp,
    List<Step> steps,
    List<Step> lastSteps,
    Optional<Path> published,
    Section document) {

  /**
   * A provider.
   *
   * @param section where it stands, for complaints
   */
  public record Provider(String name, ProviderPlan plan, Section section) {

    /**
     * Opens it; it belongs to the caller.
     *
     * @throws dev.sluice.control.scenario.yaml.ScenarioException if its keys do not go together
     */
    public JmsProvider open() {
      return OptionGroup.mapped(section, plan::open);
    }
  }

  /**
   * A workload.
   *
   * @param provider the name of its provider
   * @param agents where it runs in a fleet, if it says so
   * @param section where it stands, for complaints
   */
  public record Workload(
      String name,
      String provider,
      Optional<AgentSelection> agents,
      WorkloadPlan plan,
      Section section) {

    /**
     * The workload by a provider that is open.
     *
     * @param runId names the run it is part of, may be empty
     * @param deliveries the account that all workloads of a run share
     * @throws dev.sluice.control.scenario.yaml.ScenarioException if its keys do not go together
     */
    public WorkloadSpec spec(JmsProvider opened, String runId, Delivery deliveries) {
      return OptionGroup.mapped(section, () -> plan.spec(name, opened, runId, deliveries));
    }
  }

  /** An objective of one workload over the whole run. */
  public record Goal(String workload, Objective objective) {}
}
