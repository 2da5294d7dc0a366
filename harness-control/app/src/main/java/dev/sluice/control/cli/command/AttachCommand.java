package dev.sluice.control.cli.command;

import dev.sluice.control.cli.option.CommandPart;
import dev.sluice.control.cli.option.run.ControllerOptions;
import dev.sluice.control.cli.option.run.SummaryOptions;
import dev.sluice.control.fleet.run.FleetSession;
import dev.sluice.control.fleet.run.TakenOverRun;
import dev.sluice.control.fleet.run.TaskFolder;
import dev.sluice.control.process.ExitCode;
import dev.sluice.control.scenario.model.AgentSelection;
import dev.sluice.control.scenario.model.Scenario;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Takes over the run that agents of a fleet still play, whose controller has died. */
@Command(
    description = {
      "Take over the run of a fleet whose controller has died, with all its figures so far.",
      "Its steps continue where they were, with its objectives, its duration and its files."
    },
    footerHeading = "%nExamples:%n",
    footer = {"  sluice attach --fleet --fleet-secret-file fleet.secret --out results/1b"})
public final class AttachCommand extends CommandPart implements Callable<Integer> {

  @Mixin RunKeys run = new RunKeys("out", "control");

  @Mixin ControllerOptions controller;

  @Mixin SummaryOptions summary;

  @Override
  public Integer call() throws InterruptedException {
    if (!controller.wanted()) {
      throw refusal("Missing required option: '--fleet'");
    }
    try (FleetSession session = controller.open(true, this::complain)) {
      Optional<TakenOverRun> inherited = session.inheritance();
      if (inherited.isEmpty()) {
        complain("no agent of the fleet plays a run");
        return ExitCode.USAGE;
      }
      try (TaskFolder folder = TaskFolder.of(inherited.get().files())) {
        return new ScenarioPlay(this, summary.form())
            .on(session, scenario(inherited.get(), folder), AgentSelection.ALL, inherited);
      }
    } catch (IOException e) {
      complain(e.getMessage());
      return ExitCode.NO_CONNECTION;
    }
  }

  private Scenario scenario(TakenOverRun inherited, TaskFolder folder) {
    Map<String, String> before = inherited.task().environment();
    return new ScenarioPlay(this)
        .reader(
            name ->
                folder
                    .variable(name)
                    .or(() -> Optional.ofNullable(before.get(name)).filter(it -> !it.isEmpty()))
                    .or(() -> Optional.ofNullable(System.getenv(name)))
                    .or(() -> Optional.ofNullable(before.get(name))))
        .read(inherited.task().name(), "the fleet's plan", inherited.plan(), run.settings());
  }
}
