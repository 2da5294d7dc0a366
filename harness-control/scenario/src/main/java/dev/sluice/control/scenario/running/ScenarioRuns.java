package dev.sluice.control.scenario.running;

import dev.sluice.control.scenario.model.RunPlan;
import dev.sluice.control.scenario.model.Scenario;
import dev.sluice.core.run.RunSpec;
import dev.sluice.core.run.WorkloadSpec;
import dev.sluice.core.worker.WorkerFactory;
import dev.sluice.jms.provider.JmsProvider;
import dev.sluice.jms.provider.idle.IdleProvider;
import dev.sluice.jms.tracking.Delivery;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** The runs of a scenario: one for each set of its workloads. */
public final class ScenarioRuns {

  private ScenarioRuns() {}

  /**
   * Their kind.
   *
   * @param providers those that are open, by their names
   * @throws dev.sluice.control.scenario.yaml.ScenarioException if keys do not go together
   */
  public static List<RunSpec> of(Scenario scenario, Map<String, JmsProvider> providers) {
    return of(scenario, providers, Delivery::newAccount);
  }

  /** The same with an account of deliveries for each, which is asked for in their order. */
  public static List<RunSpec> of(
      Scenario scenario, Map<String, JmsProvider> providers, Supplier<Delivery> accounts) {
    return scenario.workloadSets().stream()
        .map(
            workloads ->
                scenario.run().run(specs(workloads, scenario.run(), providers, accounts.get())))
        .toList();
  }

  /** Workers like those of the first workload, with a provider that does nothing. */
  public static WorkerFactory practising(Scenario scenario, Map<String, JmsProvider> providers) {
    Scenario.Workload first = scenario.workloadSets().get(0).get(0);
    JmsProvider provider = providers.get(first.provider());
    return first
        .spec(provider.connects() ? new IdleProvider() : provider, "", Delivery.ofPractice())
        .factory();
  }

  /** They share an account of deliveries; what another run left behind is not in it. */
  private static List<WorkloadSpec> specs(
      List<Scenario.Workload> workloads,
      RunPlan run,
      Map<String, JmsProvider> providers,
      Delivery deliveries) {
    String runId = run.run(List.of()).id();
    List<WorkloadSpec> specs =
        workloads.stream()
            .map(each -> each.spec(providers.get(each.provider()), runId, deliveries))
            .toList();
    boolean sendersAreElsewhere = specs.stream().noneMatch(each -> each.drain().isZero());
    return sendersAreElsewhere // and do not stop with this run, so there is no end to wait for
        ? specs.stream().map(each -> each.withDrain(Duration.ZERO)).toList()
        : specs;
  }
}
