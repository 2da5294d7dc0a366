package dev.sluice.jms.worker;

import dev.sluice.jms.message.MessageSpec;
import dev.sluice.jms.session.PutOptions;
import dev.sluice.jms.tracking.WorkloadTracking;

/**
 * The messages that workers put.
 *
 * @param message what messages look like
 * @param options how they are sent
 * @param stamping what they are stamped with
 * @param unidentified whether each send says where to, rather than the producer
 */
public record OutgoingMessage(
    MessageSpec message, PutOptions options, WorkloadTracking stamping, boolean unidentified) {

  /** By producers that know their destination. */
  public OutgoingMessage(MessageSpec message, PutOptions options, WorkloadTracking stamping) {
    this(message, options, stamping, false);
  }

  /** Without stamps. */
  public OutgoingMessage(MessageSpec message, PutOptions options) {
    this(message, options, WorkloadTracking.OFF);
  }

  /** By producers that know no destination. */
  public OutgoingMessage byUnidentifiedProducer() {
    return new OutgoingMessage(message, options, stamping, true);
  }
}
