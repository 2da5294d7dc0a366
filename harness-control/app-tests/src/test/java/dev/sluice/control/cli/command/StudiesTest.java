package dev.sluice.control.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.scenario.model.Scenario;
import dev.sluice.control.scenario.reading.ScenarioReader;
import dev.sluice.control.scenario.step.Step;
import dev.sluice.control.scenario.step.ThreadsStep;
import dev.sluice.control.secret.Secrets;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The shipped scenarios have in common with the studies they repeat all that decides their results.
 */
class StudiesTest {

  /** Holds no more than the models of commands. */
  private static final ScenarioVocabulary VOCABULARY = new ScenarioVocabulary(new Secrets());

  private static Scenario read(String name) throws IOException {
    Path file = Path.of("../..", "config", name + ".yaml");
    return new ScenarioReader(VOCABULARY, variable -> Optional.empty())
        .read(name, file.toString(), Files.readString(file), List.of());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "e2-request-reply-sweep/e2",
        "e2-request-reply-sweep/e2-small",
        "e2-request-reply-sweep/cores",
        "e2-request-reply-sweep/cores-small"
      })
  void bothHalvesOfARoundTripAreOfOneKind(String name) throws IOException {
    for (List<Scenario.WorkloadPlan> set : read(name).workloadSets()) {
      List<String> kinds =
          set.stream()
              .map(plan -> plan.section())
              .map(keys -> keys.text("persistent") + " " + keys.text("transacted"))
              .distinct()
              .toList();
      assertThat(kinds).hasSize(1).first().isIn("true true", "false false");
    }
  }

  @Test
  void requestersDoubleFromOneToAsManyAsThereAreResponders() throws IOException {
    List<Step> steps = read("e2-request-reply-sweep/e2").steps();
    assertThat(steps.stream().filter(ThreadsStep.class::isInstance).map(Step::text).limit(10))
        .containsExactly(
            "threads 1 requesters",
            "threads 2 requesters",
            "threads 4 requesters",
            "threads 8 requesters",
            "threads 16 requesters",
            "threads 32 requesters",
            "threads 64 requesters",
            "threads 128 requesters",
            "threads 256 requesters",
            "threads 500 requesters");
  }

  /** A queue manager that is given its cores has no workloads meanwhile. */
  @Test
  void coresAndReplicationAreSetBeforeEachRunOfTheirOwn() throws IOException {
    Scenario scenario = read("e2-request-reply-sweep/cores");
    assertThat(scenario.setUp())
        .extracting(Step::text)
        .containsExactly("exec config/e2-request-reply-sweep/deploy.sh nha 1 keys");
    assertThat(scenario.steps().stream().map(Step::text).filter(text -> text.contains("exec")))
        .hasSize(35)
        .allMatch(
            text ->
                text.matches(
                    "restart the workloads: .*size \\d+KiB; before that exec"
                        + " .*/deploy.sh (nha|single) \\d+ keys"));
    assertThat(scenario.workloadSets()).hasSize(36); // 2 of replication, 6 of cores, 3 sizes
  }

  /** As published: the second table, shrinking, and a host for each end. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "e1-uniform-cluster/e1",
        "e1-uniform-cluster/fixed-rate",
        "e1-uniform-cluster/fixed-rate-growing",
        "e1-uniform-cluster/growing-on-demand",
        "e1-uniform-cluster/shrinking",
        "e1-uniform-cluster/unrestricted"
      })
  void sendersAndReceiversOfTheClusterHaveAHostEachAndAreMeasuredTogether(String name)
      throws IOException {
    Scenario scenario = read(name);
    assertThat(scenario.workloadSets().get(0))
        .extracting(Scenario.WorkloadPlan::name)
        .containsExactly("senders");
    assertThat(scenario.processes().get(0).command().toString())
        .contains(
            " app2 exec env \"'SLUICE_JAVA_OPTS=-Xms768M -Xmx768M -Xmn600M'\" ",
            "--threads 180",
            "--app-name mqperf.receiver");
    assertThat(scenario.lastSteps())
        .extracting(Step::text)
        .hasSize(12)
        .allMatch(text -> text.matches(".* (UC01QM\\d\\d) .*/stop-queue-managers.sh \\1"));
    assertThat(
            scenario.steps().stream().map(Step::text).filter(text -> text.startsWith("measure ")))
        .isNotEmpty()
        .allMatch(text -> text.endsWith(", with app2"));
  }

  /** The study saw no even spread at its end, either. */
  @ParameterizedTest
  @ValueSource(strings = {"e1-uniform-cluster/e1", "e1-uniform-cluster/e1-small"})
  void balanceIsWaitedForAndNotInsistedOn(String name) throws IOException {
    assertThat(
            read(name).steps().stream().map(Step::text).filter(text -> text.contains("balanced")))
        .isNotEmpty()
        .allMatch(text -> text.endsWith("or goes on"));
  }

  /** A late reply of a request that timed out would flatter the recovery. */
  @ParameterizedTest
  @ValueSource(strings = {"e5-hub-and-branches/e5", "e5-hub-and-branches/e5-small"})
  void nobodyGivesUpWhileTheNetworkIsCutAndItIsHealedInAnyCase(String name) throws IOException {
    Scenario scenario = read(name);
    assertThat(scenario.workloadSets().get(0))
        .extracting(plan -> plan.section().text("receive-timeout"))
        .containsOnly("0");
    List<String> steps = scenario.steps().stream().map(Step::text).toList();
    assertThat(scenario.lastSteps()).hasSize(1);
    assertThat(steps).contains(scenario.lastSteps().get(0).text());
    assertThat(steps)
        .anyMatch(text -> text.startsWith("wait until hub channels below 1"))
        .anyMatch(text -> text.startsWith("wait until hub channels at least "))
        .anyMatch(text -> text.matches(".*recovered of requesters, compared with .* before, .*"));
  }

  /** Some of its channels may get no message; the pairs after them are measured all the same. */
  @Test
  void channelsThatDoNotStartOrComeBackEndNoScenario() throws IOException {
    assertThat(
            read("e5-hub-and-branches/e5").steps().stream()
                .map(Step::text)
                .filter(text -> text.startsWith("wait until hub channels at least ")))
        .hasSizeGreaterThanOrEqualTo(2)
        .allMatch(text -> text.endsWith("or goes on"));
  }

  /** Limits are those of who starts a process: the user of ssh, and not the one called mqm. */
  @Test
  void limitsOfQueueManagersAreThoseOfWhoStartsThem() throws IOException {
    String page = Files.readString(Path.of("../..", "config", "e5-hub-and-branches", "README.md"));
    assertThat(page.lines().filter(line -> line.matches(".* - (nofile|nproc) \\d+.*")))
        .hasSize(2)
        .allMatch(line -> line.contains(" @mqm - "));
    assertThat(page).contains("the user of ssh, who is in the group `mqm`");
  }

  /** A command by ssh runs without a login, and so without the path of an installation. */
  @ParameterizedTest
  @ValueSource(strings = {"e3-queue-pairs/e3", "e4-tutorial/e4", "e5-hub-and-branches/e5"})
  void commandsOfIbmMqHaveTheirPathAndShareConnectionsToTheirHosts(String name) throws IOException {
    String text = Files.readString(Path.of("../..", "config", name + ".yaml"));
    assertThat(text).contains("-o ControlMaster=auto", "ControlPersist=");
    assertThat(text.replace("${installation}/bin/runmqsc", ""))
        .doesNotContainPattern("(?<!src-it/mqsim/)\\brunmqsc ");
  }

  @Test
  void requestersAndServersOfPairsAreAtTwoQueueManagersAndInTwoProcesses() throws IOException {
    Scenario scenario = read("e3-queue-pairs/e3");
    assertThat(scenario.processes())
        .extracting(process -> process.name())
        .containsExactly("servers");
    assertThat(scenario.processes().get(0).command().toString())
        .contains("--qmgr QMB", "--threads 20");
    assertThat(scenario.providers().get(0).section().text("qmgr")).isEqualTo("QMA");
    assertThat(scenario.observers()).hasSize(3).allMatch(observer -> observer.readsCpu());
    assertThat(scenario.steps().stream().map(Step::text))
        .contains("measure 4MiB, 5 pairs, 60.0 s", "measure 2KiB, 1 pairs, 60.0 s");
  }

  /** As published; a queue manager that may use every processor does not saturate. */
  @Test
  void queueManagersOfTheClusterHaveFourProcessorsEachAndTheirOwnHosts() throws IOException {
    assertThat(read("e1-uniform-cluster/e1").steps().stream().map(Step::text))
        .contains(
            "exec ssh -F config/e1-uniform-cluster/ssh_config UC01QM07"
                + " MQ_INSTALLATION=/opt/mqm /var/mqm/uc01/start-queue-manager.sh UC01QM07 4");
    String layout =
        Files.readString(Path.of("../..", "config", "e1-uniform-cluster", "ssh_config"));
    assertThat(layout)
        .contains(
            """
            Host UC01QM01 UC01QM02 UC01QM03 UC01QM04 UC01QM05 UC01QM06 mqhost1
              HostName mqhost1
            """,
            "UC01QM12 mqhost2\n  HostName mqhost2\n");
  }
}
