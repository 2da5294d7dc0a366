package dev.sluice.control.cli.command.workload;

import dev.sluice.control.cli.option.message.DeliveryOptions;
import dev.sluice.control.cli.option.message.MessageOptions;
import dev.sluice.control.cli.option.workload.PairOptions;
import dev.sluice.control.cli.option.workload.ReceiveOptions;
import dev.sluice.core.worker.WorkerFactory;
import dev.sluice.jms.provider.JmsProvider;
import dev.sluice.jms.tracking.ArrivalChecking;
import dev.sluice.jms.tracking.Delivery;
import dev.sluice.jms.tracking.Receivers;
import dev.sluice.jms.tracking.WorkloadTracking;
import dev.sluice.jms.worker.Forwarder;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
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
public final class ForwardCommand extends WorkloadCommand {

  @Mixin PairOptions queues;

  @Mixin MessageOptions messages;

  @Mixin ReceiveOptions receive;

  @Mixin DeliveryOptions delivery;

  @Option(
      names = "--new-message",
      order = 301,
      description = "Put a new message for each instead of the message itself.")
  boolean newMessage;

  @Option(
      names = "--commit-between",
      order = 304,
      description = "With --transacted: also commit between get and put.")
  boolean commitBetween;

  @Override
  public String workloadName() {
    return "forwarders";
  }

  @Override
  public boolean outlastsOthers() {
    return true;
  }

  @Override
  WorkerFactory workers(JmsProvider jms, Delivery deliveries) {
    session.requireTransactionsFor("--commit-between", commitBetween);
    if (!newMessage) {
      messages.rejectBodies("without '--new-message' the message itself is passed on");
    }
    ArrivalChecking checking =
        checkedBy(delivery.checking(deliveries, Receivers.ofQueues(queues.requests(), jms)));
    return Forwarder.factory(
        new Forwarder.Settings(
            session.settings(jms),
            queues.requests(),
            queues.replies(),
            !newMessage,
            messages.outgoing(
                options.id,
                newMessage ? delivery.stamping(deliveries, options.id) : WorkloadTracking.OFF),
            receive.timeout(),
            commitBetween,
            checking));
  }

  @Override
  List<String> describeWorkers() {
    List<String> lines = new ArrayList<>();
    lines.add("from         " + queues.describeRequests());
    lines.add("to           " + queues.describeReplies());
    lines.add("session      " + session.describe());
    if (newMessage) {
      lines.addAll(messages.describe(options.id));
    }
    return lines;
  }
}
