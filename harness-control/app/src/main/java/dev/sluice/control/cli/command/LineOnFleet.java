package dev.sluice.control.cli.command;

import dev.sluice.control.cli.command.workload.WorkloadCommand;
import dev.sluice.control.cli.option.OptionRules;
import dev.sluice.control.scenario.model.Scenario;
import dev.sluice.control.scenario.reading.ScenarioReader;
import dev.sluice.control.scenario.yaml.ScenarioException;
import dev.sluice.control.secret.Secrets;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/**
 * A line that runs a workload on the agents of a fleet: the scenario that does the same.
 *
 * @param line the command, parsed
 */
record LineOnFleet(ParseResult line, WorkloadCommand workload, Secrets secrets) {

  /** That of a command line, if it is one. */
  static Optional<LineOnFleet> of(ParseResult parsed, Secrets secrets) {
    ParseResult line = parsed.subcommand();
    return line != null
            && !line.isUsageHelpRequested()
            && line.commandSpec().userObject() instanceof WorkloadCommand workload
            && workload.controller.wanted()
        ? Optional.of(new LineOnFleet(line, workload, secrets))
        : Optional.empty();
  }

  /** Plays it to the end. */
  int exitCode() {
    CommandSpec command = line.commandSpec();
    Set<String> ofFleet =
        command.mixins().values().stream()
            .filter(each -> each.userObject() == workload.controller)
            .flatMap(each -> each.options().stream())
            .map(OptionSpec::longestName)
            .collect(Collectors.toSet());
    ScenarioVocabulary vocabulary = new ScenarioVocabulary(secrets);
    String text = new LineAsScenario(line, vocabulary).text(ofFleet);
    try {
      Scenario scenario =
          new ScenarioReader(vocabulary, name -> Optional.ofNullable(System.getenv(name)), secrets)
              .read(workload.workloadName(), "the command line", text, List.of());
      return new ScenarioPlay(workload.provider.types(), command.commandLine(), secrets)
          .run(scenario, workload.controller);
    } catch (ScenarioException e) {
      throw new OptionRules(command).refusal(e.getMessage(), e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }
}
