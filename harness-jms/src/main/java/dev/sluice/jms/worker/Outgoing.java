package dev.sluice.jms.worker;

import dev.sluice.jms.delivery.SendStamping;
import dev.sluice.jms.message.MessageSpec;
import dev.sluice.jms.session.PutOptions;

/**
 * What workers put.
 *
 * @param message what messages look like
 * @param options how they are sent
 * @param stamping what they are stamped with
 */
public record Outgoing(MessageSpec message, PutOptions options, SendStamping stamping) {

  /** Without stamps. */
  public Outgoing(MessageSpec message, PutOptions options) {
    this(message, options, SendStamping.OFF);
  }
}
