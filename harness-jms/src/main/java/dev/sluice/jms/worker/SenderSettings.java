package dev.sluice.jms.worker;

import dev.sluice.jms.destination.DestinationPlan;
import dev.sluice.jms.message.MessageSpec;
import dev.sluice.jms.provider.JmsProvider;
import dev.sluice.jms.session.PutOptions;

/**
 * What senders do.
 *
 * @param provider connects them; whoever made it closes it after them
 * @param destinations where they send to
 * @param message what they send
 * @param options how
 * @param transaction whether they commit
 */
public record SenderSettings(
    JmsProvider provider,
    DestinationPlan destinations,
    MessageSpec message,
    PutOptions options,
    Transaction transaction) {

  /** Persistent or not, and everything else as JMS has it. */
  public SenderSettings(
      JmsProvider provider,
      DestinationPlan destinations,
      MessageSpec message,
      boolean persistent,
      Transaction transaction) {
    this(provider, destinations, message, PutOptions.of(persistent), transaction);
  }
}
