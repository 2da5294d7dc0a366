package dev.sluice.mqsim.codec;

import io.netty.buffer.ByteBuf;

/**
 * The body of an ASYNC_MESSAGE: a message sent because the client asked for a stream. The lengths
 * in it count the data only; the message descriptor (version 2) comes before the data and is not
 * counted.
 */
public final class StreamedMessage {

  private static final int FIXED_BYTES = 55;
  private static final int ALIGNMENT = 4;

  private StreamedMessage() {}

  /** Expected length of the body. */
  public static int lengthBytes(int queueNameBytes, int dataBytes) {
    return FIXED_BYTES + queueNameBytes + ALIGNMENT + MessageDescriptor.V2_BYTES + dataBytes;
  }

  /**
   * Appends the body.
   *
   * @param index number of the message in its stream, from 0
   * @param queueName name without padding
   */
  public static void write(
      ByteBuf out,
      int handle,
      int index,
      int selectionIndex,
      byte[] token,
      byte[] queueName,
      MessageDescriptor descriptor,
      byte[] data) {
    out.writeInt(1).writeInt(handle).writeInt(index);
    out.writeInt(1); // global index
    out.writeInt(data.length); // data in this segment
    out.writeShort(0); // segment index
    out.writeShort(selectionIndex);
    out.writeInt(0); // reason
    out.writeInt(data.length); // total data
    out.writeInt(data.length); // actual data
    out.writeBytes(token);
    out.writeShort(0); // status
    out.writeByte(queueName.length).writeBytes(queueName);
    int odd = (3 + queueName.length) % ALIGNMENT;
    out.writeZero(odd == 0 ? 0 : ALIGNMENT - odd);
    descriptor.write(out, MessageDescriptor.V2_BYTES);
    out.writeBytes(data);
  }
}
