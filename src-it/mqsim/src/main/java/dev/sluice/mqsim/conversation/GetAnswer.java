package dev.sluice.mqsim.conversation;

import dev.sluice.mqsim.codec.structure.GetOptions;
import dev.sluice.mqsim.codec.structure.MessageDescriptor;
import dev.sluice.mqsim.queue.Delivery;
import dev.sluice.mqsim.queue.Reason;

/** What a consumer wants that waits for one message, and how it is told what became of that. */
sealed interface GetAnswer permits CalledGet, StreamedGet {

  /** Has the ids that are wanted. */
  MessageDescriptor wanted();

  GetOptions options();

  /** Whether the consumer has room for the message. */
  boolean fits(Delivery delivery);

  /** Sends a message that was found, as its getter is to see it. */
  void send(Delivery delivery, byte[] token, Outcome outcome, byte[] queueName);

  void sendNothing(Reason reason);

  /** L for the last message of a group, G for another one of a group, else a blank. */
  static char groupStatus(Delivery delivery) {
    if (delivery.descriptor().isLastInGroup()) {
      return 'L';
    }
    return delivery.descriptor().isInGroup() ? 'G' : ' ';
  }
}
