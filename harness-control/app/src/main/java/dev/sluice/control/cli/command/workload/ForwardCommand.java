package dev.sluice.control.cli.command.workload;

import dev.sluice.core.worker.WorkerFactory;
import dev.sluice.jms.session.SessionSettings;
import dev.sluice.jms.tracking.ArrivalChecking;
import dev.sluice.jms.worker.Forwarder;
import dev.sluice.jms.worker.OutgoingMessage;
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
  WorkerFactory workers(
      SessionSettings settings, OutgoingMessage outgoing, ArrivalChecking checking) {
    return Forwarder.factory(
        new Forwarder.Settings(
            settings,
            queues.requests(),
            queues.replies(),
            !newMessage,
            outgoing,
            receive.timeout(),
            commitBetween,
            checking));
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
