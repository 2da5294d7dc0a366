package dev.sluice.control.cli;

import dev.sluice.jms.destination.DestinationPlan;
import dev.sluice.jms.worker.Transaction;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Where messages go or come from, and whether in transactions. */
@Command(optionListHeading = "%nDestinations:%n")
final class DestinationOptions {

  @Spec(Spec.Target.MIXEE)
  CommandSpec command;

  @Option(
      names = "--queue",
      order = 50,
      paramLabel = "NAME",
      defaultValue = "SLUICE",
      description = "The queue, or the front part of the queues' names (default ${DEFAULT-VALUE}).")
  String queue;

  @Option(
      names = "--queues",
      order = 51,
      paramLabel = "FIRST..LAST",
      converter = RangeConverter.class,
      description = "Spread workers over the queues NAMEfirst to NAMElast, round robin.")
  RangeConverter.Range queues;

  @Option(names = "--transacted", order = 52, description = "Use transactions.")
  boolean transacted;

  @Option(
      names = "--commit-every",
      order = 53,
      paramLabel = "N",
      converter = Numbers.AtLeastOne.class,
      description = "Messages in a transaction (default 1); implies --transacted.")
  Integer commitEvery;

  DestinationPlan destinations() {
    if (queue.isBlank()) {
      throw new ParameterException(
          command.commandLine(), "Invalid value for option '--queue': it must not be empty");
    }
    return queues == null
        ? DestinationPlan.of(queue)
        : DestinationPlan.numbered(queue, queues.first(), queues.last());
  }

  /** One line for a dry run. */
  String describe() {
    String names =
        queues == null
            ? queue
            : queue + queues.first() + " to " + queue + queues.last() + ", round robin";
    return names
        + (transaction().used()
            ? ", a commit every " + transaction().commitEvery() + " messages"
            : ", not transacted");
  }

  Transaction transaction() {
    if (commitEvery != null) {
      return Transaction.ofMessages(commitEvery);
    }
    return transacted ? Transaction.ofMessages(1) : Transaction.NONE;
  }
}
