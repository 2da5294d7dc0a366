package dev.sluice.control.cli.command.workload;

import dev.sluice.control.cli.option.Converters;
import dev.sluice.control.cli.option.message.DeliveryOptions;
import dev.sluice.control.cli.option.message.UnidentifiedOption;
import dev.sluice.control.cli.option.workload.DestinationOptions;
import dev.sluice.control.cli.option.workload.RoundTripOptions;
import dev.sluice.core.worker.WorkerFactory;
import dev.sluice.jms.destination.DestinationPlan;
import dev.sluice.jms.provider.JmsProvider;
import dev.sluice.jms.tracking.ArrivalChecking;
import dev.sluice.jms.tracking.Delivery;
import dev.sluice.jms.tracking.Receivers;
import dev.sluice.jms.tracking.Senders;
import dev.sluice.jms.worker.OutgoingMessage;
import dev.sluice.jms.worker.ReplyRule;
import dev.sluice.jms.worker.Requester;
import dev.sluice.jms.worker.Requester.ReplyPlace;
import dev.sluice.jms.worker.RoundTrip.ReplyMatch;
import dev.sluice.jms.worker.UnselectedReplies;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Puts requests and waits for the replies. */
@WorkloadTraits(name = "requesters", puts = 1, gets = 1)
@Command(
    description = "Put requests and wait for the reply to each.",
    footer = {
      "  sluice request --request-queue REQUEST --reply-queue REPLY --queues 1..10 \\",
      "      --threads 100 --persistent --transacted --receive-timeout 30s",
      "  sluice request --reply-to temporary-per-worker --threads 10 --rate 50"
    })
public final class RequestCommand extends MessageCommand {

  @Mixin DestinationOptions.Pair queues;

  @Mixin RoundTripOptions trips;

  @Mixin DeliveryOptions delivery;

  @Option(
      names = "--reply-to",
      paramLabel = "PLACE",
      description =
          "Receive replies on --reply-queue (fixed, the default) or on a temporary "
              + "queue, one for each worker (temporary-per-worker) or for each request "
              + "(temporary-per-message).")
  ReplyPlace replyPlace = ReplyPlace.FIXED;

  @Option(
      names = "--reply-alias",
      paramLabel = "NAME",
      description =
          "Name that requests give to --reply-queue, if responders know it by another "
              + "name; with the same numbers.")
  String replyAlias;

  @Mixin UnidentifiedOption unidentified;

  @Override
  WorkerFactory workers(String name, JmsProvider jms, Delivery deliveries) {
    ArrivalChecking checking = checkedBy(delivery.checking(deliveries, name, Receivers.REQUESTERS));
    OutgoingMessage outgoing =
        messages.outgoing(
            options.id,
            delivery.stamping(deliveries, name, options.id, Senders.to(queues.requests(), jms)),
            workload.mix(name));
    return Requester.factory(
        new Requester.Settings(
            trips.trip(session.settings(jms), unidentified.applyTo(outgoing), checking),
            queues.requests(),
            queues.replies(),
            replyPlace,
            trips.match,
            aliases()));
  }

  @Override
  String whyNothingWasDone(JmsProvider jms) {
    return replyPlace == ReplyPlace.FIXED
        ? new UnselectedReplies(jms, queues.replies()).text()
        : "";
  }

  @Override
  public ReplyRule replyRule() {
    boolean ownQueues = replyPlace == ReplyPlace.TEMPORARY_PER_MESSAGE;
    return new ReplyRule(
        queues.requests().names(), true, ownQueues ? ReplyMatch.NONE : trips.match);
  }

  private Optional<DestinationPlan> aliases() {
    if (replyAlias == null) {
      return Optional.empty();
    }
    requires("--reply-to fixed", replyPlace == ReplyPlace.FIXED, "--reply-alias", true);
    return Optional.of(queues.aliases(replyAlias));
  }

  @Override
  List<String> describePlaces() {
    return List.of(
        "requests to  " + queues.describeRequests(),
        "replies from "
            + (replyPlace == ReplyPlace.FIXED
                ? queues.describeReplies() + (replyAlias == null ? "" : ", called " + replyAlias)
                : Converters.word(replyPlace).replace('-', ' ')),
        "answers      by " + Converters.word(trips.match));
  }
}
