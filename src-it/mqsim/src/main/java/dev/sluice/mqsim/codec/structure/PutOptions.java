package dev.sluice.mqsim.codec.structure;

import io.netty.buffer.ByteBuf;

/**
 * The options of a put (PMO). The answer repeats them with the names of the queue and the queue
 * manager filled in.
 *
 * @param options sum of the constants here and others that change nothing in the simulator
 * @param contextHandle from which context is passed on
 * @param lengthBytes length of the structure, by version
 */
public record PutOptions(int options, int contextHandle, int lengthBytes) {

  private static final int SYNCPOINT = 0x2;
  private static final int NEW_MESSAGE_ID = 0x40;
  private static final int NEW_CORRELATION_ID = 0x80;
  private static final int PASS_IDENTITY_CONTEXT = 0x100;
  private static final int PASS_ALL_CONTEXT = 0x200;
  private static final int SET_IDENTITY_CONTEXT = 0x400;
  private static final int SET_ALL_CONTEXT = 0x800;
  private static final int NO_CONTEXT = 0x4000;
  private static final int LOGICAL_ORDER = 0x8000;
  private static final int ASYNC_RESPONSE = 0x10000;

  private static final int RETAIN = 0x200000;

  private static final int EYECATCHER = 0x504D4F20;
  private static final int VERSION = 4;
  private static final int OPTIONS = 8;
  private static final int CONTEXT = 16;
  private static final int KNOWN_DESTINATIONS = 20;
  private static final int RESOLVED_QUEUE = 32;
  private static final int RESOLVED_QUEUE_MANAGER = 80;

  /** Reads the options at an index. */
  public static PutOptions read(ByteBuf body, int index) {
    if (!WireOrder.hasEyecatcher(body, index, EYECATCHER)) {
      throw new MalformedSegmentException("put options without their eyecatcher");
    }
    int version = body.getInt(index + VERSION);
    int lengthBytes =
        switch (version) {
          case 1 -> 128;
          case 2 -> 152;
          case 3 -> 184;
          default ->
              throw new MalformedSegmentException("put options version %d".formatted(version));
        };
    return new PutOptions(body.getInt(index + OPTIONS), body.getInt(index + CONTEXT), lengthBytes);
  }

  /** Appends the answer: the request's bytes with the resolved names (48 bytes each). */
  public void write(ByteBuf out, ByteBuf request, int index, byte[] queue, byte[] queueManager) {
    int start = out.writerIndex();
    out.writeBytes(request, index, lengthBytes);
    out.setInt(start + KNOWN_DESTINATIONS, 1);
    out.setBytes(start + RESOLVED_QUEUE, queue);
    out.setBytes(start + RESOLVED_QUEUE_MANAGER, queueManager);
  }

  /** The put is part of the unit of work. */
  public boolean inSyncpoint() {
    return (options & SYNCPOINT) != 0;
  }

  /** The queue manager makes the message id. */
  public boolean newMessageId() {
    return (options & NEW_MESSAGE_ID) != 0;
  }

  /** The queue manager makes the correlation id. */
  public boolean newCorrelationId() {
    return (options & NEW_CORRELATION_ID) != 0;
  }

  /** The descriptor says who put the message. */
  public boolean setsIdentity() {
    return (options & (SET_IDENTITY_CONTEXT | SET_ALL_CONTEXT)) != 0;
  }

  /** The descriptor says where and when the message was put, too. */
  public boolean setsOrigin() {
    return (options & SET_ALL_CONTEXT) != 0;
  }

  /** The message of another handle says who put this one. */
  public boolean passesIdentity() {
    return (options & (PASS_IDENTITY_CONTEXT | PASS_ALL_CONTEXT)) != 0;
  }

  /** The message of another handle says where and when this one was put, too. */
  public boolean passesOrigin() {
    return (options & PASS_ALL_CONTEXT) != 0;
  }

  /** The message says nothing of who put it. */
  public boolean withoutContext() {
    return (options & NO_CONTEXT) != 0;
  }

  /** The queue manager numbers the messages of groups. */
  public boolean inLogicalOrder() {
    return (options & LOGICAL_ORDER) != 0;
  }

  /** The publication is kept for those who subscribe later. */
  public boolean retains() {
    return (options & RETAIN) != 0;
  }

  /** The client does not wait for an answer, and there must be none. */
  public boolean withoutAnswer() {
    return (options & ASYNC_RESPONSE) != 0;
  }
}
