package dev.sluice.mqsim.codec.call;

import dev.sluice.mqsim.codec.structure.MessageDescriptor;
import io.netty.buffer.ByteBuf;

/**
 * The bodies of ASYNC_MESSAGE segments: a message sent because the client asked for a stream. A
 * long message is not cut like other flows: each of its segments begins with the first 24 bytes of
 * the header, with its own number and its own length; only the first one has the rest of the header
 * and the message descriptor (version 2). Lengths count data only, the descriptor is not in them.
 *
 * @param handle the consumer's object handle
 * @param index number of the message in its stream, from 0
 * @param selectionIndex as in the client's request
 * @param reason of a warning; 0 = none
 * @param token identifies the message
 * @param groupStatus G in a group, L the last of one, else a blank
 * @param queueName name without padding
 * @param descriptor comes before the data
 * @param data is cut if it is too long for one segment
 */
@SuppressWarnings("ArrayRecordComponent") // compared by nobody
public record StreamedMessage(
    int handle,
    int index,
    int selectionIndex,
    int reason,
    byte[] token,
    char groupStatus,
    byte[] queueName,
    MessageDescriptor descriptor,
    byte[] data) {

  /** Length of the header in every segment but the first. */
  public static final int SHORT_HEADER_BYTES = 24;

  private static final int FIXED_BYTES = 55;
  private static final int IN_GROUP = 0x10;
  private static final int LAST_IN_GROUP = 0x20;
  private static final int ALIGNMENT = 4;

  /** Length of the first segment's body without data. */
  public int firstHeaderBytes() {
    return FIXED_BYTES + queueName.length + paddingBytes() + MessageDescriptor.V2_BYTES;
  }

  /** Appends the body of the first segment with so much of the data. */
  public void writeFirst(ByteBuf out, int dataBytes) {
    writeShortHeader(out, 0, dataBytes);
    out.writeInt(reason);
    out.writeInt(data.length); // total data
    out.writeInt(data.length); // actual data
    out.writeBytes(token);
    out.writeShort(status());
    out.writeByte(queueName.length).writeBytes(queueName);
    out.writeZero(paddingBytes());
    descriptor.write(out, MessageDescriptor.V2_BYTES);
    out.writeBytes(data, 0, dataBytes);
  }

  /** Appends the body of a further segment with a part of the data. */
  public void writeNext(ByteBuf out, int segmentIndex, int dataStart, int dataBytes) {
    writeShortHeader(out, segmentIndex, dataBytes);
    out.writeBytes(data, dataStart, dataBytes);
  }

  private void writeShortHeader(ByteBuf out, int segmentIndex, int dataBytes) {
    out.writeInt(1).writeInt(handle).writeInt(index);
    out.writeInt(1); // global index
    out.writeInt(dataBytes);
    out.writeShort(segmentIndex).writeShort(selectionIndex);
  }

  private int status() {
    return switch (groupStatus) {
      case 'G' -> IN_GROUP;
      case 'L' -> LAST_IN_GROUP;
      default -> 0;
    };
  }

  private int paddingBytes() {
    int odd = (3 + queueName.length) % ALIGNMENT;
    return odd == 0 ? 0 : ALIGNMENT - odd;
  }
}
