package dev.sluice.control.process;

import dev.sluice.control.endpoint.access.AccessToken;
import dev.sluice.control.endpoint.access.ClientTls;
import dev.sluice.control.endpoint.client.CommandClient;
import dev.sluice.control.endpoint.client.RemoteControl;
import dev.sluice.control.fleet.protocol.AgentView;
import dev.sluice.control.fleet.run.FleetRuns;
import dev.sluice.control.fleet.run.TakenOverRun;
import dev.sluice.control.format.Finding;
import dev.sluice.control.format.ObjectiveResult;
import dev.sluice.control.format.Progress;
import dev.sluice.control.measure.Demand;
import dev.sluice.control.measure.Findings;
import dev.sluice.control.measure.RunFindings;
import dev.sluice.control.measure.broker.BrokerEvidence;
import dev.sluice.control.process.Endpoints.PageContent;
import dev.sluice.control.scenario.model.Scenario;
import dev.sluice.control.scenario.outside.BrokerObserver;
import dev.sluice.control.scenario.outside.KubernetesApi;
import dev.sluice.control.scenario.outside.LocalProcesses;
import dev.sluice.control.scenario.outside.LocalProcesses.ProcessSpec;
import dev.sluice.control.scenario.outside.Observers;
import dev.sluice.control.scenario.outside.ScenarioEnvironment;
import dev.sluice.control.scenario.running.CurrentRun;
import dev.sluice.control.scenario.running.ScenarioRunner;
import dev.sluice.control.scenario.running.ScenarioRunner.Position;
import dev.sluice.control.scenario.running.ScenarioRunner.ScenarioEnd;
import dev.sluice.control.scenario.running.StepsTable;
import dev.sluice.control.scenario.step.DeletePodStep;
import dev.sluice.control.scenario.step.FillStep;
import dev.sluice.control.scenario.step.StepFailedException;
import dev.sluice.control.scenario.yaml.ScenarioException;
import dev.sluice.control.secret.Secrets;
import dev.sluice.control.sink.console.ConsoleReporter;
import dev.sluice.control.sink.console.ConsoleReporter.SummaryForm;
import dev.sluice.control.sink.console.LiveBar;
import dev.sluice.control.sink.console.Terminal;
import dev.sluice.control.sink.page.LiveAgents;
import dev.sluice.core.bus.Sink;
import dev.sluice.core.run.Run;
import dev.sluice.core.run.RunExecution;
import dev.sluice.core.run.RunExecution.StartFailedException;
import dev.sluice.core.run.RunSpec;
import dev.sluice.core.run.watch.CpuMeter;
import dev.sluice.core.text.InputFile;
import dev.sluice.core.time.NanoClock;
import dev.sluice.jms.provider.ConfigurationException;
import dev.sluice.jms.provider.Failure;
import dev.sluice.jms.provider.JmsProvider;
import dev.sluice.jms.provider.ProviderTypes;
import dev.sluice.jms.provider.Secret;
import dev.sluice.jms.provider.idle.IdleProvider;
import dev.sluice.jms.tracking.Delivery;
import dev.sluice.jms.tracking.history.History;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A scenario with everything around it: processes, providers, console, command socket, signals. */
public final class ScenarioProcess extends HarnessProcess {

  /** The same figures end with the same sentence. */
  private static final long SEED = 1;

  /** Another program in whose JVM a scenario is played. */
  public interface Host {

    /** A run is about to begin; returns an output of it. */
    Sink begins(RunSpec spec, String providers);

    /** The scenario was played, to its end or as far as it came. */
    void played(ScenarioEnd outcome, Findings findings, StepsCsv table);
  }

  private final Scenario scenario;
  private final ProviderTypes types;
  private final Secrets secrets;
  private final Optional<Host> host;
  private final Optional<Demand> demand;
  private final LocalProcesses processes =
      new LocalProcesses(LocalProcesses.Starter.SYSTEM, NanoClock.SYSTEM);
  private final Map<String, JmsProvider> providers = new LinkedHashMap<>();
  private final Optional<FleetRuns> fleet;
  private final LiveAgents agents;
  private final List<Delivery> accounts = new ArrayList<>(); // of each run
  private Optional<ScenarioResults> results = Optional.empty();
  private boolean setUp; // before there was a run
  private volatile Supplier<Progress> progress = () -> Progress.NONE;

