package dev.sluice.control.cli.command;

import dev.sluice.control.cli.command.workload.WorkloadCommand;
import dev.sluice.control.cli.option.CommandPart;
import dev.sluice.control.cli.option.run.ControllerOptions;
import dev.sluice.control.fleet.run.FleetRuns;
import dev.sluice.control.fleet.run.FleetSession;
import dev.sluice.control.fleet.run.TakenOverRun;
import dev.sluice.control.measure.Demand;
import dev.sluice.control.process.ExitCode;
import dev.sluice.control.process.ScenarioProcess;
import dev.sluice.control.process.ScenarioProcess.Host;
import dev.sluice.control.scenario.model.AgentSelection;
import dev.sluice.control.scenario.model.Scenario;
import dev.sluice.control.scenario.reading.ScenarioReader;
import dev.sluice.control.scenario.yaml.ScenarioException;
import dev.sluice.control.sink.console.ConsoleReporter.SummaryForm;
import dev.sluice.control.sink.console.Terminal;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import picocli.CommandLine.ExecutionException;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/**
 * Plays a scenario for a command: with workers of this process, or of the agents of a fleet.
 *
 * @param command for what it prints, and for what commands have in common
 * @param summaries what is printed of each run
 * @param demand what is asked of the laws of its sweeps
 */
record ScenarioPlay(CommandPart command, SummaryForm summaries, Optional<Demand> demand) {

  /** One whose runs end with what a person needs. */
  ScenarioPlay(CommandPart command) {
    this(command, SummaryForm.BRIEF);
  }

  /** One of whose sweeps nothing is asked. */
  ScenarioPlay(CommandPart command, SummaryForm summaries) {
    this(command, summaries, Optional.empty());
  }

  /**
   * Plays a line that runs a workload on the agents of a fleet, as the scenario that does the same.
   *
   * @return the exit code; empty if it is another line
   */
  static Optional<Integer> ofLine(ParseResult parsed) {
    ParseResult line = parsed.subcommand();
    return line != null
            && !line.isUsageHelpRequested()
            && line.commandSpec().userObject() instanceof WorkloadCommand workload
            && workload.controller.wanted()
        ? Optional.of(ofLine(line, workload))
        : Optional.empty();
  }

  private static int ofLine(ParseResult line, WorkloadCommand workload) {
    Set<String> ofFleet =
        line.commandSpec().mixins().values().stream()
            .filter(each -> each.userObject() == workload.controller)
            .flatMap(each -> each.options().stream())
            .map(OptionSpec::longestName)
            .collect(Collectors.toSet());
    ScenarioPlay play = new ScenarioPlay(workload, workload.summaries());
    String text = new LineAsScenario(line, play.vocabulary()).text(ofFleet);
    try {
      return play.run(
          play.read(workload.workloadName(), "the command line", text, List.of()),
          workload.controller);
    } catch (ParameterException e) {
      throw e;
    } catch (ScenarioException e) {
      throw workload.refusal(e.getMessage(), e);
    } catch (IOException | RuntimeException e) { // as picocli does where it calls a command
      throw new ExecutionException(line.commandSpec().commandLine(), e.getMessage(), e);
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
    return reader(variable -> Optional.ofNullable(System.getenv(variable)))
        .read(name, source, text, settings);
  }

  /** Reads scenarios whose variables come from there. */
  ScenarioReader reader(Function<String, Optional<String>> variables) {
    return new ScenarioReader(vocabulary(), variables, command.secrets());
  }

  private ScenarioVocabulary vocabulary() {
    return new ScenarioVocabulary(command.secrets(), command.out());
  }

  /** Plays it to the end and returns the exit code. */
  int run(Scenario scenario, ControllerOptions controller)
      throws IOException, InterruptedException {
    if (!controller.wanted()) {
      return alone(scenario, Optional.empty());
    }
    if (!scenario.run().until().isEmpty()) {
      throw command.refusal(
          "'--until' cannot be used with '--fleet'; a measure step may have 'until' there");
    }
    try (FleetSession session = controller.open(false, command::complain)) {
      return on(session, scenario, controller.agents(), Optional.empty());
    } catch (IOException e) {
      command.complain(e.getMessage());
      return ExitCode.NO_CONNECTION;
    }
  }

  /**
   * Plays it with workers of this process.
   *
   * @param host whose process it is; empty if it is its own
   */
  int alone(Scenario scenario, Optional<Host> host) throws IOException, InterruptedException {
    FleetRuns.namingAgents(scenario)
        .ifPresent(
            each -> {
              throw each.section()
                  .problem(
                      "agents",
                      "this run has no agents",
                      "give --fleet and the fleet's name, or leave the key out");
            });
    return process(scenario, Optional.empty(), host);
  }

  /**
   * Plays it on the agents of a fleet.
   *
   * @param inherited what another controller began, if there is such a run
   */
  int on(
      FleetSession session,
      Scenario scenario,
      AgentSelection agents,
      Optional<TakenOverRun> inherited)
      throws IOException, InterruptedException {
    return process(
        scenario,
        Optional.of(
            new FleetRuns(
                session.fleet(), agents, vocabulary(), inherited, session.lines()::refusals)),
        Optional.empty());
  }

  private int process(Scenario scenario, Optional<FleetRuns> fleet, Optional<Host> host)
      throws IOException, InterruptedException {
    Terminal terminal =
        host.isPresent()
            ? new Terminal(command.out(), command.err(), false)
            : Terminal.of(command.out(), command.err());
    return new ScenarioProcess(
            scenario, fleet, command.types(), terminal, summaries, command.secrets(), host, demand)
        .run();
  }
}
