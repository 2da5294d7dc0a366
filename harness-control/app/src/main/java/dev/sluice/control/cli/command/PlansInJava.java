package dev.sluice.control.cli.command;

import static java.util.stream.Collectors.joining;

import dev.sluice.api.PlanPlayer;
import dev.sluice.api.PlanResult;
import dev.sluice.api.PlanResult.Objective;
import dev.sluice.api.PlanResult.Step;
import dev.sluice.api.PlanResult.Verdict;
import dev.sluice.api.Recording;
import dev.sluice.api.SluiceException;
import dev.sluice.control.measure.Findings;
import dev.sluice.control.measure.StepRow;
import dev.sluice.control.process.ExitCode;
import dev.sluice.control.process.ScenarioProcess.Host;
import dev.sluice.control.process.StepsCsv;
import dev.sluice.control.scenario.model.Scenario;
import dev.sluice.control.scenario.running.ScenarioRunner.ScenarioEnd;
import dev.sluice.control.scenario.yaml.ScenarioException;
import dev.sluice.control.secret.Secrets;
import dev.sluice.core.bus.Sink;
import dev.sluice.core.run.RunSpec;
import dev.sluice.jms.provider.ConfigurationException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** Plays plans for other programs: {@code sluice run} in their JVM, with values for an answer. */
public final class PlansInJava implements PlanPlayer {

  @Override
  public PlanResult play(Path file, List<String> settings, PrintWriter out) {
    Secrets secrets = new Secrets();
    StringWriter said = new StringWriter();
    List<String> line = new ArrayList<>(List.of("run"));
    settings.forEach(each -> line.addAll(List.of("--set", each)));
    line.addAll(List.of("--", file.toString()));
    String[] words = line.toArray(String[]::new);
    secrets.addIn(line);
    CommandLine program = Commands.commandLine(out, new PrintWriter(said, true), secrets, "run");
    try {
      program.parseArgs(words);
      RunCommand command = program.getSubcommands().get("run").getCommand();
      Scenario scenario = command.scenario();
      Values values = new Values();
      int exitCode = new ScenarioPlay(command).alone(scenario, Optional.of(values));
      List<String> problems =
          said.toString().lines().map(each -> each.replaceFirst("^sluice: ", "")).toList();
      return values.result(exitCode, problems, scenario.run().out());
    } catch (ScenarioException | ParameterException | ConfigurationException | IOException e) {
      throw new SluiceException(secrets.mask(ErrorHandling.oneLine(e.getMessage())));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new SluiceException("interrupted while a plan was played");
    }
  }

  /** What comes of a plan, as values. */
  private static final class Values implements Host {

    private final List<Recording> runs = new ArrayList<>();
    private Optional<ScenarioEnd> outcome = Optional.empty();
    private List<Step> steps = List.of();
    private List<String> answers = List.of();

    @Override
    public Sink begins(RunSpec spec, String providers) {
      Recording run = new Recording(spec, providers);
      runs.add(run);
      return run;
    }

    @Override
    public void played(ScenarioEnd end, Findings findings, StepsCsv table) {
      outcome = Optional.of(end);
      steps = findings.rows().stream().map(row -> step(row, table)).toList();
      answers = findings.answers();
    }

    private static Step step(StepRow row, StepsCsv table) {
      Map<String, Object> figures = new LinkedHashMap<>();
      List<String> columns = table.columns().header();
      List<Object> cells = table.cells(row);
      for (int i = 0; i < cells.size(); i++) {
        if (cells.get(i) != null) {
          figures.put(columns.get(i), cells.get(i));
        }
      }
      return new Step(row.name(), row.workload(), row.done(), figures, row.known());
    }

    PlanResult result(int exitCode, List<String> problems, Optional<Path> folder) {
      ScenarioEnd end =
          outcome.orElseThrow(() -> new SluiceException(problems.stream().collect(joining("; "))));
      return new PlanResult(
          verdict(exitCode),
          runs.stream().flatMap(each -> each.result().stream()).toList(),
          steps,
          end.judgements().stream()
              .map(
                  each ->
                      new Objective(
                          each.objective(),
                          Objective.Outcome.valueOf(each.outcome().name()),
                          each.found()))
              .toList(),
          answers,
          problems,
          folder);
    }

    private static Verdict verdict(int exitCode) {
      return switch (exitCode) {
        case ExitCode.OK -> Verdict.PASSED;
        case ExitCode.OBJECTIVES_MISSED -> Verdict.OBJECTIVES_MISSED;
        case ExitCode.OBJECTIVES_NOT_JUDGED -> Verdict.OBJECTIVES_NOT_JUDGED;
        default -> Verdict.FAILED;
      };
    }
  }
}