  /**
   * @param fleet whose agents have its workers; empty if this process has
   * @param types of the providers that there are
   * @param summaries what is printed of each run
   * @param secrets are kept out of everything it writes
   * @param host whose JVM it is; empty if it is its own
   * @param demand what is asked of the laws of its sweeps
   */
  public ScenarioProcess(
      Scenario scenario,
      Optional<FleetRuns> fleet,
      ProviderTypes types,
      Terminal terminal,
      SummaryForm summaries,
      Secrets secrets,
      Optional<Host> host,
      Optional<Demand> demand) {
    super(
        terminal,
        summaries,
        host.isPresent() ? Optional.empty() : Optional.of(OutOfMemory.ofThisProcess()));
    this.host = host;
    this.demand = demand;
    this.scenario = scenario;
    this.fleet = fleet;
    this.agents =
        fleet
            .map(
                each ->
                    new LiveAgents(
                        () -> each.fleet().agents().stream().map(ScenarioProcess::shown).toList(),
                        each.refusals(),
                        NanoClock.SYSTEM))
            .orElse(LiveAgents.NONE);
    this.types = types;
    this.secrets = secrets;
  }

  private static LiveAgents.Agent shown(AgentView agent) {
    return new LiveAgents.Agent(
        agent.info().name(),
        agent.info().host(),
        agent.info().labels(),
        agent.info().cores(),
        agent.state().name().toLowerCase(Locale.ROOT),
        agent.works(),
        agent.acts(),
        agent.failed(),
        agent.status().content().text(),
        agent.status().workersUp().values().stream().mapToInt(Integer::intValue).sum(),
        agent.clockErrorNanos(),
        agent.wallAheadNanos(),
        agent.heardNanos());
  }

  @Override
  int play() throws StartFailedException, InterruptedException, IOException {
    try {
      return playScenario();
    } catch (StartFailedException e) {
      processes.failures().forEach(terminal::complain);
      throw e;
    } catch (StepFailedException e) {
      failed(e.getMessage());
      terminal.complain(e.getMessage());
      return ExitCode.FAILED_RUN;
    }
  }

  private int playScenario()
      throws StepFailedException, InterruptedException, IOException, StartFailedException {
    StepsCsv table = new StepsCsv(scenario);
    startProcesses();
    KubernetesApi kubernetes = KubernetesApi.ofThisPod(secrets);
    for (DeletePodStep step : new LinkedHashSet<>(scenario.deletions())) {
      kubernetes.practise(step);
    }
    ScenarioEnvironment outside =
        new ScenarioEnvironment(targets(), this::opened, NanoClock.SYSTEM, kubernetes);
    open.push(outside);
    List<RunSpec> specs = runs(outside);
    Optional<Position> from = // a set-up that has been played is not played again
        setUp
            ? Optional.of(new Position(0, 0, Duration.ZERO))
            : fleet.flatMap(FleetRuns::inherited).map(TakenOverRun::position);
    if (scenario.run().out().isEmpty()
        && accounts.stream().anyMatch(each -> each.history().isPresent())) {
      throw new ConfigurationException("'history' requires 'out' in 'run'");
    }
    ScenarioResults found =
        new ScenarioResults(scenario, types, table, specs.get(0).id(), terminal, secrets);
    results = Optional.of(found);
    records(found);
    Endpoints endpoints =
        new Endpoints(
            scenario.run().ports(),
            new PageContent(
                () ->
                    ScenarioResults.describe(
                        scenario, types, specs.get(0), describedProviders(), 1),
                () -> progress.get(),
                agents,
                found::showOn),
            Optional.empty(),
            List.of(),
            secrets);
    prime(specs.get(0).workers(), () -> scenario.practising(providers));
    Observers observers =
        new Observers(
            scenario.observers(),
            providers,
            processes.numbers(),
            CpuMeter.ofThisProcess(),
            NanoClock.SYSTEM);
    open.push(observers);
    Findings findings = new Findings(List.of(found), new SplittableRandom(SEED), demand);
    RunExecution first = newRun(specs, from.map(Position::set).orElse(0), fleet, findings);
    CurrentRun current = new CurrentRun(first.control(), outside::stop);
    observers.tellOfGaps(current::mark);
    processes.tell(current::mark, current::stop);
    ends(current, first);
    endpoints.open(current, specs.get(0).id(), terminal, open::push);
    Map<String, BrokerEvidence> evidence = evidence(current);
    if (!scenario.observers().isEmpty() || !scenario.brokers().isEmpty()) {
      observers.start(
          specs.get(0).interval(),
          (last, now) ->
              found.observed(
                  current,
                  NanoClock.SYSTEM,
                  startNanos -> now.observationsSince(last, Instant.now(), startNanos)));
    }
    observers.watch(
        scenario.brokers(),
        (broker, readout) -> {
          long nanos = NanoClock.SYSTEM.nanos();
          BrokerEvidence of = evidence.get(broker.name());
          of.answered(readout);
          found.observed(
              current,
              NanoClock.SYSTEM,
              startNanos ->
                  of.observations(broker.name(), readout, nanos, Instant.now(), startNanos));
          of.told(readout, nanos).ifPresent(line -> current.mark(broker.name() + ": " + line));
        });
    ScenarioRunner play =
        new ScenarioRunner(
            scenario,
            first,
            set -> {
              RunExecution next = newRun(specs, set, fleet.map(FleetRuns::next), findings);
              follows(next);
              return next;
            },
            current,
            outside,
            observers,
            findings,
            NanoClock.SYSTEM,
            from,
            step -> fleet.isEmpty() || fleet.get().fleet().begins(step));
    progress = play::progress;
    // masked as a whole: what is cut off might be half of a secret
    LiveBar bar = new LiveBar(terminal, () -> secrets.mask(play.progress().text()));
    ScenarioEnd outcome;
    try {
      outcome = play.play();
    } finally {
      bar.close();
    }
    evidence.forEach(
        (broker, of) ->
            concluded("the checks of " + broker, of::broken)
                .forEach(each -> findings.found(check(broker, each))));
    print("observers", observers::costs);
    return conclude(outcome, findings, table);
  }

