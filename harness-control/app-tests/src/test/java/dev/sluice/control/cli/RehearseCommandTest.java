package dev.sluice.control.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.format.Csv;
import dev.sluice.control.process.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.json.JSONObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIfEnvironmentVariable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RehearseCommandTest {

  private static final String PLAN =
      """
      workloads:
        senders: {type: send, queue: Q, threads: 4, rate: 50, verify: true, history: true}
        receivers: {type: receive, queue: Q, threads: 2, verify: true, history: true}
      steps:
        - wait: 1500ms
        - fault: nothing
          exec: 'true'
        - wait: 500ms
      """;

  @TempDir Path temporary;

  private Execution rehearse(String plan, String... more) throws IOException {
    String[] all = Arrays.copyOf(more, more.length + 1);
    all[more.length] = "--out=" + temporary.resolve("out");
    return Execution.ofPlan("rehearse", temporary, plan, all);
  }

  @Test
  void aFaultThatDoesNothingIsCertified() throws IOException {
    Execution played = rehearse(PLAN, "--outage", "1h", "--share", "50%", "--confidence", "80%");
    played.ended(ExitCode.OBJECTIVES_NOT_JUDGED);
    assertThat(played.out())
        .contains("PASS lost == 0: 0 of ")
        .contains(" objectives not judged after 1 fault: " + temporary);
    List<List<String>> rows = Csv.read(temporary.resolve("out/faults.csv"));
    assertThat(rows).hasSize(3);
    assertThat(rows.get(2)).contains("1 nothing");
    boolean judged = !rows.get(2).contains("not judged"); // else the host had no processor for it
    assertThat(played.out())
        .contains(
            judged
                ? "NOT JUDGED nothing: 50 % of outages < 3600s: 1 of 1 were"
                : "NOT JUDGED nothing: outages < 3600s: the harness stood still");
    JSONObject json = new JSONObject(Files.readString(temporary.resolve("out/certificate.json")));
    assertThat(json.getString("outcome")).isEqualTo("not_judged");
    assertThat(Files.readString(temporary.resolve("out/certificate.html")))
        .contains("Recovery of ", "\"1 nothing\"");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--share|100%|'100%' is not within 0.01 and 1",
        "--confidence|10%|'10%' is not within 0.5 and 1",
        "--loss|-1|'--loss'",
        "--outage|soon|soon",
        "--set|workloads.senders.threads=many|many",
        "--set|workloads.senders.thread=4|thread"
      })
  void whatIsWrongIsSaidInOneLine(String option, String value, String told) throws IOException {
    Execution refused = rehearse(PLAN, option, value).ended(ExitCode.USAGE);
    assertThat(refused.err()).startsWith("sluice: ").contains(told).doesNotContain("Exception");
    assertThat(temporary.resolve("out")).doesNotExist();
  }

  @Test
  void aPlanWithoutFaultsOrHistoriesIsRefused() throws IOException {
    assertThat(rehearse(PLAN.replaceAll("(?s)- fault.*true'", "- wait: 1s")).complaint())
        .endsWith("makes no fault; add a step 'fault: NAME'");
    assertThat(rehearse(PLAN.replace(", history: true", "")).complaint())
        .endsWith("has no workload with 'history: true'");
  }

  @Test
  @DisabledIfEnvironmentVariable(named = "KUBERNETES_SERVICE_HOST", matches = ".+")
  void aPodIsDeletedInAClusterOnly() throws IOException {
    Execution played =
        rehearse(
            PLAN.replace("1500ms", "1ms")
                .replace("exec: 'true'", "delete-pod: app=x\n    namespace: mq"));
    played.ended(ExitCode.FAILED_RUN);
    assertThat(played.out() + played.err()).contains("deleting a pod: this is possible in a pod");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "fault: a|the key is missing; add 'exec: ...'",
        "fault: a, exec: x, admin: y, at: 'h:1'|this fault is made by 'admin'",
        "fault: a, exec: x, at: 'h:1'|this fault is made by 'exec'",
        "fault: a, exec: x, grace: 0s|this fault is made by 'exec'",
        "fault: a, delete-pod: app=x, exec: y|this fault is made by 'delete-pod'"
      })
  void aFaultIsMadeInOneWay(String step, String told) throws IOException {
    Execution refused =
        rehearse(PLAN.replace("wait: 500ms", step.replace(", ", "\n    "))).ended(ExitCode.USAGE);
    assertThat(refused.err()).contains(told);
  }
}
