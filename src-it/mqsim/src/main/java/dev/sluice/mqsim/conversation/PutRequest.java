package dev.sluice.mqsim.conversation;

import dev.sluice.mqsim.codec.structure.MalformedSegmentException;
import dev.sluice.mqsim.codec.structure.MessageDescriptor;
import dev.sluice.mqsim.codec.structure.PutOptions;
import io.netty.buffer.ByteBuf;

/**
 * The part that all puts have in common: message descriptor, put options, and somewhere behind them
 * the data with its length.
 *
 * @param descriptor a copy, to become the message's
 * @param descriptorBytes length it had in the request and is to have in the answer
 * @param options how to put
 * @param optionsIndex where they begin in the request
 * @param endIndex where they end
 */
record PutRequest(
    MessageDescriptor descriptor,
    int descriptorBytes,
    PutOptions options,
    int optionsIndex,
    int endIndex) {

  static PutRequest read(ByteBuf body, int descriptorIndex) {
    int descriptorBytes = MessageDescriptor.lengthBytes(body, descriptorIndex);
    int optionsIndex = descriptorIndex + descriptorBytes;
    PutOptions options = PutOptions.read(body, optionsIndex);
    return new PutRequest(
        MessageDescriptor.read(body, descriptorIndex),
        descriptorBytes,
        options,
        optionsIndex,
        optionsIndex + options.lengthBytes());
  }

  /** The data, whose length stands before it. The flow may be longer: it is padded. */
  static byte[] data(ByteBuf body, int lengthIndex) {
    return data(body, lengthIndex + Integer.BYTES, body.getInt(lengthIndex));
  }

  /** So much data from an index on. */
  static byte[] data(ByteBuf body, int start, int lengthBytes) {
    if (lengthBytes < 0 || start < 0 || lengthBytes > body.writerIndex() - start) {
      throw new MalformedSegmentException("a put of %d bytes".formatted(lengthBytes));
    }
    byte[] data = new byte[lengthBytes];
    body.getBytes(start, data);
    return data;
  }
}
