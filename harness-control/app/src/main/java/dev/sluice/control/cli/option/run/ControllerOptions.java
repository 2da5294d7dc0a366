package dev.sluice.control.cli.option.run;

import dev.sluice.control.cli.option.CommandPart;
import dev.sluice.control.fleet.link.HubLink;
import dev.sluice.control.fleet.protocol.FleetTiming;
import dev.sluice.control.fleet.run.FleetSession;
import dev.sluice.control.scenario.model.AgentSelection;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.TypeConversionException;

/** A run on the agents of a fleet, of which this process is the controller. */
@Command(optionListHeading = "%nThe agents of a run:%n")
public final class ControllerOptions extends CommandPart {

  @Mixin FleetOptions fleet;

  @Mixin Leases leases;

  @Option(
      names = "--agents",
      paramLabel = "AGENTS",
      converter = Selection.class,
      description =
          "The agents that workloads run on which do not say it themselves: a number, all (the "
              + "default), or a label.")
  AgentSelection agents;

  /** A number, a word or a label. */
  static final class Selection implements ITypeConverter<AgentSelection> {

    @Override
    public AgentSelection convert(String value) {
      try {
        return AgentSelection.parse(value);
      } catch (IllegalArgumentException e) {
        throw new TypeConversionException("'" + value + "': " + e.getMessage());
      }
    }
  }

  /** Whether agents are to do the work. */
  public boolean wanted() {
    boolean wanted = fleet.given();
    othersRequire("--fleet", wanted);
    return wanted;
  }

  /** Where workloads run that do not say it themselves. */
  public AgentSelection agents() {
    return Optional.ofNullable(agents).orElse(AgentSelection.ALL);
  }

  /**
   * Joins the fleet as its controller.
   *
   * @param follows whether it takes over what another controller began
   * @param console is told in single lines what a person should know
   * @throws IOException if it cannot be joined, with one line that says why
   */
  public FleetSession open(boolean follows, Consumer<String> console)
      throws IOException, InterruptedException {
    return FleetSession.open(
        fleet.ofController(), fleet.secret(), leases.timing(), follows, console);
  }

  /** How long an agent acts on what a controller granted. */
  @Command(optionListHeading = "%nLeases of a fleet:%n")
  static final class Leases extends CommandPart {

    private static final Duration LEAST = Duration.ofSeconds(1);

    @Option(
        names = "--lease",
        paramLabel = "TIME",
        defaultValue = "10s",
        description =
            "An agent that has not heard of the controller for this long stops by itself; then its "
                + "share goes to the others (default ${DEFAULT-VALUE}).")
    Duration lease;

    @Option(
        names = "--strict-leases",
        description =
            "Give away an agent's share only when its lease has run out, though its connection is "
                + "closed: for networks that close connections of hosts that go on.")
    boolean strict;

    /**
     * The timing of a fleet with these leases.
     *
     * @throws ParameterException if a lease is too short to be renewed in time
     */
    public FleetTiming timing() {
      if (lease.compareTo(LEAST) < 0) {
        throw invalid("--lease", "it must be 1s or more");
      }
      // a hub that closes a silent connection does so before such a lease has run out
      boolean longer = lease.toMillis() > HubLink.SILENT_MILLIS;
      return FleetTiming.withLease(lease.toNanos(), strict || longer);
    }
  }
}
