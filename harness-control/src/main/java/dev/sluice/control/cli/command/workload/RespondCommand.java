package dev.sluice.control.cli.command.workload;

import dev.sluice.control.cli.option.message.DeliveryOptions;
import dev.sluice.control.cli.option.message.MessageOptions;
import dev.sluice.control.cli.option.workload.PairOptions;
import dev.sluice.control.cli.option.workload.ReceiveOptions;
import dev.sluice.core.worker.WorkerFactory;
import dev.sluice.jms.provider.JmsProvider;
import dev.sluice.jms.reply.ReplyMatch;
import dev.sluice.jms.tracking.ArrivalChecking;
import dev.sluice.jms.tracking.Delivery;
import dev.sluice.jms.tracking.Receivers;
import dev.sluice.jms.tracking.WorkloadTracking;
import dev.sluice.jms.worker.OutgoingMessage;
import dev.sluice.jms.worker.Responder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Gets requests and replies. */
@Command(
    name = "respond",
    description = "Get requests and put a reply to each, to the queue that the request names.",
    footerHeading = "%nExample:%n",
    footer = {
      "  sluice respond --request-queue REQUEST --reply-queue REPLY --queues 1..10 \\",
      "      --threads 200 --persistent --transacted --copy-request --receive-timeout 0"
    })
public final class RespondCommand extends WorkloadCommand {

  @Mixin PairOptions queues;

  @Mixin MessageOptions messages;

  @Mixin ReceiveOptions receive;

  @Mixin DeliveryOptions delivery;

  @Option(
      names = "--copy-request",
      order = 301,
      description = "Reply with the request itself instead of a new message.")
  boolean copyRequest;

  @Option(
      names = "--reply-correlation",
      order = 302,
      paramLabel = "KIND",
      defaultValue = "worker",
      description =
          "The reply's correlation id: the request's own (worker, the default, or "
              + "message), the request's message id (request-id), or none. Use the same value "
              + "as the requesters.")
  ReplyMatch match;

  @Option(
      names = "--fixed-reply-queue",
      order = 303,
      description = "Always put replies to --reply-queue.")
  boolean fixedReplyQueue;

  @Option(
      names = "--commit-between",
      order = 304,
      description = "With --transacted: also commit between get and put.")
  boolean commitBetween;

  @Override
  public String workloadName() {
    return "responders";
  }

  @Override
  public boolean outlastsOthers() {
    return true;
  }

  @Override
  WorkerFactory workers(JmsProvider jms, Delivery deliveries) {
    session.requireTransactionsFor("--commit-between", commitBetween);
    if (copyRequest) {
      messages.rejectBodies("'--copy-request' sends the request itself back");
    }
    ArrivalChecking checking =
        checkedBy(delivery.checking(deliveries, Receivers.ofQueues(queues.requests(), jms)));
    OutgoingMessage outgoing =
        messages.outgoing(
            options.id,
            copyRequest ? WorkloadTracking.OFF : delivery.stamping(deliveries, options.id));
    return Responder.factory(
        new Responder.Settings(
            session.settings(jms),
            queues.requests(),
            Optional.of(queues.replies()),
            fixedReplyQueue,
            copyRequest,
            outgoing,
            match,
            receive.timeout(),
            commitBetween,
            checking));
  }

  @Override
  List<String> describeWorkers() {
    List<String> lines = new ArrayList<>();
    lines.add("requests     " + queues.describeRequests());
    lines.add(
        "replies to   "
            + (fixedReplyQueue ? "" : "the queue that requests name, otherwise ")
            + queues.describeReplies());
    lines.add("session      " + session.describe());
    lines.addAll(messages.describe(options.id));
    return lines;
  }
}
