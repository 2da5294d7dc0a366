package dev.sluice.control.scenario.reading;

import dev.sluice.control.command.Quantities;
import dev.sluice.control.measure.Objective;
import dev.sluice.control.scenario.model.OptionGroup;
import dev.sluice.control.scenario.model.RunPlan;
import dev.sluice.control.scenario.model.Scenario;
import dev.sluice.control.scenario.model.TargetSpec;
import dev.sluice.control.scenario.model.Vocabulary;
import dev.sluice.control.scenario.outside.Observer;
import dev.sluice.control.scenario.outside.ProcessSpec;
import dev.sluice.control.scenario.step.Step;
import dev.sluice.control.scenario.yaml.Overrides;
import dev.sluice.control.scenario.yaml.Scope;
import dev.sluice.control.scenario.yaml.Section;
import dev.sluice.control.scenario.yaml.Value;
import dev.sluice.control.scenario.yaml.YamlReader;
import dev.sluice.control.secret.Secrets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Reads a scenario from its text. Everything is checked here that can be checked before anything
 * starts. Immutable; any thread.
 */
public final class ScenarioReader {

  static final String DESCRIPTION = "description";
  static final String VARS = "vars";
  static final String PROVIDERS = "providers";
  static final String WORKLOADS = "workloads";
  static final String TARGETS = "targets";
  static final String PROCESSES = "processes";
  static final String RUN = "run";
  static final String OBJECTIVES = "objectives";
  static final String HARNESS_SHARE = "harness-share";
  static final String OBSERVERS = "observers";
  static final String SET_UP = LoopReader.SET_UP;
  static final String STEPS = "steps";
  static final String FINALLY = "finally";
  static final String PUBLISHED = "published";

  static final List<String> KEYS =
      List.of(
          DESCRIPTION,
          VARS,
          PROVIDERS,
          WORKLOADS,
          TARGETS,
          PROCESSES,
          RUN,
          OBJECTIVES,
          HARNESS_SHARE,
          OBSERVERS,
          SET_UP,
          STEPS,
          FINALLY,
          PUBLISHED);

  private static final int MAX_VARIABLES = 1_000;

  private final Vocabulary vocabulary;
  private final Function<String, Optional<String>> environment;
  private final Secrets secrets;

  /**
   * @param environment the value of an environment variable, if there is one
   */
  public ScenarioReader(Vocabulary vocabulary, Function<String, Optional<String>> environment) {
    this(vocabulary, environment, new Secrets());
  }

  /**
   * @param environment the value of an environment variable, if there is one
   * @param secrets receive those among the values
   */
  public ScenarioReader(
      Vocabulary vocabulary, Function<String, Optional<String>> environment, Secrets secrets) {
    this.vocabulary = vocabulary;
    this.environment = environment;
    this.secrets = secrets;
  }

  /**
   * Reads one.
   *
   * @param source what messages call the text, a file's name
   * @param settings values of the command line, each {@code a.b=c}
   * @throws dev.sluice.control.scenario.yaml.ScenarioException if something in it is wrong
   */
  public Scenario read(String name, String source, String text, List<String> settings) {
    Value.Fields document = Overrides.apply(new YamlReader(source).read(text), settings);
    Section root = new Section(document, Scope.of(environment, secrets));
    root.requireKnown(KEYS);
    root = root.in(variables(root));

    List<Scenario.Provider> providers = new ProviderReader(vocabulary).read(root);
    WorkloadSets workloads =
        new WorkloadSets(
            new WorkloadReader(
                vocabulary, providers.stream().map(Scenario.Provider::name).toList()),
            requiredWorkloads(root));
    List<TargetSpec> targets = new ArrayList<>();
    each(root, TARGETS, (key, section) -> targets.add(OutsideReader.target(key, section)));
    List<ProcessSpec> processes = new ArrayList<>();
    each(root, PROCESSES, (key, section) -> processes.add(OutsideReader.process(key, section)));
    ObserverReader observerReader =
        new ObserverReader(
            processes.stream().map(ProcessSpec::name).toList(),
            providers.stream().map(Scenario.Provider::name).toList());
    List<Observer> observers = new ArrayList<>();
    each(root, OBSERVERS, (key, section) -> observers.add(observerReader.read(key, section)));
    Section run = root.section(RUN);
    RunPlan runPlan = OptionGroup.parse(run, vocabulary.runOptions(), List.of(), vocabulary::run);
    GoalReader goals = new GoalReader(workloads.names(), observers, harnessShare(root));
    StepReader stepReader =
        new StepReader(
            goals,
            new FillReader(vocabulary, providers.stream().map(Scenario.Provider::name).toList()),
            new TargetReader(
                workloads.names(),
                targets.stream().map(TargetSpec::name).toList(),
                workloads::paceable));
    List<Step> setUp = LoopReader.ofStepsWithoutRun(stepReader, workloads).read(root, SET_UP);
    LoopReader loops = LoopReader.ofSteps(stepReader, workloads);
    List<Step> steps = loops.read(root, STEPS);
    return new Scenario(
        name,
        providers,
        workloads.sets(), // after the steps, whose loops add some
        targets,
        processes,
        runPlan,
        goals.goals(root, OBJECTIVES),
        observers,
        Stream.concat(setUp.stream(), loops.setUp().stream()).toList(),
        steps,
        LoopReader.ofStepsWithoutRun(stepReader, workloads).read(root, FINALLY),
        root.has(PUBLISHED) ? Optional.of(Path.of(root.text(PUBLISHED))) : Optional.empty(),
        root);
  }

  /** Reads one entry of a group. */
  @FunctionalInterface
  private interface Entry {
    void read(String key, Section section);
  }

  private static void each(Section root, String group, Entry entry) {
    Section section = root.section(group);
    for (String key : section.keys()) {
      entry.read(key, section.section(section.value(key).orElseThrow()));
    }
  }

  private static Section requiredWorkloads(Section root) {
    Section workloads = root.section(WORKLOADS);
    if (workloads.keys().isEmpty()) {
      throw root.has(WORKLOADS)
          ? workloads.problem(
              "the scenario has no workload", "add one, such as 'senders: {type: send}'")
          : root.missing(WORKLOADS);
    }
    return workloads;
  }

  private static double harnessShare(Section root) {
    double share = root.parsed(HARNESS_SHARE, Quantities::share).orElse(Objective.HARNESS_SHARE);
    if (share < 0 || share > 1) {
      throw root.problem(HARNESS_SHARE, "it must be from 0 to 100%", "write a share such as 50%");
    }
    return share;
  }

  /** Variables may use those above them. */
  private static Scope variables(Section root) {
    Scope scope = root.scope();
    Section vars = root.section(VARS);
    if (vars.keys().size() > MAX_VARIABLES) {
      throw vars.problem("there are more than " + MAX_VARIABLES + " variables", "take fewer");
    }
    for (Map.Entry<String, Value> variable : vars.entries()) {
      scope = scope.with(variable.getKey(), vars.in(scope).text(variable.getValue()));
    }
    return scope;
  }
}
