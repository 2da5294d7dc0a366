package dev.sluice.control.cli.option.workload;

import dev.sluice.jms.destination.DestinationPlan;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Which queue messages go to or come from. */
@Command(optionListHeading = "%nDestinations:%n")
public final class DestinationOptions {

  @Spec(Spec.Target.MIXEE)
  CommandSpec command;

  @Option(
      names = "--queue",
      order = 41,
      paramLabel = "NAME",
      defaultValue = "SLUICE",
      description = "The queue, or the prefix of the queues' names (default ${DEFAULT-VALUE}).")
  String queue;

  private final Numbering numbering = new Numbering("queue");

  @Mixin CommandSpec numbers = numbering.group();

  public DestinationPlan destinations() {
    return numbering.plan(command, "--queue", queue);
  }

  /** One line for a dry run. */
  public String describe() {
    return numbering.describe(queue);
  }
}
