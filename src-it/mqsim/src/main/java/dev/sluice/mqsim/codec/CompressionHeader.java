package dev.sluice.mqsim.codec;

import dev.sluice.mqsim.codec.structure.WireOrder;
import io.netty.buffer.ByteBuf;

/**
 * Four bytes behind the call header of a flow's first segment, if anything in the flow is
 * compressed. Two flags of the segment header say what is: the structures of the call, up to and
 * with the length of the data, and the data of the message. Each further segment says so for itself
 * and is compressed by itself. The call header never is.
 *
 * @param headersEnd where the structures end, as they are on the wire; counts from the begin of the
 *     segment as if it had the shortest header
 * @param data technique for the data; null if the data is as it is
 */
record CompressionHeader(int headersEnd, Compression data) {

  static final int LENGTH_BYTES = 4;

  /** Flag: the structures are compressed. */
  static final int HEADERS = 0x01;

  /** Flag: the data is compressed. */
  static final int DATA = 0x02;

  /** Flag: the segment has this header. */
  static final int PRESENT = 0x04;

  static CompressionHeader read(ByteBuf body, int index) {
    ByteBuf header = WireOrder.bigEndian(body);
    int technique = header.getUnsignedShort(index + 2);
    return new CompressionHeader(
        header.getUnsignedShort(index), technique == 0 ? null : Compression.of(technique));
  }

  void write(ByteBuf out) {
    WireOrder.bigEndian(out).writeShort(headersEnd).writeShort(data == null ? 0 : data.code());
  }
}
