package dev.sluice.mqsim.codec.structure;

import io.netty.buffer.ByteBuf;

/**
 * The options of a put (PMO). The answer repeats them with the names of the queue and the queue
 * manager filled in.
 *
 * @param options sum of the constants here and others that change nothing in the simulator
 * @param lengthBytes length of the structure, by version
 */
public record PutOptions(int options, int lengthBytes) {

  private static final int SYNCPOINT = 0x2;
  private static final int NEW_MESSAGE_ID = 0x40;
  private static final int NEW_CORRELATION_ID = 0x80;
  private static final int LOGICAL_ORDER = 0x8000;
  private static final int ASYNC_RESPONSE = 0x10000;

  private static final int EYECATCHER = 0x504D4F20;
  private static final int VERSION = 4;
  private static final int OPTIONS = 8;
  private static final int RESOLVED_QUEUE = 32;
  private static final int RESOLVED_QUEUE_MANAGER = 80;

  /** Reads the options at an index. */
  public static PutOptions read(ByteBuf body, int index) {
    if (body.getInt(index) != EYECATCHER) {
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
    return new PutOptions(body.getInt(index + OPTIONS), lengthBytes);
  }

  /** Appends the answer: the request's bytes with the resolved names (48 bytes each). */
  public void write(ByteBuf out, ByteBuf request, int index, byte[] queue, byte[] queueManager) {
    int start = out.writerIndex();
    out.writeBytes(request, index, lengthBytes);
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

  /** The queue manager numbers the messages of groups. */
  public boolean inLogicalOrder() {
    return (options & LOGICAL_ORDER) != 0;
  }

  /** The client does not wait for an answer, and there must be none. */
  public boolean withoutAnswer() {
    return (options & ASYNC_RESPONSE) != 0;
  }
}
