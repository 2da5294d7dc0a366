package dev.sluice.control.cli.option.fleet;

import dev.sluice.control.cli.option.OptionRules;
import dev.sluice.control.fleet.run.FleetSession;
import dev.sluice.control.scenario.model.AgentSelection;
import java.io.IOException;
import java.util.Optional;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** A run on the agents of a fleet, of which this process is the controller. */
@Command(optionListHeading = "%nThe agents of a run:%n")
public final class ControllerOptions {

  private static final String AGENTS = "--agents";
  private static final String NAME = "controller";

  @Spec(Spec.Target.MIXEE)
  CommandSpec command;

  @Mixin FleetOptions fleet;

  @Mixin LeaseOptions leases;

  @Option(
      names = AGENTS,
      order = 29,
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
    boolean wanted = fleet.fleet().isPresent();
    new OptionRules(command)
        .requires("--fleet", wanted, AGENTS, "--lease", "--controller-lease", "--strict-leases");
    return wanted;
  }

  /** Where workloads run that do not say it themselves. */
  public AgentSelection agents() {
    return Optional.ofNullable(agents).orElse(AgentSelection.ALL);
  }

  /**
   * Joins the fleet as its controller.
   *
   * @param version of Sluice
   * @param follows whether it takes over what another controller began
   * @param console is told in single lines what a person should know
   * @throws IOException if it cannot be joined, with one line that says why
   */
  public FleetSession open(String version, boolean follows, Consumer<String> console)
      throws IOException, InterruptedException {
    return FleetSession.open(
        fleet.ofVisitor(NAME, version), fleet.secret(), leases.timing(), follows, console);
  }
}
