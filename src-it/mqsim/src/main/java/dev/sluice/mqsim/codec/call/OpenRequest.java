package dev.sluice.mqsim.codec.call;

import dev.sluice.mqsim.codec.structure.MalformedSegmentException;
import dev.sluice.mqsim.codec.structure.ObjectDescriptor;
import dev.sluice.mqsim.codec.structure.WireOrder;
import io.netty.buffer.ByteBuf;

/**
 * The internal call OPEN: call header, {verb 12, version, length}, "SPOU", "SPOI", then "LPOO" with
 * options and defaults, then the object descriptor. Offsets count from the begin of the body.
 *
 * @param openOptions open options
 * @param object what is to be opened
 */
public record OpenRequest(int openOptions, ObjectDescriptor object) {

  private static final int LPOO = 52;
  private static final int EYECATCHER_LPOO = 0x4C504F4F;
  private static final int OPEN_OPTIONS = 8;
  private static final int DEFAULT_PERSISTENCE = 16;
  private static final int DEFAULT_PUT_RESPONSE = 20;
  private static final int DEFAULT_READ_AHEAD = 24;
  private static final int PROPERTY_CONTROL = 28;
  private static final int PUT_RESPONSE_SYNC = 1;
  private static final int OBJECT_DESCRIPTOR = 84;

  private static final int READ_AHEAD = 0x100000;

  /** Reads a request. */
  public static OpenRequest read(ByteBuf body) {
    int start = body.readerIndex();
    if (!WireOrder.hasEyecatcher(body, start + LPOO, EYECATCHER_LPOO)) {
      throw new MalformedSegmentException("an open request without its structures");
    }
    return new OpenRequest(
        body.getInt(start + LPOO + OPEN_OPTIONS),
        ObjectDescriptor.read(body, start + OBJECT_DESCRIPTOR));
  }

  /**
   * Turns a copy of the request into the answer. The put response has to be SYNC: with ASYNC the
   * client would make every put an asynchronous one.
   */
  public void overwrite(ByteBuf copy, int start, String queueName) {
    SpiCall.markAsAnswer(copy, start + SpiCall.SECOND_STRUCTURE);
    copy.setInt(start + LPOO + DEFAULT_PERSISTENCE, 0);
    copy.setInt(start + LPOO + DEFAULT_PUT_RESPONSE, PUT_RESPONSE_SYNC);
    copy.setInt(start + LPOO + DEFAULT_READ_AHEAD, (openOptions & READ_AHEAD) != 0 ? 1 : 0);
    copy.setInt(start + LPOO + PROPERTY_CONTROL, 0);
    if (object.type() == ObjectDescriptor.QUEUE) {
      ObjectDescriptor.overwriteName(copy, start + OBJECT_DESCRIPTOR, queueName);
    }
  }
}
