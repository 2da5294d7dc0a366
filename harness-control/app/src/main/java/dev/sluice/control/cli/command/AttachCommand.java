package dev.sluice.control.cli.command;

import dev.sluice.control.cli.option.CommandPart;
import dev.sluice.control.cli.option.Converters;
import dev.sluice.control.cli.option.run.ControllerOptions;
import dev.sluice.control.fleet.run.FleetSession;
import dev.sluice.control.fleet.run.TakenOverRun;
import dev.sluice.control.fleet.run.TaskFolder;
import dev.sluice.control.process.ExitCode;
import dev.sluice.control.scenario.model.AgentSelection;
import dev.sluice.control.scenario.model.Scenario;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Takes over the run that agents of a fleet still play, whose controller has died. */
@Command(
    description = {
      "Take over the run of a fleet whose controller has died, with all its figures so far.",
      "Its steps continue where they were, with its objectives, its duration and its files."
    },
    footerHeading = "%nExamples:%n",
    footer = {"  sluice attach --fleet --fleet-secret-file fleet.secret --out results/1b"})
public final class AttachCommand extends CommandPart implements Callable<Integer> {

  @Option(
      names = "--out",
      paramLabel = "FOLDER",
      description = "Write the results to this new folder.")
  Path out;

  @Option(
      names = "--control",
      paramLabel = "PORT",
      converter = Converters.Port.class,
      description = "Listen for commands on this port of the loopback address; 0 = any free one.")
  Integer controlPort;

  @Mixin ControllerOptions controller;

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
        return new ScenarioPlay(this)
            .on(session, scenario(inherited.get(), folder), AgentSelection.ALL, inherited);
      }
    } catch (IOException e) {
      complain(e.getMessage());
      return ExitCode.NO_CONNECTION;
    }
  }

  private Scenario scenario(TakenOverRun inherited, TaskFolder folder) {
    Map<String, String> before = inherited.task().environment();
    List<String> settings = new ArrayList<>();
    if (out != null) {
      settings.add("run.out=" + out);
    }
    if (controlPort != null) {
      settings.add("run.control=" + controlPort);
    }
    return new ScenarioPlay(this)
        .reader(
            name ->
                folder
                    .variable(name)
                    .or(() -> Optional.ofNullable(before.get(name)).filter(it -> !it.isEmpty()))
                    .or(() -> Optional.ofNullable(System.getenv(name)))
                    .or(() -> Optional.ofNullable(before.get(name))))
        .read(inherited.task().name(), "the fleet's plan", inherited.plan(), settings);
  }
}
