package dev.sluice.control.cli.command;

import dev.sluice.control.cli.command.workload.WorkloadCommand;
import dev.sluice.control.cli.option.run.ControllerOptions;
import dev.sluice.control.fleet.run.FleetRuns;
import dev.sluice.control.fleet.run.FleetSession;
import dev.sluice.control.process.ExitCode;
import dev.sluice.control.process.ScenarioProcess;
import dev.sluice.control.scenario.model.Scenario;
import dev.sluice.control.scenario.reading.ScenarioReader;
import dev.sluice.control.scenario.yaml.ScenarioException;
import dev.sluice.control.secret.Secrets;
import dev.sluice.jms.provider.ProviderTypes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/**
 * Plays a scenario for a command: with workers of this process, or of the agents of a fleet.
 *
 * @param types of the providers that there are
 * @param line the command, for what it prints
 * @param secrets are kept out of everything it writes
 */
record ScenarioPlay(ProviderTypes types, CommandLine line, Secrets secrets) {

  /**
   * Plays a line that runs a workload on the agents of a fleet, as the scenario that does the same.
   *
   * @return the exit code; empty if it is another line
   */
  static Optional<Integer> ofLine(ParseResult parsed, Secrets secrets) {
    ParseResult line = parsed.subcommand();
    return line != null
            && !line.isUsageHelpRequested()
            && line.commandSpec().userObject() instanceof WorkloadCommand workload
            && workload.controller.wanted()
        ? Optional.of(ofLine(line, workload, secrets))
        : Optional.empty();
  }

  private static int ofLine(ParseResult line, WorkloadCommand workload, Secrets secrets) {
    CommandSpec command = line.commandSpec();
    Set<String> ofFleet =
        command.mixins().values().stream()
            .filter(each -> each.userObject() == workload.controller)
            .flatMap(each -> each.options().stream())
            .map(OptionSpec::longestName)
            .collect(Collectors.toSet());
    String text = new LineAsScenario(line, new ScenarioVocabulary(secrets)).text(ofFleet);
    ScenarioPlay play = new ScenarioPlay(workload.provider.types(), command.commandLine(), secrets);
    try {
      return play.run(
          play.read(workload.workloadName(), "the command line", text, List.of()),
          workload.controller);
    } catch (ScenarioException e) {
      throw workload.refusal(e.getMessage(), e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }

  /**
   * Reads a scenario, whose variables may be those of the environment.
   *
   * @param source where the text comes from, for complaints
   * @param settings replace values, {@code KEY=VALUE} each
   */
  Scenario read(String name, String source, String text, List<String> settings) {
    return new ScenarioReader(
            new ScenarioVocabulary(secrets),
            variable -> Optional.ofNullable(System.getenv(variable)),
            secrets)
        .read(name, source, text, settings);
  }

  /** Plays it to the end and returns the exit code. */
  int run(Scenario scenario, ControllerOptions controller)
      throws IOException, InterruptedException {
    if (!controller.wanted()) {
      FleetRuns.namingAgents(scenario)
          .ifPresent(
              each -> {
                throw each.section()
                    .problem(
                        "agents",
                        "this run has no agents",
                        "give --fleet and the fleet's name, or leave the key out");
              });
      return process(scenario, Optional.empty());
    }
    try (FleetSession session =
        controller.open(false, text -> line.getErr().println("sluice: " + text))) {
      return process(
          scenario,
          Optional.of(
              new FleetRuns(
                  session.fleet(),
                  controller.agents(),
                  new ScenarioVocabulary(secrets),
                  Optional.empty(),
                  session.lines()::refusals)));
    } catch (IOException e) {
      line.getErr().println("sluice: " + e.getMessage());
      return ExitCode.NO_CONNECTION;
    }
  }

  /** Plays it with these runs. */
  int process(Scenario scenario, Optional<FleetRuns> fleet)
      throws IOException, InterruptedException {
    return new ScenarioProcess(scenario, fleet, types, line.getOut(), line.getErr(), secrets).run();
  }
}
