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
 * @param unidentified whether each send says where to, rather than the producer
 */
public record Outgoing(
    MessageSpec message, PutOptions options, SendStamping stamping, boolean unidentified) {

  /** By producers that know their destination. */
  public Outgoing(MessageSpec message, PutOptions options, SendStamping stamping) {
    this(message, options, stamping, false);
  }

  /** Without stamps. */
  public Outgoing(MessageSpec message, PutOptions options) {
    this(message, options, SendStamping.OFF);
  }

  /** By producers that know no destination. */
  public Outgoing byUnidentifiedProducer() {
    return new Outgoing(message, options, stamping, true);
  }

  /** Without stamps, for messages that are passed on. */
  Outgoing withoutStamps() {
    return new Outgoing(message, options, SendStamping.OFF, unidentified);
  }
}
