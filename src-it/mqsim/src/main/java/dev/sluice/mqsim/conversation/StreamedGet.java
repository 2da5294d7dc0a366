package dev.sluice.mqsim.conversation;

import dev.sluice.mqsim.codec.structure.GetOptions;
import dev.sluice.mqsim.codec.structure.MessageDescriptor;
import dev.sluice.mqsim.queue.Delivery;
import dev.sluice.mqsim.queue.Reason;

/**
 * A get whose message comes in a stream.
 *
 * @param requestId of the client's request, which the end of the answer repeats
 * @param wantsAnswer whether it is told that even if there is a message
 */
record StreamedGet(
    GetStream stream,
    int requestId,
    boolean wantsAnswer,
    MessageDescriptor wanted,
    GetOptions options)
    implements GetAnswer {

  /** The client takes a message of any length, whatever buffer it speaks of. */
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
      stream.isEmpty(requestId);
    }
  }
}
