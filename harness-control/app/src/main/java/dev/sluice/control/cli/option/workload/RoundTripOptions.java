package dev.sluice.control.cli.option.workload;

import dev.sluice.control.cli.option.CommandPart;
import dev.sluice.control.cli.option.message.CorrelationOptions;
import dev.sluice.jms.message.CorrelationForm;
import dev.sluice.jms.session.SessionSettings;
import dev.sluice.jms.tracking.ArrivalChecking;
import dev.sluice.jms.worker.OutgoingMessage;
import dev.sluice.jms.worker.RoundTrip;
import dev.sluice.jms.worker.RoundTrip.CommitOn;
import dev.sluice.jms.worker.RoundTrip.ReplyMatch;
import java.util.UUID;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** How workers wait for the answer to what they put. */
@Command(optionListHeading = "%nReplies:%n")
public final class RoundTripOptions extends CommandPart {

  @Mixin ReceiveOptions receive;

  @Option(
      names = "--on-timeout",
      paramLabel = "WHAT",
      description =
          "A missing reply is an error (fail, the default) or counts as empty (count); the worker "
              + "continues.")
  OnTimeout onTimeout = OnTimeout.FAIL;

  @Option(
      names = "--reply-correlation",
      paramLabel = "KIND",
      description =
          "Match replies by a correlation id per worker (worker, the default) or message (message), "
              + "by the message's id (request-id), or not at all (none).")
  public ReplyMatch match = ReplyMatch.WORKER;

  @Option(
      names = "--text-correlation",
      description =
          "With --reply-correlation worker or message: texts as ids, not 24 bytes, which queue "
              + "managers find without reading messages.")
  boolean textIds;

  @Option(
      names = "--reply-correlation-prefix",
      paramLabel = "TEXT",
      description =
          "With --reply-correlation worker or message: prefix of the ids, as with "
              + "--correlation-prefix (default: a random text).")
  String prefix;

  @Option(
      names = "--reply-selector",
      paramLabel = "EXPR",
      description = "With --reply-correlation none: receive only replies that match this selector.")
  public String selector = "";

  @Option(
      names = "--commit-on",
      paramLabel = "HALF",
      description =
          "With --transacted: transactions for put, get or both (the default), each its own.")
  CommitOn commitOn = CommitOn.BOTH;

  /** The settings that the options describe. */
  public RoundTrip trip(
      SessionSettings session, OutgoingMessage outgoing, ArrivalChecking checking) {
    if (session.transacted() && session.batch() > 1) {
      throw refusal("'--commit-every' must be 1 here: uncommitted messages get no reply");
    }
    requires("--transacted", session.transacted(), "--commit-on", commitOn != CommitOn.BOTH);
    String ownIds = "--reply-correlation worker' or '--reply-correlation message";
    boolean hasOwnIds = match == ReplyMatch.WORKER || match == ReplyMatch.MESSAGE;
    requires(ownIds, hasOwnIds, "--text-correlation", textIds);
    requires(ownIds, hasOwnIds, "--reply-correlation-prefix", prefix != null);
    requires(
        "--reply-correlation none",
        match == ReplyMatch.NONE,
        "--reply-selector",
        !selector.isEmpty());
    return new RoundTrip(
        session,
        outgoing,
        receive.timeout(),
        onTimeout == OnTimeout.FAIL,
        commitOn,
        form(),
        selector,
        checking);
  }

  private CorrelationForm form() {
    return new CorrelationForm(
        !textIds,
        prefix == null ? UUID.randomUUID().toString() : CorrelationOptions.filled(prefix));
  }

  /** The meaning of an answer that does not come in time, as it is written. */
  private enum OnTimeout {
    /** An error. */
    FAIL,
    /** Nothing found. */
    COUNT
  }
}
