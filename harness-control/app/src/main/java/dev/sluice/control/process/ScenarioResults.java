package dev.sluice.control.process;

import dev.sluice.control.format.Finding;
import dev.sluice.control.format.ObjectiveResult;
import dev.sluice.control.format.Observation;
import dev.sluice.control.format.RunDocument.RunSetup;
import dev.sluice.control.format.RunFiles;
import dev.sluice.control.format.RunFolderException;
import dev.sluice.control.format.SearchTry;
import dev.sluice.control.measure.Findings;
import dev.sluice.control.measure.StepRow;
import dev.sluice.control.recorded.RecordedScenario;
import dev.sluice.control.scenario.model.Scenario;
import dev.sluice.control.scenario.running.CurrentRun;
import dev.sluice.control.scenario.step.Step;
import dev.sluice.control.secret.Secrets;
import dev.sluice.control.sink.console.Terminal;
import dev.sluice.control.sink.folder.Environment;
import dev.sluice.control.sink.folder.FileOpener;
import dev.sluice.control.sink.folder.RunDescription;
import dev.sluice.control.sink.folder.RunFolder;
import dev.sluice.control.sink.folder.ScenarioFolder;
import dev.sluice.control.sink.folder.TableFile;
import dev.sluice.control.sink.page.LivePage;
import dev.sluice.control.sink.page.ScenarioPage;
import dev.sluice.core.run.RunSpec;
import dev.sluice.core.time.NanoClock;
import dev.sluice.jms.provider.ConfigurationException;
import dev.sluice.jms.provider.ProviderTypes;
import dev.sluice.jms.tracking.history.History;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongFunction;
import java.util.stream.Collectors;

/**
 * What a scenario finds goes to its live page, and to the folders of its runs: the one that was
 * named, or one below it for each run if there are several. Any thread.
 */
public final class ScenarioResults implements Findings.Listener, HarnessProcess.RunArchive {

  private final Scenario scenario;
  private final ProviderTypes types;
  private final StepsCsv table;
  private final Terminal terminal;
  private final Secrets secrets;
  private final Optional<ScenarioFolder> whole; // present if there are several runs
  private Optional<LivePage> page = Optional.empty(); // guarded by this
  private final List<Results> runs = new ArrayList<>(); // guarded by this
  private TableFile steps; // guarded by this, null as long as there is no folder
  private boolean withoutReport; // guarded by this

  /**
   * @param types of the providers that there are
   * @param table the columns of its steps
   * @param id what the runs are called, may be empty
   * @param secrets are kept out of its files
   * @throws ConfigurationException if the folder is not empty or cannot be written
   */
  public ScenarioResults(
      Scenario scenario,
      ProviderTypes types,
      StepsCsv table,
      String id,
      Terminal terminal,
      Secrets secrets) {
    this.scenario = scenario;
    this.types = types;
    this.table = table;
    this.terminal = terminal;
    this.secrets = secrets;
    this.whole =
        scenario
            .run()
            .out()
            .filter(any -> scenario.workloadSets().size() > 1)
            .map(path -> folderOfAll(path, id));
  }

  private ScenarioFolder folderOfAll(Path path, String id) {
    try {
      return new ScenarioFolder(
          path,
          id,
          scenario.name(),
          scenario.description(),
          Instant.now(),
          table.columns(),
          FileOpener.SYSTEM.masking(secrets::mask),
          terminal::complain);
    } catch (RunFolderException e) {
      throw new ConfigurationException("run.out: " + e.getMessage(), e);
    }
  }

  /** There is a live page, which shows what is found from now on. */
  synchronized void showOn(LivePage live) {
    page = Optional.of(live);
  }

  /**
   * The folder of the next run, if there are folders; that of the run before is complete, with its
   * page.
   *
   * @param history what is sent and received, if that is recorded
   */
  public synchronized Optional<RunFolder> next(
      RunSpec spec, String providers, Optional<History> history) {
    return scenario.run().out().map(named -> nextIn(named, spec, providers, history));
  }

  private RunFolder nextIn(Path named, RunSpec spec, String providers, Optional<History> history) {
    lastRun().ifPresent(Results::close);
    int number = runs.size() + 1;
    Path path = whole.map(folder -> named.resolve(folder.nextRun())).orElse(named);
    RunDescription description = describe(scenario, types, spec, providers, number);
    try {
      Results results = new Results(path, description, terminal, secrets, history);
      runs.add(results);
      steps = results.folder().steps(table.columns());
      return results.folder();
    } catch (RunFolderException e) {
      throw new ConfigurationException("run.out: " + e.getMessage(), e);
    } catch (IOException e) {
      throw new ConfigurationException("run.out: " + path + " cannot be written", e);
    }
  }

