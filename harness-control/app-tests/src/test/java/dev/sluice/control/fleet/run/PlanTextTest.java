package dev.sluice.control.fleet.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.control.cli.command.ScenarioVocabulary;
import dev.sluice.control.fleet.codec.RecordCodec;
import dev.sluice.control.scenario.model.Scenario;
import dev.sluice.control.scenario.reading.ScenarioReader;
import dev.sluice.control.scenario.yaml.ScenarioException;
import dev.sluice.control.secret.Secrets;
import dev.sluice.core.run.RunSpec;
import dev.sluice.jms.provider.idle.IdleProvider;
import dev.sluice.jms.tracking.Delivery;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PlanTextTest {

  private final Secrets secrets = new Secrets();

  @TempDir private Path folder;

  private Scenario read(String text, Map<String, String> environment) {
    return new ScenarioReader(
            new ScenarioVocabulary(secrets),
            name -> Optional.ofNullable(environment.get(name)),
            secrets)
        .read("plan", "plan.yaml", text, List.of());
  }

  private PlanText.Travelling travelling(Scenario scenario) {
    RunSpec spec =
        scenario
            .runs(Map.of("p", new IdleProvider()), () -> Delivery.of(Delivery.Role.ACCOUNT))
            .get(0);
    return PlanText.of(
        scenario, scenario.workloadSets().get(0), new ScenarioVocabulary(secrets), spec);
  }

  @Test
  void variablesAreFilledInAndMeanTheSame() {
    Scenario scenario =
        read(
            """
            vars: {queue: "A$$B", rate: 10}
            providers: {p: {type: 'null'}}
            workloads:
              senders: {type: send, queue: "${queue}", rate: "${rate}", threads: "${N}", agents: 3}
            run: {interval: 2s, warmup: 1s, duration: 9s}
            """,
            Map.of("N", "7"));

    PlanText.Travelling travelling = travelling(scenario);

    Scenario there = read(travelling.text(), Map.of());
    Scenario.WorkloadPlan workload = there.workloadSets().get(0).get(0);
    assertThat(workload.section().text("queue")).isEqualTo("A$B");
    assertThat(workload.section().text("threads")).isEqualTo("7");
    assertThat(workload.agents()).isEmpty();
    assertThat(there.run().empty().interval()).hasSeconds(2);
    assertThat(there.run().empty().warmup()).hasSeconds(1);
  }

  @Test
  void filesTravelWithTheirDigestAndKeyStoresStay() throws Exception {
    Path template = Files.writeString(folder.resolve("t.txt"), "hello");
    Scenario scenario =
        read(
            """
            providers: {p: {type: ibmmq, ccdt: %s, key-store: /keys/app.p12}}
            workloads:
              senders: {type: send, queue: Q, template: %s}
            """
                .formatted(Files.writeString(folder.resolve("c.json"), "{}"), template),
            Map.of());

    PlanText.Travelling travelling = travelling(scenario);

    assertThat(travelling.files()).containsOnlyKeys("1-c.json", "2-t.txt");
    assertThat(travelling.text())
        .contains("${SLUICE_TASK_FOLDER}/2-t.txt")
        .contains("/keys/app.p12");
    assertThat(travelling.notes())
        .anyMatch(note -> note.contains("5 bytes") && note.contains("2cf24dba5fb0a30e"))
        .anyMatch(note -> note.contains("/keys/app.p12 stays on the host of each agent"));
  }

  /** It is one of another run, or there is none yet. */
  @ParameterizedTest
  @ValueSource(strings = {"", "sent,1"})
  void aLogIsWrittenOnTheHostOfEachAgent(String before) throws Exception {
    Path log = folder.resolve("m.csv");
    if (!before.isEmpty()) {
      Files.writeString(log, before);
    }
    PlanText.Travelling travelling =
        travelling(
            read(
                """
                providers: {p: {type: 'null'}}
                workloads:
                  senders: {type: send, queue: Q, verify: true, message-log: %s}
                """
                    .formatted(log),
                Map.of()));
    assertThat(travelling.files()).isEmpty();
    assertThat(travelling.text()).contains(log.toString());
    assertThat(travelling.notes())
        .containsExactly(
            "workloads.senders.message-log: " + log + " stays on the host of each agent");
  }

  @Test
  void secretsDoNotTravel() {
    String plan =
        """
        providers: {p: {type: ibmmq, host: h, property: ["XMSC_PASSWORD=%s"]}}
        workloads:
          senders: {type: send, queue: Q}
        """;

    assertThatThrownBy(() -> travelling(read(plan.formatted("geheim123"), Map.of())))
        .isInstanceOf(ScenarioException.class)
        .hasMessageContaining("a secret does not travel");
  }

  @Test
  void aControllerThatFollowsReadsTheWholeScenario() throws Exception {
    Path template = Files.writeString(folder.resolve("t.txt"), "hello");
    Scenario scenario =
        read(
            """
            vars: {queue: "A$$B", other: "${queue}2"}
            providers: {p: {type: 'null'}}
            workloads:
              senders: {type: send, queue: "${other}", threads: "${N}", template: %s}
            run: {duration: 9s, out: results, control: 4444}
            objectives: [senders: p99 < 20ms]
            steps: [wait: 3s, {rate: "${RATE:-5}"}]
            """
                .formatted(template),
            Map.of("N", "7", "OTHER", "x"));

    FleetTask left =
        FleetTask.parse(FleetTask.of(scenario, 0, travelling(scenario), Map.of()).content());
    Fleet.Reached reached =
        RecordCodec.PLAIN.decode(
            Fleet.Reached.class, RecordCodec.PLAIN.encode(new Fleet.Reached(1, 42)));

    assertThat(left.environment()).containsExactly(Map.entry("N", "7"));
    assertThat(List.of(left.set(), reached.step())).containsExactly(0, 1);
    assertThat(reached.nanos()).isEqualTo(42);
    Scenario there =
        read(left.scenario(), Map.of("N", "7", "SLUICE_TASK_FOLDER", folder.toString()));
    Scenario.WorkloadPlan workload = there.workloadSets().get(0).get(0);
    assertThat(workload.section().text("queue")).isEqualTo("A$B2");
    assertThat(workload.section().text("template")).isEqualTo(folder.resolve("1-t.txt").toString());
    assertThat(there.steps()).hasSize(2);
    assertThat(there.objectives()).isEqualTo(scenario.objectives());
    assertThat(there.run().empty().duration()).hasSeconds(9);
    assertThat(there.run().out()).isEmpty();
  }

  @Test
  void aScenarioThatTellsASecretIsNotLeftToOthers() {
    Scenario scenario =
        read(
            """
            vars: {password: "geheim123"}
            providers: {p: {type: 'null'}}
            workloads:
              senders: {type: send, queue: Q}
            """,
            Map.of());

    assertThat(FleetTask.of(scenario, 0, travelling(scenario), Map.of()).scenario()).isEmpty();
  }
}
