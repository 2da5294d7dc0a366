package dev.sluice.control.cli.command;

import dev.sluice.control.cli.option.CommandPart;
import dev.sluice.control.cli.option.run.FleetOptions;
import dev.sluice.control.fleet.link.FleetChannel;
import dev.sluice.control.fleet.link.FleetSettings;
import dev.sluice.control.fleet.protocol.FleetTiming;
import dev.sluice.control.fleet.protocol.MembershipProbe;
import dev.sluice.control.process.ExitCode;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Lists the agents of a fleet. */
@Command(
    description = {
      "List the agents of a fleet: host, cores, version, clock, labels, and what they do; and the"
          + " peers that could not be reached, and why.",
      "The clock is how far an agent's is ahead of this host's, and how wrong that may be."
    },
    footer = {
      "  sluice agents --fleet perf --peers app1,app2 --fleet-secret-file fleet.secret",
      "  sluice agents --fleet perf --dns sluice-agents --fleet-secret-file fleet.secret --json"
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
        fleet.ofVisitor("agents-" + FleetOptions.host() + "-" + ProcessHandle.current().pid());
    AtomicReference<String> refusal = new AtomicReference<>();
    try (FleetChannel link =
        new FleetChannel(settings, fleet.secret(), this::complain, refusal::set)) {
      MembershipProbe probe = new MembershipProbe(link, () -> refusal.get() != null);
      link.open(probe, FleetTiming.standard().tickNanos());
      List<MembershipProbe.Entry> agents =
          probe
              .result()
              .completeOnTimeout(List.of(), timeout.toMillis(), TimeUnit.MILLISECONDS)
              .join();
      link.unreached().forEach(this::complain);
      if (!agents.isEmpty()) {
        AgentList list = new AgentList(settings.fleet(), agents);
        out().print(json ? list.json() : list.text());
        out().flush();
        return ExitCode.OK;
      }
    } catch (IOException e) {
      complain(e.getMessage());
      return ExitCode.NO_CONNECTION;
    }
    if (refusal.get() == null) { // else that is the line
      complain("no agent of fleet '" + settings.fleet() + "' was found");
    }
    return ExitCode.NO_CONNECTION;
  }
}
