package dev.sluice.jms.worker;

import dev.sluice.jms.message.BodyKind;
import dev.sluice.jms.message.MessageSpec;
import dev.sluice.jms.session.PutOptions;

/** A message for tests in which it does not matter. */
final class OutgoingMessages {

  private OutgoingMessages() {}

  static OutgoingMessage small() {
    return ofBytes(10);
  }

  static OutgoingMessage ofBytes(int bytes) {
    return new OutgoingMessage(new MessageSpec(BodyKind.BYTES, bytes), PutOptions.NON_PERSISTENT);
  }
}
