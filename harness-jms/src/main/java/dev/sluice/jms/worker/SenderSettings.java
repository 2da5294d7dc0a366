package dev.sluice.jms.worker;

import dev.sluice.jms.destination.DestinationPlan;
import dev.sluice.jms.message.MessageSpec;
import dev.sluice.jms.provider.JmsProvider;

/**
 * What senders do.
 *
 * @param provider connects them; whoever made it closes it after them
 * @param destinations where they send to
 * @param message what they send
 * @param persistent whether the broker must keep messages safe
 * @param transaction whether they commit
 */
public record SenderSettings(
    JmsProvider provider,
    DestinationPlan destinations,
    MessageSpec message,
    boolean persistent,
    Transaction transaction) {}
