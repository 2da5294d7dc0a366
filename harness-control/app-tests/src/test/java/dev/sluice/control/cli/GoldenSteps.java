package dev.sluice.control.cli;

import dev.sluice.control.cli.command.ScenarioVocabulary;
import dev.sluice.control.process.ScenarioResults;
import dev.sluice.control.process.StepsCsv;
import dev.sluice.control.scenario.model.Scenario;
import dev.sluice.control.scenario.reading.ScenarioReader;
import dev.sluice.control.scenario.step.GoldenRows;
import dev.sluice.control.secret.Secrets;
import dev.sluice.control.sink.console.Terminal;
import dev.sluice.control.sink.folder.TestRun;
import dev.sluice.core.result.Snapshot;
import dev.sluice.jms.provider.ProviderTypes;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The tables that a scenario leaves in its folder. */
public final class GoldenSteps {

  private static final String SCENARIO =
      """
      workloads:
        senders: {type: send}
      observers:
        host: {command: "echo 1", reads: proc-stat}
        disk: {command: "echo 1", per: second}
        depth: {command: "echo 1"}
      steps:
        - for-each: {size: [2KiB, 4KiB]}
          do:
            - repeat: 2
              do:
                - wait: balanced
                - wait: recovered
                - measure: step one
                  for: 1s
      """;

  private GoldenSteps() {}

  /** Writes them. */
  public static void write(Path out, List<Snapshot> intervals) throws IOException {
    Scenario scenario =
        new ScenarioReader(new ScenarioVocabulary(new Secrets()), name -> Optional.empty())
            .read("golden", "golden.yaml", SCENARIO, List.of("run.out=" + out));
    PrintWriter nowhere = new PrintWriter(new StringWriter());
    try (ScenarioResults results =
        new ScenarioResults(
            scenario,
            ProviderTypes.find(""),
            new StepsCsv(scenario),
            "R,1",
            new Terminal(nowhere, false),
            new Secrets())) {
      results.next(TestRun.description("R,1").spec(), "null", Optional.empty());
      GoldenRows.play(intervals, results);
    }
  }
}
