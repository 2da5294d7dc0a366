package dev.sluice.mqsim.codec.call;

import dev.sluice.mqsim.codec.structure.WireOrder;
import io.netty.buffer.ByteBuf;

/** The 16 bytes at the begin of every call and of every answer to one. */
public final class CallHeader {

  /** Length: the structures of a call begin here, counted from the begin of the body. */
  public static final int LENGTH_BYTES = 16;

  private static final int NOT_COUNTED_BYTES = 8;
  private static final int LENGTH = 0;
  private static final int COMPLETION_CODE = 4;
  private static final int REASON = 8;
  private static final int HANDLE = 12;

  private CallHeader() {}

  /** The object handle that a request is about; 0 or -1 if about none. */
  public static int handle(ByteBuf body) {
    return body.getInt(body.readerIndex() + HANDLE);
  }

  /** The reason in an answer; 0 if there is none. */
  public static int reason(ByteBuf body) {
    return body.getInt(body.readerIndex() + REASON);
  }

  /**
   * Fills the header of an answer in.
   *
   * @param start index at which the body begins
   * @param flowBytes length of the whole answer with one segment header, even if it will be cut;
   *     queue managers say 8 less
   */
  public static void fill(
      ByteBuf buffer, int start, int flowBytes, int completionCode, int reason, int handle) {
    WireOrder.bigEndian(buffer).setInt(start + LENGTH, flowBytes - NOT_COUNTED_BYTES);
    buffer.setInt(start + COMPLETION_CODE, completionCode);
    buffer.setInt(start + REASON, reason);
    buffer.setInt(start + HANDLE, handle);
  }
}
