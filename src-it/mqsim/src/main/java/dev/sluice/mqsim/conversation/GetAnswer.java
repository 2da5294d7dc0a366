package dev.sluice.mqsim.conversation;

import dev.sluice.mqsim.codec.structure.GetOptions;
import dev.sluice.mqsim.codec.structure.MessageDescriptor;
import dev.sluice.mqsim.queue.Message;
import dev.sluice.mqsim.queue.Reason;
import io.netty.buffer.ByteBuf;

/**
 * The answer to a get: descriptor, options, length of the message, as much of the message as fits
 * into the client's buffer.
 *
 * @param wanted the request's descriptor, repeated if nothing was found
 * @param descriptorBytes length the descriptor had and is to have
 * @param options the request's options
 * @param bufferBytes size of the client's buffer
 */
record GetAnswer(
    Answer answer,
    int handle,
    MessageDescriptor wanted,
    int descriptorBytes,
    GetOptions options,
    int bufferBytes) {

  boolean fits(Message message) {
    return message.data().length <= bufferBytes;
  }

  void send(Message message, Outcome outcome, byte[] queueName) {
    int sentBytes = Math.min(bufferBytes, message.data().length);
    ByteBuf buffer = begin(sentBytes);
    message.descriptor().write(buffer, descriptorBytes);
    options.writeFound(buffer, queueName, message.token(), message.data().length);
    buffer.writeInt(message.data().length).writeBytes(message.data(), 0, sentBytes);
    answer.sendMessage(buffer, outcome, handle, sentBytes);
  }

  void sendNothing(Reason reason) {
    ByteBuf buffer = begin(0);
    wanted.write(buffer, descriptorBytes);
    options.writeUnchanged(buffer);
    answer.send(buffer.writeInt(0), Outcome.failed(reason), handle);
  }

  private ByteBuf begin(int dataBytes) {
    return answer.begin(descriptorBytes + options.lengthBytes() + Integer.BYTES + dataBytes);
  }
}
