package dev.sluice.control.cli.command;

import dev.sluice.control.cli.option.CommandPart;
import dev.sluice.control.cli.option.run.FleetOptions;
import dev.sluice.control.fleet.link.FleetSettings;
import dev.sluice.control.fleet.link.HubLink;
import dev.sluice.control.fleet.link.MemberRole;
import dev.sluice.control.fleet.protocol.FleetTiming;
import dev.sluice.control.fleet.protocol.MembershipProbe;
import dev.sluice.control.process.ExitCode;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Lists the agents of a fleet. */
@Command(
    description = {
      "List the agents of a fleet: host, cores, version, clock, labels, and what they do. Its hub"
          + " has to run: a controller, or 'sluice agent --hub'.",
      "The clock is how far an agent's is ahead of this host's, and how wrong that may be."
    },
    footer = {
      "  sluice agents --fleet app1 --fleet-secret-file fleet.secret",
      "  sluice agents --fleet app1 --fleet-secret-file fleet.secret --json"
    })
public final class AgentsCommand extends CommandPart implements Callable<Integer> {

  @Mixin FleetOptions fleet;

  @Option(names = "--json", description = "Print JSON.")
  boolean json;

  @Option(
      names = "--timeout",
      paramLabel = "TIME",
      defaultValue = "15s",
      description = "How long to look for agents (default ${DEFAULT-VALUE}).")
  Duration timeout;

  @Override
  public Integer call() {
    FleetSettings settings =
        fleet.dialling("agents-" + FleetOptions.host() + "-" + ProcessHandle.current().pid());
    try (HubLink link = new HubLink(settings, MemberRole.VISITOR, fleet.secret(), this::complain)) {
      MembershipProbe probe = new MembershipProbe(link, () -> !link.unreached().isEmpty());
      link.open(probe, FleetTiming.standard());
      List<MembershipProbe.Entry> agents =
          probe
              .result()
              .completeOnTimeout(List.of(), timeout.toMillis(), TimeUnit.MILLISECONDS)
              .join();
      if (!agents.isEmpty()) {
        AgentList list = new AgentList(settings.fleet(), agents);
        out().print(json ? list.json() : list.text());
        out().flush();
        return ExitCode.OK;
      }
      if (link.unreached().isEmpty()) { // else that is the line
        complain("no agent of fleet '" + settings.fleet() + "' was found");
      }
    } catch (IOException e) {
      complain(e.getMessage());
    }
    return ExitCode.NO_CONNECTION;
  }
}
