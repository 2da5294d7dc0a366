package dev.sluice.control.cli.command.workload;

import dev.sluice.core.worker.WorkerFactory;
import dev.sluice.jms.worker.Forwarder;
import dev.sluice.jms.worker.Passing;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Gets messages and puts them to another queue. */
@Command(
    name = "forward",
    description = "Get messages from one queue and put them to another.",
    footerHeading = "%nExample:%n",
    footer = {
      "  sluice forward --request-queue REQUEST --reply-queue REPLY --queues 1..10 \\",
      "      --threads 10 --transacted"
    })
public final class ForwardCommand extends PassingCommand {

  @Option(
      names = "--new-message",
      order = 301,
      description = "Put a new message for each instead of the message itself.")
  boolean newMessage;

  @Override
  public String workloadName() {
    return "forwarders";
  }

  @Override
  boolean putsOwnMessages() {
    return newMessage;
  }

  @Override
  String whyNoBodies() {
    return "without '--new-message' the message itself is passed on";
  }

  @Override
  WorkerFactory workers(Passing passing) {
    return Forwarder.factory(new Forwarder.Settings(passing, queues.replies()));
  }

  @Override
  List<String> describePlaces() {
    return List.of(
        "from         " + queues.describeRequests(), "to           " + queues.describeReplies());
  }

  @Override
  List<String> describeMessages() {
    return newMessage ? messages.describe(options.id) : List.of();
  }
}
