package dev.sluice.control.cli.option.fleet;

import dev.sluice.control.cli.option.OptionRules;
import dev.sluice.control.fleet.protocol.FleetTiming;
import java.time.Duration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** How long an agent acts on what a controller granted. */
@Command(optionListHeading = "%nLeases of a fleet:%n")
public final class LeaseOptions {

  private static final Duration LEAST = Duration.ofSeconds(1);

  @Spec(Spec.Target.MIXEE)
  CommandSpec command;

  @Option(
      names = "--lease",
      order = 26,
      paramLabel = "TIME",
      defaultValue = "10s",
      description =
          "An agent that has not heard of the controller for this long stops by itself; then its "
              + "share goes to the others (default ${DEFAULT-VALUE}).")
  Duration lease;

  @Option(
      names = "--controller-lease",
      order = 27,
      paramLabel = "TIME",
      defaultValue = "5m",
      description =
          "How long agents continue after the death of the controller, which 'sluice attach' "
              + "follows (default ${DEFAULT-VALUE}).")
  Duration controllerLease;

  @Option(
      names = "--strict-leases",
      order = 28,
      description =
          "Give away an agent's share only when its lease has run out, though its host refuses "
              + "connections: for networks that refuse connections to isolated hosts.")
  boolean strict;

  /**
   * The timing of a fleet with these leases.
   *
   * @throws ParameterException if a lease is too short to be renewed in time
   */
  public FleetTiming timing() {
    if (lease.compareTo(LEAST) < 0) {
      throw new OptionRules(command).invalid("--lease", "it must be 1s or more");
    }
    return FleetTiming.standard().withLeases(lease.toNanos(), controllerLease.toNanos(), strict);
  }
}