  /** Those of the scenario, after its set-up if they need files of it. */
  private List<RunSpec> runs(ScenarioEnvironment outside)
      throws StepFailedException, InterruptedException {
    try {
      return runs();
    } catch (ConfigurationException | ScenarioException e) {
      if (!InputFile.isAbsent(e) || !scenario.setUpWrites() || fleet.isPresent()) {
        throw e;
      }
      terminal.line(e.getMessage() + "; it is looked for again after the set-up");
      setUp = true;
      return runsAfterSetUp(outside);
    }
  }

  /** Those of the scenario, by providers that are open from now on. */
  private List<RunSpec> runs() {
    scenario.providers().forEach(each -> opened(each.name()));
    accounts.clear();
    return scenario.runs(
        providers,
        () -> {
          accounts.add(Delivery.of(Delivery.Role.ACCOUNT));
          return accounts.get(accounts.size() - 1);
        });
  }

  private JmsProvider opened(String name) {
    for (Scenario.Provider each : scenario.providers()) {
      if (each.name().equals(name) && !providers.containsKey(name)) {
        // where agents have the workers, this process connects only to look at queues and fill them
        JmsProvider opened =
            fleet.isPresent() && !connectsItself() ? new IdleProvider() : each.opening().get();
        providers.put(name, opened);
        open.push(opened);
      }
    }
    return providers.get(name);
  }

  /** Plays the set-up by itself, which nothing but a signal ends early. */
  private List<RunSpec> runsAfterSetUp(ScenarioEnvironment outside)
      throws StepFailedException, InterruptedException {
    ConsoleReporter console =
        new ConsoleReporter(
            terminal, ZoneId.systemDefault(), SummaryForm.NONE, () -> RunFindings.NONE);
    Run none = new Run(scenario.run().empty(), List.of(console)); // never begins
    CurrentRun current = new CurrentRun(none.control(), outside::stop);
    processes.tell(current::mark, current::stop);
    ends(current, none);
    Findings findings = new Findings(List.of(), new SplittableRandom(SEED), demand);
    try (Observers observers =
        new Observers(List.of(), Map.of(), Map.of(), CpuMeter.ofThisProcess(), NanoClock.SYSTEM)) {
      return new ScenarioRunner(
              scenario,
              none,
              set -> none,
              current,
              outside,
              observers,
              findings,
              NanoClock.SYSTEM,
              Optional.empty(),
              step -> true)
          .afterSetUp(this::runs);
    }
  }

  private static Finding check(String broker, String broken) {
    return new Finding(Finding.Topic.CHECK, broker, Double.NaN, broker + ": " + broken);
  }

  /** By the observer's name; each follows the run. */
  private Map<String, BrokerEvidence> evidence(CurrentRun current) {
    Map<String, BrokerEvidence.Traffic> roles = new HashMap<>();
    for (Scenario.WorkloadPlan each : scenario.workloadSets().get(0)) {
      roles.put(
          each.name(),
          new BrokerEvidence.Traffic(
              providers.get(each.provider()).application(),
              each.workers().puts(),
              each.workers().gets(),
              each.section().optional("queue").orElse("")));
    }
    Map<String, BrokerEvidence> evidence = new LinkedHashMap<>();
    for (BrokerObserver each : scenario.brokers()) {
      BrokerEvidence of =
          new BrokerEvidence(
              roles,
              each.every().multipliedBy(2),
              () -> NanoClock.SYSTEM.nanos() - current.status().sinceStartNanos());
      current.subscribe(of);
      evidence.put(each.name(), of);
    }
    return evidence;
  }

