package dev.sluice.mqsim.codec.structure;

import io.netty.buffer.ByteBuf;
import java.nio.ByteOrder;

/**
 * The byte order of numbers on the wire. Each segment says its own, so a buffer has one, by a means
 * that Netty deprecates in favour of a method for each order. Eyecatchers, lengths of segments and
 * calls, the ids of conversations and requests, and what heads compressed data are big-endian
 * always.
 */
@SuppressWarnings("deprecation")
public final class WireOrder {

  private WireOrder() {}

  /** The order of a buffer's numbers. */
  public static ByteOrder of(ByteBuf buffer) {
    return buffer.order();
  }

  /** The same bytes with numbers in this order. */
  public static ByteBuf in(ByteOrder order, ByteBuf buffer) {
    return buffer.order(order);
  }

  /** The same bytes with big-endian numbers. */
  public static ByteBuf bigEndian(ByteBuf buffer) {
    return buffer.order(ByteOrder.BIG_ENDIAN);
  }

  /** Whether four bytes are these, read as a big-endian number. */
  public static boolean hasEyecatcher(ByteBuf buffer, int index, int eyecatcher) {
    return bigEndian(buffer).getInt(index) == eyecatcher;
  }
}
