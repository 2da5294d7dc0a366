package dev.sluice.control.scenario.model;

import dev.sluice.control.endpoint.Ports;
import dev.sluice.control.endpoint.client.HostPort;
import dev.sluice.control.format.TableDigest;
import dev.sluice.control.measure.Objective;
import dev.sluice.control.measure.Precision;
import dev.sluice.control.scenario.outside.BrokerObserver;
import dev.sluice.control.scenario.outside.LocalProcesses.ProcessSpec;
import dev.sluice.control.scenario.outside.Observer;
import dev.sluice.control.scenario.step.DeletePodStep;
import dev.sluice.control.scenario.step.ExecStep;
import dev.sluice.control.scenario.step.FaultStep;
import dev.sluice.control.scenario.step.Step;
import dev.sluice.control.scenario.yaml.Section;
import dev.sluice.core.run.RunSpec;
import dev.sluice.core.run.WorkloadSpec;
import dev.sluice.core.worker.WorkerFactory;
import dev.sluice.jms.provider.BrokerView.Measure;
import dev.sluice.jms.provider.JmsProvider;
import dev.sluice.jms.provider.idle.IdleProvider;
import dev.sluice.jms.tracking.Delivery;
import dev.sluice.jms.worker.ReplyRule;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;

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
 * @param abort whether it ends as soon as one of them cannot be met any more
 * @param observers what is watched beside the load
 * @param brokers those that are asked what they know of themselves
 * @param setUp what is done before the first run
 * @param steps what is done, loops unrolled
 * @param lastSteps what is done after them, however they ended
 * @param published the file of a table that was published, beside which the steps are laid
 * @param document all of it as it was read
 */