  /** They end with this process, also if it is asked to end before it has got any further. */
  private void startProcesses() throws StepFailedException, InterruptedException {
    open.push(processes);
    if (host.isEmpty()) {
      Runtime.getRuntime().addShutdownHook(new Thread(processes::close, "end of processes"));
    }
    for (ProcessSpec spec : scenario.processes()) {
      terminal.line(processes.start(spec));
    }
  }

  private boolean connectsItself() {
    return !scenario.observers().isEmpty()
        || !scenario.brokers().isEmpty()
        || Stream.of(scenario.setUp(), scenario.steps(), scenario.lastSteps())
            .flatMap(List::stream)
            .anyMatch(FillStep.class::isInstance);
  }

  private RunExecution newRun(
      List<RunSpec> specs, int set, Optional<FleetRuns> runs, Findings findings) {
    RunSpec spec = specs.get(set);
    List<Sink> reporters = new ArrayList<>();
    reporters.add(
        new ConsoleReporter(terminal, ZoneId.systemDefault(), summaries, findings::ofRun));
    Optional<History> history = // agents write their own
        fleet.isPresent() ? Optional.empty() : accounts.get(set).history();
    results
        .flatMap(each -> each.next(spec, describedProviders(), history))
        .ifPresent(reporters::add);
    host.map(each -> each.begins(spec, describedProviders())).ifPresent(reporters::add);
    if (runs.isPresent()) {
      reporters.add(agents);
    }
    return runs.isPresent()
        ? runs.get().run(scenario, set, spec, terminal::line, reporters)
        : new Run(spec, reporters);
  }

  private String describedProviders() {
    return providers.values().stream().map(JmsProvider::describe).collect(Collectors.joining("; "));
  }

  private Map<String, RemoteControl> targets() {
    Map<String, RemoteControl> targets = new HashMap<>();
    for (Scenario.Target target : scenario.targets()) {
      CommandClient client =
          new CommandClient(target.tokenFile().map(this::token), target.tls().map(this::tls));
      targets.put(target.name(), new RemoteControl(target.name(), target.at(), client));
    }
    return targets;
  }

  private ClientTls tls(Scenario.TargetTls files) {
    Optional<String> password = files.passwordFile().map(this::secret);
    try {
      return ClientTls.read(files.trust(), files.certificate(), password);
    } catch (IOException e) {
      throw new ConfigurationException(e.getMessage(), e);
    }
  }

  private AccessToken token(Path file) {
    try {
      return new AccessToken(secret(file));
    } catch (IllegalArgumentException e) {
      throw new ConfigurationException("the token in " + file + ": " + e.getMessage(), e);
    }
  }

  /** The secret in a file, which is written nowhere from now on. */
  private String secret(Path file) {
    String secret = Secret.readFrom(file).reveal();
    secrets.add(secret);
    return secret;
  }

  private int conclude(ScenarioEnd outcome, Findings findings, StepsCsv table) {
    print("steps", () -> StepsTable.of(findings.rows()));
    print("peaks", () -> table.peaks(findings.peaks()));
    print("published", () -> table.besidePublished(findings.rows()));
    print("findings", findings::answers);
    print("objectives", () -> outcome.judgements().stream().map(each -> each.line()).toList());
    results.ifPresent(each -> each.judged(outcome.judgements()));
    host.ifPresent(each -> each.played(outcome, findings, table));
    List<String> failures = new ArrayList<>(outcome.failure().stream().toList());
    processes.failures().stream()
        .filter(why -> failures.stream().noneMatch(told -> told.contains(why)))
        .forEach(failures::add);
    if (!failures.isEmpty()) {
      failed(String.join("; ", failures));
      failures.forEach(terminal::complain);
      return ExitCode.FAILED_RUN;
    }
    return ExitCode.of(
        ObjectiveResult.Judgement.of(outcome.judgements()),
        outcome.clean() && accounts.stream().allMatch(Delivery::complete));
  }

  private void print(String title, Supplier<List<String>> of) {
    List<String> lines = concluded("the table of " + title, of);
    if (!lines.isEmpty()) {
      terminal.line("");
      terminal.line(title);
      lines.forEach(line -> terminal.line("  " + line));
    }
  }

  /** In the words of the provider of the workload that the message names. */
  @Override
  Failure explain(StartFailedException e) {
    return scenario.workloadSets().get(0).stream()
        .filter(plan -> e.getMessage().contains(plan.name()))
        .findFirst()
        .map(plan -> providers.get(plan.provider()))
        .orElse(providers.values().iterator().next())
        .explain(e.getCause());
  }
}
