package dev.sluice.control.cli.option.message;

import dev.sluice.jms.worker.OutgoingMessage;
import picocli.CommandLine.Option;

/** Whether a producer knows where its messages go. */
public final class UnidentifiedOption {

  @Option(
      names = "--unidentified-producer",
      description = "Name the destination with each message instead of once for the producer.")
  public boolean given;

  /** The message that is sent, in the way that the option says. */
  public OutgoingMessage applyTo(OutgoingMessage outgoing) {
    return given ? outgoing.byUnidentifiedProducer() : outgoing;
  }
}