public record Scenario(
    String name,
    List<Provider> providers,
    List<List<WorkloadPlan>> workloadSets,
    List<Target> targets,
    List<ProcessSpec> processes,
    RunPlan run,
    List<Goal> objectives,
    boolean abort,
    List<Observer> observers,
    List<BrokerObserver> brokers,
    List<Step> setUp,
    List<Step> steps,
    List<Step> lastSteps,
    Optional<Path> published,
    Section document) {

  /** The key of what its author says that it is for. */
  public static final String DESCRIPTION = "description";

  /**
   * A provider that is not open yet.
   *
   * @param section where it stands
   * @param opening opens it, which then belongs to the caller; throws a {@link
   *     dev.sluice.control.scenario.yaml.ScenarioException} if its keys do not go together
   * @param table reads the channel table that connections are made by, if there is one
   * @param measures what its broker can be asked of itself
   */
  public record Provider(
      String name,
      Section section,
      Supplier<JmsProvider> opening,
      Supplier<Optional<TableDigest>> table,
      List<Measure> measures) {}

  /**
   * Workers that have been described and have no provider yet.
   *
   * @param making makes a workload of them
   * @param meanBodyBytes how large the bodies are that they make, on average; empty without any
   * @param traceparents the first trace contexts of their messages, if some have one
   * @param replies how they know replies, or give them what they are known by
   * @param paceable whether they have a rate that can be changed; see {@link
   *     WorkerFactory#paceable}
   * @param puts messages that an iteration puts into queues; negative if that is not known
   * @param gets messages that an iteration takes off queues; negative if that is not known
   */
  public record Workers(
      WorkloadFactory making,
      Supplier<OptionalDouble> meanBodyBytes,
      Supplier<List<String>> traceparents,
      ReplyRule replies,
      boolean paceable,
      int puts,
      int gets) {

    /** Makes workloads. */
    @FunctionalInterface
    public interface WorkloadFactory {
      /**
       * A workload. One that lives on what others send drains at the end.
       *
       * @param runId names the run it is part of, may be empty
       * @param deliveries the account that all workloads of a run share
       * @throws dev.sluice.control.scenario.yaml.ScenarioException if its keys do not go together
       */
      WorkloadSpec of(String name, JmsProvider opened, String runId, Delivery deliveries);
    }
  }

  /**
   * A workload.
   *
   * @param provider the name of its provider
   * @param agents where it runs in a fleet, if it says so
   * @param section where it stands
   */
  public record WorkloadPlan(
      String name,
      String provider,
      Optional<AgentSelection> agents,
      Workers workers,
      Section section) {}

  /**
   * The settings of a run, without workloads.
   *
   * @param of a run of workloads
   * @param until figures that must be known when it ends
   * @param out the folder for results, if one is wanted
   * @param labels those of the run, by key
   * @param ports how it is driven and watched
   */
  public record RunPlan(
      Function<List<WorkloadSpec>, RunSpec> of,
      List<Precision> until,
      Optional<Path> out,
      Map<String, String> labels,
      Ports ports) {

    /** The same with other figures that must be known. */
    public RunPlan until(List<Precision> figures) {
      return new RunPlan(of, figures, out, labels, ports);
    }

    /** A run without workloads, for what else there is to know of it. */
    public RunSpec empty() {
      return of.apply(List.of());
    }
  }

  /**
   * Another harness process.
   *
   * @param at its command socket
   * @param tokenFile the file whose first line is its token, if it has one
   * @param tls how its socket is encrypted, if it is
   */
  public record Target(
      String name, HostPort at, Optional<Path> tokenFile, Optional<TargetTls> tls) {}

  /**
   * Files for an encrypted connection.
   *
   * @param trust certificates that are trusted; empty for those that Java trusts
   * @param certificate a certificate with its private key, for a socket that asks for one
   * @param passwordFile the file whose first line is the password of that key
   */
  public record TargetTls(
      Optional<Path> trust, Optional<Path> certificate, Optional<Path> passwordFile) {}

  /** An objective of one workload over the whole run. */
  public record Goal(String workload, Objective objective) {}

  /** Whether files may be there after the set-up that are not there before. */
  public boolean setUpWrites() {
    return setUp.stream().anyMatch(ExecStep.class::isInstance);
  }

  /** What its author says that it is for. */
  public Optional<String> description() {
    return document.optional(DESCRIPTION);
  }

  /**
   * Its runs: one for each set of its workloads.
   *
   * @param opened its providers, by their names
   * @param accounts gives each an account of deliveries, in their order
   * @throws dev.sluice.control.scenario.yaml.ScenarioException if keys do not go together
   */
  public List<RunSpec> runs(Map<String, JmsProvider> opened, Supplier<Delivery> accounts) {
    return workloadSets.stream()
        .map(workloads -> run.of().apply(specs(workloads, opened, accounts.get())))
        .toList();
  }

  /** They share an account of deliveries; what another run left behind is not in it. */
  private List<WorkloadSpec> specs(
      List<WorkloadPlan> workloads, Map<String, JmsProvider> opened, Delivery deliveries) {
    String runId = run.empty().id();
    List<WorkloadSpec> specs =
        workloads.stream()
            .map(each -> spec(each, opened.get(each.provider()), runId, deliveries))
            .toList();
    boolean sendersAreElsewhere = specs.stream().noneMatch(each -> each.drain().isZero());
    return sendersAreElsewhere // and do not stop with this run, so there is no end to wait for
        ? specs.stream().map(each -> each.withDrain(Duration.ZERO)).toList()
        : specs;
  }

  private static WorkloadSpec spec(
      WorkloadPlan plan, JmsProvider opened, String runId, Delivery deliveries) {
    return plan.workers().making().of(plan.name(), opened, runId, deliveries);
  }

  /** Its steps that delete pods, also as faults. */
  public List<DeletePodStep> deletions() {
    return Stream.of(setUp, steps, lastSteps)
        .flatMap(List::stream)
        .map(step -> step instanceof FaultStep fault ? fault.making() : step)
        .filter(DeletePodStep.class::isInstance)
        .map(DeletePodStep.class::cast)
        .toList();
  }

  /** Workers like those of the first workload, with a provider that does nothing. */
  public WorkerFactory practising(Map<String, JmsProvider> opened) {
    WorkloadPlan first = workloadSets.get(0).get(0);
    JmsProvider provider = opened.get(first.provider());
    return spec(
            first,
            provider.connects() ? new IdleProvider() : provider,
            "",
            Delivery.of(Delivery.Role.PRACTICE))
        .factory();
  }
}
