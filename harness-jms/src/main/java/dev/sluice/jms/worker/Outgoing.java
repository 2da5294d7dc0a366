package dev.sluice.jms.worker;

import dev.sluice.jms.message.MessageSpec;
import dev.sluice.jms.session.PutOptions;

/**
 * What workers put.
 *
 * @param message what messages look like
 * @param options how they are sent
 */
public record Outgoing(MessageSpec message, PutOptions options) {}
