package dev.sluice.control.cli.option.workload;

import dev.sluice.control.cli.option.Numbers;
import dev.sluice.jms.destination.DestinationPlan;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** How workers are spread over several queues, or pairs of them. */
final class QueueNumbering {

  @Spec(Spec.Target.MIXEE)
  CommandSpec command;

  @Option(
      names = "--queues",
      order = 44,
      paramLabel = "FIRST..LAST",
      converter = NumberedDestinations.RangeConverter.class,
      description = "Spread workers over the queues NAMEfirst to NAMElast.")
  NumberedDestinations.Range queues;

  @Option(
      names = "--queue-start",
      order = 45,
      paramLabel = "N",
      converter = Numbers.NotNegative.class,
      description = "The number of the first worker's queue (default: FIRST).")
  Long start;

  @Option(
      names = "--queue-order",
      order = 46,
      paramLabel = "ORDER",
      defaultValue = "round-robin",
      description = "round-robin (the default) or random, chosen once for each worker.")
  NumberedDestinations.Spread order;

  /** The queues of that name. */
  DestinationPlan plan(String option, String name) {
    return spread().plan(command, option, name);
  }

  /** One line for a dry run. */
  String describe(String name) {
    return spread().describe(name);
  }

  private NumberedDestinations spread() {
    return new NumberedDestinations("--queues", queues, "--queue-start", start, order);
  }
}
