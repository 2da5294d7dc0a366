package dev.sluice.control.cli.command;

import static java.util.stream.Collectors.joining;

import dev.sluice.control.cli.option.CommandPart;
import dev.sluice.control.cli.option.Converters;
import dev.sluice.control.cli.option.run.FleetOptions;
import dev.sluice.control.fleet.link.FleetConsole;
import dev.sluice.control.fleet.link.FleetSettings;
import dev.sluice.control.fleet.link.HubAddress;
import dev.sluice.control.fleet.link.HubLink;
import dev.sluice.control.fleet.link.MemberRole;
import dev.sluice.control.fleet.protocol.FleetMessage.AgentInfo;
import dev.sluice.control.fleet.protocol.FleetTiming;
import dev.sluice.control.fleet.run.AgentRun;
import dev.sluice.control.process.ExitCode;
import dev.sluice.control.process.Logging;
import dev.sluice.control.process.OutOfMemory;
import dev.sluice.control.process.ReadyPort;
import dev.sluice.control.process.Signals;
import dev.sluice.core.time.NanoClock;
import java.io.IOException;
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
      "Wait for work from a fleet: 'sluice run PLAN --fleet' on HOST plays a scenario on all agents"
          + " that dial it.",
      "Start one on each host, before the controller or after it. It ends when it is interrupted."
    },
    footer = {
      "  sluice agent --fleet HOST --fleet-secret-file fleet.secret",
      "  sluice agent --hub --label role=app --fleet-secret-file fleet.secret"
    })
public final class AgentCommand extends CommandPart implements Callable<Integer> {

  @Mixin FleetOptions fleet;

  @Option(
      names = "--hub",
      description =
          "Have the fleet's hub in this process, for controllers on hosts that agents cannot "
              + "reach: they and the other agents dial this host.")
  boolean hub;

  @Option(
      names = "--ready-port",
      paramLabel = "PORT",
      converter = Converters.Port.class,
      description = "Accept connections on this port as long as it is connected, for a probe.")
  Integer readyPort;

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
    excludes("--hub", hub, "--fleet");
    FleetSettings settings = hub ? fleet.withHub(called) : fleet.dialling(called);
    AgentInfo info =
        new AgentInfo(
            called,
            FleetOptions.host(),
            settings.version(),
            labels,
            Runtime.getRuntime().availableProcessors(),
            pid);
    CompletableFuture<Integer> end = new CompletableFuture<>();
    try (FleetConsole lines = new FleetConsole(this::say);
        HubLink link = new HubLink(settings, MemberRole.AGENT, fleet.secret(), lines)) {
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
      link.open(work.agent(), timing);
      if (readyPort != null) {
        ReadyPort.watch(readyPort, link::isConnected);
      }
      Signals.onFirst(() -> end.complete(ExitCode.OK));
      say(
          "agent %s of fleet %s %s and waits for work"
              .formatted(
                  called,
                  settings.fleet(),
                  (hub ? "has the hub at " : "dials ")
                      + link.hubs().stream().map(HubAddress::toString).collect(joining(", "))));
      int exitCode = end.join();
      work.leave();
      return exitCode;
    } catch (IOException e) {
      complain(e.getMessage());
      return ExitCode.NO_CONNECTION;
    }
  }
}
