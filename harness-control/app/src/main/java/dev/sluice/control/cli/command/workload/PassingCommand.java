package dev.sluice.control.cli.command.workload;

import dev.sluice.control.cli.option.message.DeliveryOptions;
import dev.sluice.control.cli.option.message.MessageOptions;
import dev.sluice.control.cli.option.workload.DestinationOptions;
import dev.sluice.control.cli.option.workload.ReceiveOptions;
import dev.sluice.control.cli.option.workload.WorkOptions;
import dev.sluice.core.worker.WorkerFactory;
import dev.sluice.jms.provider.JmsProvider;
import dev.sluice.jms.tracking.ArrivalChecking;
import dev.sluice.jms.tracking.Delivery;
import dev.sluice.jms.tracking.Receivers;
import dev.sluice.jms.tracking.Senders;
import dev.sluice.jms.tracking.WorkloadTracking;
import dev.sluice.jms.worker.Forwarder;
import dev.sluice.jms.worker.OutgoingMessage;
import dev.sluice.jms.worker.Passing;
import dev.sluice.jms.worker.ReplyRule;
import dev.sluice.jms.worker.Responder;
import dev.sluice.jms.worker.RoundTrip.ReplyMatch;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Workers that get a message from one queue and put one for it to another. */
public abstract class PassingCommand extends WorkloadCommand {

  @Mixin DestinationOptions.Pair queues;

  @Mixin MessageOptions messages;

  @Mixin ReceiveOptions receive;

  @Mixin WorkOptions working;

  @Mixin DeliveryOptions delivery;

  @Option(
      names = "--commit-between",
      description = "With --transacted: also commit between get and put.")
  boolean commitBetween;

  /**
   * What such workers do, by a provider that has been set up.
   *
   * @param name the workload's
   * @param whyNoBodies why they put no message of their own, but the one that they got; empty if
   *     they do
   */
  final Passing passing(
      String name, JmsProvider jms, Delivery deliveries, Optional<String> whyNoBodies) {
    session.requireTransactionsFor("--commit-between", commitBetween);
    whyNoBodies.ifPresent(messages::rejectBodies);
    ArrivalChecking checking =
        checkedBy(delivery.checking(deliveries, name, Receivers.ofQueues(queues.requests(), jms)));
    OutgoingMessage outgoing =
        messages.outgoing(
            options.id,
            whyNoBodies.isEmpty()
                ? delivery.stamping(deliveries, name, options.id, Senders.ANYWHERE)
                : WorkloadTracking.OFF,
            workload.mix(name));
    return new Passing(
        session.settings(jms),
        queues.requests(),
        whyNoBodies.isPresent(),
        outgoing,
        receive.timeout(),
        working.work(),
        commitBetween,
        checking);
  }

  /** Gets messages and puts them to another queue. */
  @WorkloadTraits(name = "forwarders", outlastsOthers = true, puts = 1, gets = 1)
  @Command(
      description = "Get messages from one queue and put them to another.",
      footer = {
        "  sluice forward --request-queue REQUEST --reply-queue REPLY --queues 1..10 \\",
        "      --threads 10 --transacted"
      })
  public static final class Forward extends PassingCommand {

    @Option(
        names = "--new-message",
        description = "Put a new message for each instead of the message itself.")
    boolean newMessage;

    @Override
    WorkerFactory workers(String name, JmsProvider jms, Delivery deliveries) {
      Optional<String> whyNoBodies =
          newMessage
              ? Optional.empty()
              : Optional.of("without '--new-message' the message itself is passed on");
      Passing passing = passing(name, jms, deliveries, whyNoBodies);
      return Forwarder.factory(new Forwarder.Settings(passing, queues.replies()));
    }

    @Override
    List<String> describePlaces() {
      return List.of(
          "from         " + queues.describeRequests() + working.describe(),
          "to           " + queues.describeReplies());
    }

    @Override
    List<String> describeMessages() {
      return newMessage ? messages.describe(options.id, workload.mix(workloadName())) : List.of();
    }
  }

  /** Gets requests and replies. */
  @WorkloadTraits(name = "responders", outlastsOthers = true, puts = 1, gets = 1)
  @Command(
      description = "Get requests and put a reply to each, to the queue that the request names.",
      footer = {
        "  sluice respond --request-queue REQUEST --reply-queue REPLY --queues 1..10 \\",
        "      --threads 200 --persistent --transacted --copy-request \\",
        "      --receive-timeout 0"
      })
  public static final class Respond extends PassingCommand {

    @Option(
        names = "--copy-request",
        description = "Reply with the request itself instead of a new message.")
    boolean copyRequest;

    @Option(
        names = "--reply-correlation",
        paramLabel = "KIND",
        description =
            "The reply's correlation id: the request's own (worker, the default, or "
                + "message), the request's message id (request-id), or none. Use the same value "
                + "as the requesters.")
    ReplyMatch match = ReplyMatch.WORKER;

    @Option(names = "--fixed-reply-queue", description = "Always put replies to --reply-queue.")
    boolean fixedReplyQueue;

    @Override
    WorkerFactory workers(String name, JmsProvider jms, Delivery deliveries) {
      Optional<String> whyNoBodies =
          copyRequest
              ? Optional.of("'--copy-request' sends the request itself back")
              : Optional.empty();
      Passing passing = passing(name, jms, deliveries, whyNoBodies);
      return Responder.factory(
          new Responder.Settings(passing, Optional.of(queues.replies()), fixedReplyQueue, match));
    }

    @Override
    public ReplyRule replyRule() {
      return new ReplyRule(queues.requests().names(), false, match);
    }

    @Override
    List<String> describePlaces() {
      return List.of(
          "requests     " + queues.describeRequests() + working.describe(),
          "replies to   "
              + (fixedReplyQueue ? "" : "the queue that requests name, otherwise ")
              + queues.describeReplies());
    }

    @Override
    List<String> describeMessages() {
      return messages.describe(options.id, workload.mix(workloadName()));
    }
  }
}
