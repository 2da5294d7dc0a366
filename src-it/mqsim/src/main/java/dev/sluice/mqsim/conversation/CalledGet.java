package dev.sluice.mqsim.conversation;

import dev.sluice.mqsim.codec.structure.GetOptions;
import dev.sluice.mqsim.codec.structure.MessageDescriptor;
import dev.sluice.mqsim.queue.Delivery;
import dev.sluice.mqsim.queue.Reason;
import io.netty.buffer.ByteBuf;

/**
 * The answer to an MQGET: descriptor, options, length of the message, as much of the message as
 * fits into the client's buffer.
 *
 * @param wanted the request's descriptor, repeated if nothing was found
 * @param descriptorBytes length the descriptor had and is to have
 * @param options the request's options
 * @param bufferBytes size of the client's buffer
 */
record CalledGet(
    Answer answer,
    int handle,
    MessageDescriptor wanted,
    int descriptorBytes,
    GetOptions options,
    int bufferBytes)
    implements GetAnswer {

  @Override
  public boolean fits(Delivery delivery) {
    return delivery.data().length <= bufferBytes;
  }

  @Override
  public void send(Delivery delivery, byte[] token, Outcome outcome, byte[] queueName) {
    byte[] data = delivery.data();
    int sentBytes = Math.min(bufferBytes, data.length);
    ByteBuf buffer = begin(sentBytes);
    delivery.descriptor().write(buffer, descriptorBytes);
    options.writeFound(buffer, queueName, GetAnswer.groupStatus(delivery), token, data.length);
    buffer.writeInt(data.length).writeBytes(data, 0, sentBytes);
    answer.sendMessage(buffer, outcome, handle, sentBytes);
  }

  @Override
  public void sendNothing(Reason reason) {
    ByteBuf buffer = begin(0);
    wanted.write(buffer, descriptorBytes);
    options.writeUnchanged(buffer);
    answer.send(buffer.writeInt(0), Outcome.failed(reason), handle);
  }

  private ByteBuf begin(int dataBytes) {
    return answer.begin(descriptorBytes + options.lengthBytes() + Integer.BYTES + dataBytes);
  }
}
