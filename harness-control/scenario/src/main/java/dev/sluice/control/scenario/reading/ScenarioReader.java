package dev.sluice.control.scenario.reading;

import dev.sluice.control.measure.Objective;
import dev.sluice.control.scenario.model.OptionForm;
import dev.sluice.control.scenario.model.OptionGroup;
import dev.sluice.control.scenario.model.Scenario;
import dev.sluice.control.scenario.model.Vocabulary;
import dev.sluice.control.scenario.outside.BrokerObserver;
import dev.sluice.control.scenario.outside.LocalProcesses.ProcessSpec;
import dev.sluice.control.scenario.outside.Observer;
import dev.sluice.control.scenario.step.Step;
import dev.sluice.control.scenario.yaml.Overrides;
import dev.sluice.control.scenario.yaml.Scope;
import dev.sluice.control.scenario.yaml.Section;
import dev.sluice.control.scenario.yaml.Value;
import dev.sluice.control.scenario.yaml.YamlReader;
import dev.sluice.control.secret.Secrets;
import dev.sluice.core.text.Quantities;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Reads a scenario from its text. Everything is checked here that can be checked before anything
 * starts. Immutable; any thread.
 *
 * @param environment the value of an environment variable, if there is one
 * @param secrets receive those among the values
 */
public record ScenarioReader(
    Vocabulary vocabulary, Function<String, Optional<String>> environment, Secrets secrets) {

  static final String VARS = "vars";
  static final String PROVIDERS = "providers";
  static final String WORKLOADS = "workloads";
  static final String TARGETS = "targets";
  static final String PROCESSES = "processes";
  static final String RUN = "run";
  static final String OBJECTIVES = "objectives";
  static final String ABORT = "abort";
  static final String HARNESS_SHARE = "harness-share";
  static final String OBSERVERS = "observers";
  static final String SET_UP = LoopReader.SET_UP;
  static final String STEPS = "steps";
  static final String FINALLY = "finally";
  static final String PUBLISHED = "published";

  /** A key of a run and of steps. */
  static final String UNTIL = "until";

  /** A key of a run and of steps. */
  static final String AT_MOST = "at-most";

  /** A key of a provider. */
  static final String TYPE = "type";

  static final String EMBEDDED = "embedded";

  static final List<String> KEYS =
      List.of(
          Scenario.DESCRIPTION,
          VARS,
          PROVIDERS,
          WORKLOADS,
          TARGETS,
          PROCESSES,
          RUN,
          OBJECTIVES,
          ABORT,
          HARNESS_SHARE,
          OBSERVERS,
          SET_UP,
          STEPS,
          FINALLY,
          PUBLISHED);

  private static final int MAX_VARIABLES = 1_000;

  /**
   * @param environment the value of an environment variable, if there is one
   */
  public ScenarioReader(Vocabulary vocabulary, Function<String, Optional<String>> environment) {
    this(vocabulary, environment, new Secrets());
  }

  /** Whether a word is the verb of a step. */
  public static boolean isStep(String word) {
    return StepVerb.of(word).isPresent();
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

    List<Scenario.Provider> providers = providers(root.section(PROVIDERS));
    List<String> providerNames = providers.stream().map(Scenario.Provider::name).toList();
    WorkloadSets workloads = new WorkloadSets(vocabulary, providerNames, requiredWorkloads(root));
    List<Scenario.Target> targets = root.section(TARGETS).each(OutsideReader::target);
    List<ProcessSpec> processes = root.section(PROCESSES).each(OutsideReader::process);
    OutsideReader outside =
        new OutsideReader(processes.stream().map(ProcessSpec::name).toList(), providerNames);
    Section observed = root.section(OBSERVERS);
    List<Observer> observers =
        observed.each(Predicate.not(OutsideReader::isAsked), outside::observer);
    List<BrokerObserver> brokers =
        observed.each(
            OutsideReader::isAsked,
            (observer, section) -> OutsideReader.asked(observer, section, providers));
    GoalReader goals = new GoalReader(workloads.names(), observers, brokers, harnessShare(root));
    Scenario.RunPlan run = run(root.section(RUN), goals);
    StepReader stepReader =
        new StepReader(
            vocabulary,
            providerNames,
            goals,
            new TargetReader(
                workloads.names(),
                targets.stream().map(Scenario.Target::name).toList(),
                workloads::paceable));
    List<Step> setUp = LoopReader.ofStepsWithoutRun(stepReader, workloads).read(root, SET_UP);
    LoopReader loops = LoopReader.ofSteps(stepReader, workloads);
    List<Step> steps = loops.read(root, STEPS);
    if (!run.until().isEmpty() && !steps.isEmpty()) {
      throw root.section(RUN)
          .problem(UNTIL, "the run has steps, which change it", "write 'until' in a measure step");
    }
    return new Scenario(
        name,
        providers,
        workloads.sets(), // after the steps, whose loops add some
        targets,
        processes,
        run,
        goals.goals(root, OBJECTIVES),
        root.flag(ABORT, false),
        observers,
        brokers,
        Stream.concat(setUp.stream(), loops.setUp().stream()).toList(),
        steps,
        LoopReader.ofStepsWithoutRun(stepReader, workloads).read(root, FINALLY),
        root.optional(PUBLISHED).map(Path::of),
        root);
  }

  private Scenario.RunPlan run(Section section, GoalReader goals) {
    OptionGroup options = OptionGroup.of(section, vocabulary.runOptions(), List.of(UNTIL));
    for (String figure : section.phrases(UNTIL)) {
      options = options.and("--" + UNTIL + "=" + figure);
    }
    return vocabulary.run(options).until(goals.until(section, goals.workloads().get(0)));
  }

  /** Those of the scenario; the embedded broker if it names none. */
  private List<Scenario.Provider> providers(Section group) {
    List<Scenario.Provider> providers =
        group.each(
            (name, section) ->
                provider(
                    name,
                    section,
                    section.word(TYPE, "", vocabulary.providerTypes(classPath(section)))));
    return providers.isEmpty() ? List.of(provider(EMBEDDED, group, EMBEDDED)) : providers;
  }

  private Scenario.Provider provider(String name, Section section, String type) {
    Map<String, OptionForm> forms = vocabulary.providerOptions(classPath(section));
    return vocabulary.provider(name, type, OptionGroup.of(section, forms, List.of(TYPE)));
  }

  private static String classPath(Section provider) {
    return provider.optional(Vocabulary.CLASS_PATH).orElse("");
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
