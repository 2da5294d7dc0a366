package dev.sluice.control.cli.command.workload;

import dev.sluice.core.worker.WorkerFactory;
import dev.sluice.jms.worker.Passing;
import dev.sluice.jms.worker.Responder;
import dev.sluice.jms.worker.RoundTrip.ReplyMatch;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
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
public final class RespondCommand extends PassingCommand {

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

  @Override
  public String workloadName() {
    return "responders";
  }

  @Override
  boolean putsOwnMessages() {
    return !copyRequest;
  }

  @Override
  String whyNoBodies() {
    return "'--copy-request' sends the request itself back";
  }

  @Override
  WorkerFactory workers(Passing passing) {
    return Responder.factory(
        new Responder.Settings(passing, Optional.of(queues.replies()), fixedReplyQueue, match));
  }

  @Override
  List<String> describePlaces() {
    return List.of(
        "requests     " + queues.describeRequests(),
        "replies to   "
            + (fixedReplyQueue ? "" : "the queue that requests name, otherwise ")
            + queues.describeReplies());
  }

  @Override
  List<String> describeMessages() {
    return messages.describe(options.id);
  }
}
