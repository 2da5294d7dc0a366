package dev.sluice.control.cli.command;

import dev.sluice.control.cli.command.fleet.Fleet;
import dev.sluice.control.cli.option.fleet.ControllerOptions;
import dev.sluice.control.fleet.run.FleetRuns;
import dev.sluice.control.fleet.run.FleetSession;
import dev.sluice.control.process.ExitCode;
import dev.sluice.control.process.ScenarioProcess;
import dev.sluice.control.scenario.model.Scenario;
import dev.sluice.control.secret.Secrets;
import dev.sluice.jms.provider.ProviderTypes;
import java.io.IOException;
import java.util.Optional;
import picocli.CommandLine;

/**
 * Plays a scenario for a command: with workers of this process, or of the agents of a fleet.
 *
 * @param types of the providers that there are
 * @param line the command, for what it prints
 * @param secrets are kept out of everything it writes
 */
record ScenarioPlay(ProviderTypes types, CommandLine line, Secrets secrets) {

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
        controller.open(Fleet.version(), false, text -> line.getErr().println("sluice: " + text))) {
      return process(
          scenario,
          Optional.of(
              new FleetRuns(
                  session.fleet(),
                  controller.agents(),
                  new ScenarioVocabulary(secrets),
                  Optional.empty(),
                  session.refusals())));
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
