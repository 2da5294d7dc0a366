package dev.sluice.mqsim.conversation;

import dev.sluice.mqsim.codec.structure.GetOptions;
import dev.sluice.mqsim.codec.structure.MessageDescriptor;
import dev.sluice.mqsim.queue.Delivery;
import dev.sluice.mqsim.queue.Reason;

/**
 * A get whose message comes in a stream.
 *
 * @param requestId the id of the client's request, which the notification of its end carries
 * @param wantsAnswer whether the client waits for that notification, with or without a message
 * @param wanted the message that it asks for
 */
record StreamedGet(
    GetStream stream,
    int requestId,
    boolean wantsAnswer,
    MessageDescriptor wanted,
    GetOptions options)
    implements GetAnswer {

  /** Always: a message of a stream is not bound to the length of a buffer. */
  @Override
  public boolean fits(Delivery delivery) {
    return true;
  }

  @Override
  public void send(Delivery delivery, byte[] token, Outcome outcome, byte[] queueName) {
    stream.send(delivery, token, outcome);
    answer();
  }

  @Override
  public void sendNothing(Reason reason) {
    if (reason != Reason.NO_MESSAGE_AVAILABLE) {
      stream.fail(reason);
    }
    answer();
  }

  private void answer() {
    if (wantsAnswer) {
      stream.endRequest(requestId);
    }
  }
}
