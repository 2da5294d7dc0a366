package dev.sluice.mqsim.codec;

import dev.sluice.mqsim.codec.structure.MalformedSegmentException;
import io.netty.buffer.ByteBuf;

/**
 * The run-length form of bytes: AB, the byte and its count stand for a run of up to 255 equal
 * bytes, AB AB for one byte AB, and every other byte for itself.
 */
final class RunLengths {

  private static final byte ESCAPE = (byte) 0xAB;
  private static final int SHORTEST_RUN = 4;
  private static final int LONGEST_RUN = 255;
  private static final int MAX_PADDING_BYTES = 3;

  private RunLengths() {}

  static void compress(ByteBuf plain, ByteBuf out) {
    while (plain.isReadable()) {
      byte value = plain.readByte();
      int run = value == ESCAPE ? 1 : 1 + equalBytes(plain, value, LONGEST_RUN - 1);
      if (value == ESCAPE) {
        out.writeByte(ESCAPE).writeByte(ESCAPE);
      } else if (run < SHORTEST_RUN) {
        for (int i = 0; i < run; i++) {
          out.writeByte(value);
        }
      } else {
        out.writeByte(ESCAPE).writeByte(value).writeByte(run);
      }
    }
  }

  /** Reads past the bytes of this value that come next; returns how many, at most this many. */
  private static int equalBytes(ByteBuf plain, byte value, int most) {
    int start = plain.readerIndex();
    int end = start + Math.min(most, plain.readableBytes());
    int index = start;
    while (index < end && plain.getByte(index) == value) {
      index++;
    }
    plain.readerIndex(index);
    return index - start;
  }

  /** What follows when there is no room left is padding. */
  static void expand(ByteBuf compressed, ByteBuf out, int room) {
    int left = room;
    while (compressed.isReadable() && left > 0) {
      byte value = compressed.readByte();
      int run = 1;
      if (value == ESCAPE) {
        value = compressed.readByte();
        run = value == ESCAPE ? 1 : compressed.readUnsignedByte();
      }
      if (run > left) {
        throw new MalformedSegmentException("a run beyond the longest segment");
      }
      for (int i = 0; i < run; i++) {
        out.writeByte(value);
      }
      left -= run;
    }
    if (compressed.readableBytes() > MAX_PADDING_BYTES) {
      throw new MalformedSegmentException("more runs than a segment holds");
    }
  }
}
