package dev.sluice.control.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.process.ExitCode;
import dev.sluice.core.stats.AccountTerm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.ToLongFunction;
import org.json.JSONObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The results of scenarios with loops and searches. */
class SweepResultsTest {

  private static final String WORKLOAD =
      """
      providers: {none: {type: "null"}}
      run: {interval: 50ms}
      harness-share: 100%%
      vars: {threads: 1, wait: 1ms}
      workloads:
        senders: {type: send, queue: Q, threads: "%s", rate: 200}
      steps:
      """;

  @TempDir Path temporary;

  private Path out() {
    return temporary.resolve("out");
  }

  private Execution play(String threads, String steps) throws IOException {
    return Execution.ofPlan(
        temporary, WORKLOAD.formatted(threads) + steps.indent(2), "--out=" + out());
  }

  private List<String> steps() throws IOException {
    return Files.readAllLines(out().resolve("steps.csv"));
  }

  @Test
  void aSweepOfSeveralRunsLeavesOneTableAndOnePage() throws IOException {
    Execution execution =
        play(
            "${threads}",
            """
            - for-each: {wait: [a, b], threads: [1, 2]}
              do:
                - measure: "${wait} ${threads}"
                  for: 100ms
            """);
    execution.ended(ExitCode.OK);
    assertThat(steps()).hasSize(5);
    assertThat(steps().get(0))
        .startsWith("step,workload,workers,target_per_second,")
        .endsWith(",wait,threads,run");
    assertThat(steps().get(1)).startsWith("a 1,").endsWith(",a,1,run-1");
    assertThat(steps().get(4)).startsWith("b 2,").endsWith(",b,2,run-4");
    List<String> header = List.of(steps().get(0).split(",", -1));
    for (String row : steps().subList(1, 5)) {
      List<String> cells = List.of(row.split(",", -1));
      ToLongFunction<AccountTerm> term =
          of -> Long.parseLong(cells.get(header.indexOf(of.column())));
      assertThat(AccountTerm.TO_DO.stream().mapToLong(term).sum())
          .as(row)
          .isPositive()
          .isEqualTo(AccountTerm.OUTCOMES.stream().mapToLong(term).sum());
    }
    assertThat(out().resolve("run-4/steps.csv")).content().contains("b 2,").contains(",b,2\n");
    JSONObject scenario = new JSONObject(Files.readString(out().resolve("scenario.json")));
    assertThat(scenario.getString("state")).isEqualTo("done");
    assertThat(scenario.getJSONArray("runs")).hasSize(4);
    assertThat(out().resolve("report.html"))
        .content()
        .contains("run-4/report.html", "\"variable\":\"threads\"");
    assertThat(out().resolve("run-4/report.html")).exists();
  }

  @Test
  void aSweepThatWasKilledIsShownAsFarAsItCame() throws IOException {
    play(
        "${threads}",
        """
        - for-each: {threads: [1, 2]}
          do: [{measure: "${threads}", for: 100ms}]
        """);
    // as a killed process leaves it, in its second run
    Files.delete(out().resolve("report.html"));
    Files.delete(out().resolve("run-2/report.html"));
    Path scenario = out().resolve("scenario.json");
    Files.writeString(scenario, Files.readString(scenario).replace("\"done\"", "\"running\""));
    Files.writeString(out().resolve("steps.csv"), String.join("\n", steps().subList(0, 2)) + "\n");

    Execution report = Execution.of("report", out().toString()).ended(ExitCode.OK);
    assertThat(report.out()).contains("run-2").contains(out().resolve("report.html").toString());
    assertThat(out().resolve("run-2/report.html")).exists();
    assertThat(out().resolve("report.html"))
        .content()
        .contains("Unfinished", "1 step measured in 2 runs");
  }

  @Test
  void aLoopInASingleRunHasItsVariablesInTheTableOfTheRun() throws IOException {
    Execution execution =
        play(
            "1",
            """
            - for-each: {rate: [100, 200]}
              do:
                - rate: ${rate}
                - measure: "${rate}"
                  for: 100ms
            - measure: after
              for: 100ms
            """);
    execution.ended(ExitCode.OK);
    assertThat(steps().get(0)).endsWith(",rate");
    assertThat(steps().get(1)).endsWith(",100");
    assertThat(steps().get(3)).startsWith("after,").endsWith(",");
    JSONObject run = new JSONObject(Files.readString(out().resolve("run.json")));
    assertThat(run.getJSONArray("variables").toList()).containsExactly("rate");
    assertThat(out().resolve("report.html")).content().contains("\"variable\":\"rate\"");
  }

  @Test
  void aVariableThatIsCalledAsAFigureHasAColumnOfItsOwn() throws IOException {
    play("1", "- for-each: {workers: [1, 2]}\n  do: [{measure: a, for: 100ms}]");
    assertThat(steps().get(0)).endsWith(",workers_variable");
    assertThat(steps().get(2)).endsWith(",2");
  }

  @Test
  void aSearchWritesItsTriesAndItsPageBeginsWithTheFinding() throws IOException {
    Execution execution =
        play(
            "1",
            """
            - find-max: most
              workload: senders
              from: 50
              to: 100
              settle: 0s
              window: 100ms
              votes: 1
              objectives: [p50 < 10s]
            """);
    execution.ended(ExitCode.OK);
    List<String> tries = Files.readAllLines(out().resolve("tries.csv"));
    assertThat(tries).hasSize(3);
    assertThat(tries.get(0))
        .isEqualTo(
            "search,workload,since_start_s,rate_per_second,achieved_per_second,p99_ms,met,missed,"
                + "achieved_confidence95_low_per_second,achieved_confidence95_high_per_second,"
                + "p99_confidence95_low_ms,p99_confidence95_high_ms,outcome,try,again");
    assertThat(tries.get(1)).startsWith("most,senders,").contains(",50,").contains(",true,,");
    assertThat(tries.get(2)).contains(",100,");
    JSONObject finding =
        new JSONObject(Files.readString(out().resolve("run.json")))
            .getJSONArray("findings")
            .getJSONObject(0);
    assertThat(finding.getString("kind")).isEqualTo("max_rate");
    assertThat(finding.getString("text")).startsWith("max rate of senders: ");
    assertThat(out().resolve("report.html"))
        .content()
        .contains("\"headline\":\"Max rate of senders: ");
  }

  @Test
  void aFolderThatHoldsASweepIsRejected() throws IOException {
    String steps = "- for-each: {threads: [1, 2]}\n  do: [{measure: a, for: 100ms}]";
    play("${threads}", steps);
    Execution again = play("${threads}", steps).ended(ExitCode.USAGE);
    assertThat(again.err()).contains(out().toString()).contains("name a new or empty folder");
    String merged = temporary.resolve("merged").toString();
    assertThat(Execution.of("merge", merged, out().toString(), out() + "2").err())
        .contains("holds a scenario's runs; name one of the folders in it");
  }
}
