package dev.sluice.control.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.scenario.model.Scenario;
import dev.sluice.control.scenario.outside.Observer;
import dev.sluice.control.scenario.reading.ScenarioReader;
import dev.sluice.control.scenario.step.Step;
import dev.sluice.control.scenario.yaml.Section;
import dev.sluice.control.secret.Secrets;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The small form of a study has the workloads, steps and observers of the full one. What differs is
 * listed here, so that the forms cannot drift apart unseen.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class StudyFormsTest {

  private static final Path CONFIG = Path.of("../..", "config");

  /** How workloads connect, start and report: other machines, the same messages. */
  private static final Set<String> OF_THE_PLACE =
      Set.of(
          "type",
          "provider",
          "host",
          "port",
          "user",
          "password-file",
          "channel",
          "qmgr",
          "ccdt",
          "bindings",
          "reconnect",
          "app-name",
          "target-client",
          "interval",
          "id",
          "control",
          "start-timeout",
          "start-parallel",
          "start-retry");

  /**
   * What differs.
   *
   * @param options of workloads, as {@code respond.threads}
   * @param fullSteps kinds of steps that only the full form has
   * @param smallSteps kinds of steps that only the small form has
   * @param fullSetUp steps of set-up that only the full form has: real queue managers are created
   * @param smallSetUp steps of set-up that only the small form has: simulated ones are started
   * @param fullObservers that only the full form has
   * @param smallObservers that only the small form has
   */
  record Differences(
      Set<String> options,
      Set<String> fullSteps,
      Set<String> smallSteps,
      Set<String> fullSetUp,
      Set<String> smallSetUp,
      Set<String> fullObservers,
      Set<String> smallObservers) {}

  /** Of all lines of E1's second table. */
  private static final Differences FIXED_RATE =
      new Differences(
          Set.of("send.rate", "send.total-rate", "send.catch-up"),
          Set.of(),
          Set.of(),
          Set.of("stop-queue-managers.sh UC01QM", "start-queue-manager.sh UC01QM"),
          Set.of("start UC01QM"),
          Set.of("MQHost1", "MQHost2"),
          Set.of("cluster"));

  private static final Map<String, Differences> STUDIES =
      new TreeMap<>(
          Map.of(
              "e1-uniform-cluster/e1", // 300 messages/s are no whole number for each sender
              new Differences(
                  Set.of("send.rate", "send.total-rate", "send.catch-up"),
                  Set.of("rate"),
                  Set.of("total"),
                  Set.of("stop-queue-managers.sh UC01QM", "start-queue-manager.sh UC01QM"),
                  Set.of("start UC01QM"),
                  Set.of("MQHost1", "MQHost2", "UC01QM01", "UC01QM02", "UC01QM07", "UC01QM08"),
                  Set.of("cluster")),
              "e1-uniform-cluster/fixed-rate-growing",
              FIXED_RATE,
              "e1-uniform-cluster/fixed-rate",
              FIXED_RATE,
              "e1-uniform-cluster/unrestricted",
              FIXED_RATE,
              "e1-uniform-cluster/shrinking", // real queue managers balance by themselves
              new Differences(
                  Set.of("send.rate", "send.total-rate", "send.catch-up"),
                  Set.of("rate"),
                  Set.of("total", "balance"),
                  Set.of("stop-queue-managers.sh UC01QM", "start-queue-manager.sh UC01QM"),
                  Set.of("start UC01QM"),
                  Set.of("MQHost1", "MQHost2"),
                  Set.of("cluster")),
              "e2-request-reply-sweep/e2", // its loopback interface is not its own
              new Differences(
                  Set.of("respond.threads"),
                  Set.of(),
                  Set.of(),
                  Set.of("deploy.sh nha"),
                  Set.of("start PERF0"),
                  Set.of("replica1", "replica2", "net"),
                  Set.of()),
              "e2-request-reply-sweep/cores",
              new Differences(
                  Set.of("respond.threads"),
                  Set.of(),
                  Set.of(),
                  Set.of("deploy.sh nha"),
                  Set.of("start PERF0", "capacity PERF0"),
                  Set.of("replica1", "replica2", "net"),
                  Set.of()),
              "e3-queue-pairs/e3", // a simulated queue manager is one process with its channels
              new Differences(
                  Set.of("respond.threads", "respond.queues"),
                  Set.of(),
                  Set.of(),
                  Set.of("create.sh QMA", "create.sh QMB"),
                  Set.of("start QMA", "start QMB"),
                  Set.of("queue managers", "channels"),
                  Set.of("QMA", "QMB")),
              "e4-tutorial/e4",
              new Differences(
                  Set.of(),
                  Set.of(),
                  Set.of(),
                  Set.of("create.sh PERF0"),
                  Set.of("start PERF0"),
                  Set.of("mqhost", "log"),
                  Set.of("PERF0", "responders")),
              "e5-hub-and-branches/e5", // it writes no error files and no log
              new Differences(
                  Set.of(),
                  Set.of(),
                  Set.of(),
                  Set.of("create.sh hub", "create.sh branch"),
                  Set.of("stop HUB.QM", "start HUB.QM"),
                  Set.of("hub failures", "branch failures", "hub log MiB"),
                  Set.of())));

  static Stream<String> studies() {
    return STUDIES.keySet().stream();
  }

  private final Map<String, Scenario> scenarios = new HashMap<>(); // by name, each read once
  private final ScenarioVocabulary vocabulary = new ScenarioVocabulary(new Secrets());

  private Scenario read(String name) throws IOException {
    if (!scenarios.containsKey(name)) {
      Path file = CONFIG.resolve(name + ".yaml");
      scenarios.put(
          name,
          new ScenarioReader(vocabulary, variable -> Optional.empty())
              .read(name, file.toString(), Files.readString(file), List.of()));
    }
    return scenarios.get(name);
  }

  @ParameterizedTest
  @MethodSource("studies")
  void workloadsAreOfOneKindWithTheSameOptions(String study) throws IOException {
    Set<String> apart = STUDIES.get(study).options();
    assertThat(workloads(read(study + "-small"), apart)).isEqualTo(workloads(read(study), apart));
  }

  /** Those of the scenario, and those that are a process of their own, by their type. */
  private static SortedMap<String, SortedMap<String, String>> workloads(
      Scenario scenario, Set<String> apart) {
    SortedMap<String, SortedMap<String, String>> workloads = new TreeMap<>();
    for (Scenario.WorkloadPlan plan : scenario.workloadSets().get(0)) {
      Section section = plan.section();
      SortedMap<String, String> options = new TreeMap<>();
      section.keys().forEach(key -> options.put(key, section.text(key)));
      workloads.put(section.text("type"), options);
    }
    scenario
        .processes()
        .forEach(
            process -> {
              List<String> words = words(process.command());
              int type = Math.max(words.lastIndexOf("respond"), words.lastIndexOf("receive"));
              if (type >= 0) {
                workloads.put(words.get(type), options(words.subList(type + 1, words.size())));
              }
            });
    workloads.forEach(
        (type, options) ->
            options
                .keySet()
                .removeIf(key -> OF_THE_PLACE.contains(key) || apart.contains(type + "." + key)));
    return workloads;
  }

  private static List<String> words(Collection<String> command) {
    return Arrays.asList(String.join(" ", command).replace("'", "").split("\\s+", -1));
  }

  private static SortedMap<String, String> options(List<String> words) {
    SortedMap<String, String> options = new TreeMap<>();
    for (int i = 0; i < words.size(); i++) {
      if (words.get(i).startsWith("--")) {
        boolean flag = i + 1 == words.size() || words.get(i + 1).startsWith("--");
        options.put(words.get(i).substring(2), flag ? "true" : words.get(i + 1));
      }
    }
    // where requests name no reply queue, the responders' own
    options.remove("fixed-reply-queue");
    return options;
  }

  @ParameterizedTest
  @MethodSource("studies")
  void stepsAreOfTheSameKindsInTheSameOrder(String study) throws IOException {
    Differences apart = STUDIES.get(study);
    Scenario full = read(study);
    Scenario small = read(study + "-small");
    assertThat(without(kinds(small.steps()), apart.smallSteps()))
        .isEqualTo(without(kinds(full.steps()), apart.fullSteps()));
    assertThat(kinds(small.lastSteps())).isEqualTo(kinds(withoutEnds(full.lastSteps())));
    assertThat(small.objectives()) // of receivers, which are a process of their own in full forms
        .extracting(Scenario.Goal::workload)
        .filteredOn(workload -> !workload.equals("receivers"))
        .isEqualTo(full.objectives().stream().map(Scenario.Goal::workload).toList());
  }

  /** Simulated queue managers end with their process. */
  private static List<Step> withoutEnds(List<Step> steps) {
    return steps.stream().filter(step -> !step.text().contains("stop-queue-managers.sh")).toList();
  }

  /**
   * Each kind once. A command of a host is what a command of a simulated queue manager is; set-up
   * is part of the restart that it comes before.
   */
  private static List<String> kinds(List<Step> steps) {
    return steps.stream()
        .map(Step::text)
        .map(text -> text.replaceFirst("^admin balance .*", "balance"))
        .map(text -> text.replaceFirst("^(exec|admin) .*", "command"))
        .map(text -> text.replaceFirst("^wait until ([a-z]+ channels [a-z -]+) [0-9].*", "wait $1"))
        .map(text -> text.replaceFirst("^wait until ([a-z]+).*", "wait $1"))
        .map(text -> text.replaceFirst("^wait [0-9].*", "wait some time"))
        .map(text -> text.replaceFirst("^(measure|restart|rate|total|threads|pause) .*", "$1"))
        .distinct()
        .toList();
  }

  @ParameterizedTest
  @MethodSource("studies")
  void queueManagersAreSetUpByTheSameStepsInTheSameOrder(String study) throws IOException {
    Differences apart = STUDIES.get(study);
    assertThat(without(setUp(read(study + "-small")), apart.smallSetUp()))
        .isEqualTo(without(setUp(read(study)), apart.fullSetUp()));
  }

  /**
   * Scripts of the study, and commands of simulated queue managers, each with its first word: once
   * for queue managers that are numbered.
   */
  private static List<String> setUp(Scenario scenario) {
    return scenario.setUp().stream()
        .map(Step::text)
        .map(text -> text.replaceFirst("^exec .*?([a-z0-9-]+\\.sh \\S+).*", "$1"))
        .map(text -> text.replaceFirst("^admin (\\S+ \\S+).*", "$1"))
        .map(text -> text.replaceFirst("QM[0-9]+$", "QM"))
        .distinct()
        .toList();
  }

  @ParameterizedTest
  @MethodSource("studies")
  void whatIsThereIsObserved(String study) throws IOException {
    Differences apart = STUDIES.get(study);
    assertThat(without(observers(read(study + "-small")), apart.smallObservers()))
        .isEqualTo(without(observers(read(study)), apart.fullObservers()));
  }

  private static List<String> observers(Scenario scenario) {
    return scenario.observers().stream().map(Observer::name).toList();
  }

  /** Each listed difference must be one. */
  private static List<String> without(List<String> all, Set<String> some) {
    assertThat(all).containsAll(some);
    return all.stream().filter(name -> !some.contains(name)).toList();
  }

  /** By the same script, or by the same tool for more of them. */
  @ParameterizedTest
  @MethodSource("studies")
  void everyScriptOfASmallFormIsOneOfTheStudy(String study) throws IOException {
    Path folder = CONFIG.resolve(study).getParent();
    Scenario small = read(study + "-small");
    String commands =
        Stream.of(
                small.processes().stream().map(process -> String.join(" ", process.command())),
                small.setUp().stream().map(Step::text),
                small.steps().stream().map(Step::text))
            .flatMap(lines -> lines)
            .collect(Collectors.joining("\n"));
    List<String> scripts =
        words(List.of(commands)).stream()
            .filter(word -> word.contains("config/e"))
            .map(word -> word.replaceFirst(".*(config/e[^;)|<]*\\.(?:sh|mqsc)).*", "$1"))
            .distinct()
            .toList();
    assertThat(scripts)
        .allMatch(script -> Files.isRegularFile(Path.of("../..", script)))
        .allMatch(script -> !script.endsWith(".sh") || Files.isExecutable(Path.of("../..", script)))
        .allMatch(script -> Path.of("../..", script).startsWith(folder));
  }
}
