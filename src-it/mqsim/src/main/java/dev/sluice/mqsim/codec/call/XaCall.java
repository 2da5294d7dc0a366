package dev.sluice.mqsim.codec.call;

import dev.sluice.mqsim.codec.structure.MalformedSegmentException;
import dev.sluice.mqsim.codec.structure.WireOrder;
import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * The frame of XA's calls: {length, return code, flags, resource manager}, then, but for OPEN,
 * CLOSE and RECOVER, a transaction id: {format, length of the global part (1), length of the branch
 * part (1), both parts}, padded to a multiple of 4. RECOVER has a count instead, and in its answer
 * that many ids behind it.
 */
public final class XaCall {

  private static final int RETURN_CODE = 4;
  private static final int FLAGS = 8;
  private static final int ID = 16;
  private static final int ID_LENGTHS = 4;
  private static final int ID_PARTS = 6;
  private static final int MAX_PART_BYTES = 64;

  private XaCall() {}

  public static int flags(ByteBuf body) {
    return body.getInt(body.readerIndex() + FLAGS);
  }

  /** How many ids RECOVER has room for. */
  public static int count(ByteBuf body) {
    return body.getInt(body.readerIndex() + ID);
  }

  /** The transaction id, as its bytes with a big-endian format. */
  public static ByteBuffer id(ByteBuf body) {
    int start = body.readerIndex() + ID;
    int global = body.getUnsignedByte(start + ID_LENGTHS);
    int branch = body.getUnsignedByte(start + ID_LENGTHS + 1);
    if (global > MAX_PART_BYTES || branch > MAX_PART_BYTES) {
      throw new MalformedSegmentException(
          "a transaction id of %d bytes".formatted(global + branch));
    }
    byte[] id = new byte[ID_PARTS + global + branch];
    body.getBytes(start, id);
    return ByteBuffer.wrap(id).putInt(0, body.getInt(start));
  }

  /** Appends the ids of RECOVER's answer behind its frame. */
  public static void writeIds(ByteBuf out, List<ByteBuffer> ids) {
    out.writeInt(ids.size());
    for (ByteBuffer id : ids) {
      out.writeInt(id.getInt(0)).writeBytes(id.duplicate().position(Integer.BYTES));
      out.writeZero(-id.remaining() & (Integer.BYTES - 1));
    }
  }

  /** Fills the frame of an answer in. */
  public static void fill(ByteBuf answer, int start, ByteBuf request, int returnCode) {
    answer.setBytes(start, request, request.readerIndex(), ID);
    WireOrder.bigEndian(answer).setInt(start, answer.readableBytes());
    answer.setInt(start + RETURN_CODE, returnCode);
  }
}
