package dev.sluice.control.cli.command;

import dev.sluice.control.cli.option.CommandPart;
import dev.sluice.control.cli.option.run.FleetOptions;
import dev.sluice.control.fleet.link.FleetChannel;
import dev.sluice.control.fleet.link.FleetConsole;
import dev.sluice.control.fleet.link.FleetSettings;
import dev.sluice.control.fleet.protocol.FleetMessage.AgentInfo;
import dev.sluice.control.fleet.protocol.FleetTiming;
import dev.sluice.control.fleet.run.AgentRun;
import dev.sluice.control.process.ExitCode;
import dev.sluice.control.process.Logging;
import dev.sluice.control.process.OutOfMemory;
import dev.sluice.control.process.Signals;
import dev.sluice.core.time.NanoClock;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Waits for work from the controllers of a fleet. */
@Command(
    description = {
      "Wait for work from a fleet: 'sluice run PLAN --fleet NAME' plays a scenario on all its"
          + " agents.",
      "Start one on each host; the first needs no peers. It ends when it is interrupted."
    },
    footer = {
      "  sluice agent --fleet perf --fleet-secret-file fleet.secret",
      "  sluice agent --fleet perf --peers app1,app2 --label role=app --fleet-secret-file"
          + " fleet.secret"
    })
public final class AgentCommand extends CommandPart implements Callable<Integer> {

  /** Who is refused this soon after its start, and sees nobody else, is the one who is wrong. */
  private static final Duration NEWCOMER = Duration.ofSeconds(10);

  @Mixin FleetOptions fleet;

  @Option(
      names = "--name",
      paramLabel = "NAME",
      description = "The agent's name (default: its host and process).")
  String name;

  @Option(
      names = "--label",
      paramLabel = "KEY=VALUE",
      description = "A label by which a workload chooses agents. Repeatable.")
  Map<String, String> labels = new LinkedHashMap<>();

  @Override
  public Integer call() {
    long pid = ProcessHandle.current().pid();
    String called = name != null ? name : FleetOptions.host() + "-" + pid;
    FleetSettings settings = fleet.ofAgent(called);
    AgentInfo info =
        new AgentInfo(
            called,
            FleetOptions.host(),
            settings.version(),
            labels,
            Runtime.getRuntime().availableProcessors(),
            pid);
    CompletableFuture<Integer> end = new CompletableFuture<>();
    long newUntilNanos = NanoClock.SYSTEM.nanos() + NEWCOMER.toNanos();
    try (FleetConsole lines = new FleetConsole(this::say);
        FleetChannel link =
            new FleetChannel(
                settings,
                fleet.secret(),
                lines,
                reason -> {
                  if (NanoClock.SYSTEM.nanos() - newUntilNanos < 0) {
                    end.complete(ExitCode.NO_CONNECTION);
                  }
                })) {
      FleetTiming timing = FleetTiming.standard();
      AgentRun work =
          new AgentRun(
              link,
              link::execute,
              info,
              timing,
              new ScenarioVocabulary(secrets(), out()),
              variable -> Optional.ofNullable(System.getenv(variable)),
              secrets(),
              NanoClock.SYSTEM,
              lines);
      OutOfMemory.ofThisProcess().onFailure(work::threadFailed);
      Logging.warn(work::clientWarned);
      link.open(work.agent(), timing.tickNanos());
      Signals.onFirst(() -> end.complete(ExitCode.OK));
      say(
          "agent %s of fleet %s listens on %s:%d and waits for work"
              .formatted(called, settings.fleet(), settings.bind().getHostAddress(), link.port()));
      int exitCode = end.join();
      work.leave();
      return exitCode;
    } catch (IOException e) {
      complain(e.getMessage());
      return ExitCode.NO_CONNECTION;
    }
  }
}