  /**
   * A run of a scenario, before it starts.
   *
   * @param number which of its runs, from 1 on
   */
  static RunDescription describe(
      Scenario scenario, ProviderTypes types, RunSpec spec, String providers, int number) {
    return new RunDescription(
        spec,
        providers,
        configuration(scenario, number),
        Environment.ofThisProcess(types),
        scenario.run().labels(),
        scenario.providers().stream()
            .flatMap(provider -> provider.table().get().stream())
            .findFirst());
  }

  /** Adds a row to the steps of the current run. */
  @Override
  public synchronized void row(StepRow row) {
    List<Object> cells = table.cells(row);
    if (steps != null) {
      steps.add(cells);
    }
    page.ifPresent(live -> live.step(table.columns(), cells));
    whole.ifPresent(folder -> folder.step(cells));
  }

  @Override
  public synchronized void tried(SearchTry tried) {
    lastRun().ifPresent(run -> run.folder().tried(tried));
    page.ifPresent(live -> live.tried(tried));
  }

  @Override
  public synchronized void found(Finding finding) {
    lastRun().ifPresent(run -> run.folder().found(finding));
    page.ifPresent(live -> live.found(finding));
    whole.ifPresent(folder -> folder.found(finding));
  }

  /**
   * Adds what was observed to the run in whose time it lies; what lies between runs is in none.
   *
   * @param run the current run, which no other replaces meanwhile
   * @param from those of a run, by the clock's reading when its schedule started
   */
  public synchronized void observed(
      CurrentRun run, NanoClock clock, LongFunction<List<Observation>> from) {
    OptionalLong startNanos = run.startNanos(clock);
    if (startNanos.isPresent()) {
      List<Observation> figures = from.apply(startNanos.getAsLong());
      lastRun().ifPresent(each -> each.folder().observations(figures));
      page.ifPresent(live -> live.observed(figures));
    }
  }

  /** The scenario was played to its end: adds whether objectives were met. */
  synchronized void judged(List<ObjectiveResult> results) {
    page.ifPresent(live -> live.objectives(results));
    if (whole.isPresent()) {
      whole.get().objectives(results);
      whole.get().done();
    } else {
      lastRun().ifPresent(run -> run.folder().objectives(results));
    }
  }

  @Override
  public synchronized void failed(String why) {
    lastRun().ifPresent(run -> run.failed(why));
    whole.ifPresent(folder -> folder.failed(why));
    page.ifPresent(live -> live.failed(why));
  }

  @Override
  public synchronized boolean complete() {
    return runs.stream().allMatch(Results::complete)
        && whole.map(ScenarioFolder::complete).orElse(true)
        && !withoutReport;
  }

  @Override
  public synchronized void close() {
    try {
      lastRun().ifPresent(Results::close);
    } finally {
      whole.ifPresent(ScenarioFolder::close);
    }
    whole.ifPresent(this::report);
  }

  /** Makes the page of all runs. */
  private synchronized void report(ScenarioFolder all) {
    withoutReport =
        !Results.reported(
            all.path(),
            () -> {
              RecordedScenario recorded = RecordedScenario.open(all.path());
              recorded.write(RunFiles.REPORT, ScenarioPage.of(recorded));
            },
            all::failed,
            terminal);
  }

  private Optional<Results> lastRun() {
    return runs.isEmpty() ? Optional.empty() : Optional.of(runs.get(runs.size() - 1));
  }

  private static Map<String, Object> configuration(Scenario scenario, int run) {
    Map<String, Object> configuration = new LinkedHashMap<>();
    configuration.put(RunSetup.PLAN, scenario.name());
    scenario.description().ifPresent(text -> configuration.put(Scenario.DESCRIPTION, text));
    scenario
        .providers()
        .forEach(each -> configuration.put("providers." + each.name(), each.section().resolved()));
    int set = Math.min(run, scenario.workloadSets().size()) - 1;
    for (Scenario.WorkloadPlan plan : scenario.workloadSets().get(set)) {
      configuration.put("workloads." + plan.name(), plan.section().resolved());
      List<String> traces = plan.workers().traceparents().get();
      if (!traces.isEmpty()) {
        configuration.put("traceparents." + plan.name(), traces);
      }
    }
    if (!scenario.setUp().isEmpty()) {
      configuration.put("set-up", texts(scenario.setUp()));
    }
    configuration.put("steps", texts(scenario.steps()));
    if (!scenario.lastSteps().isEmpty()) {
      configuration.put("finally", texts(scenario.lastSteps()));
    }
    return configuration;
  }

  private static String texts(List<Step> steps) {
    return steps.stream().map(Step::text).collect(Collectors.joining("; "));
  }
}
