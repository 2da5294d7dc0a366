package dev.sluice.mqsim.codec;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.util.collection.IntObjectHashMap;
import io.netty.util.collection.IntObjectMap;

/**
 * Puts the bodies of flows that were cut into several segments together again, per conversation.
 *
 * <p>A flow in one segment passes through untouched and uncopied. The sum of what is kept is
 * bounded by a length per flow and a number of unfinished flows.
 */
public final class FlowAssembler implements AutoCloseable {

  private static final int MAX_UNFINISHED_FLOWS = 64;

  private final ByteBufAllocator allocator;
  private final int maxFlowBytes;
  private final IntObjectMap<ByteBuf> unfinished = new IntObjectHashMap<>();

  /**
   * @param maxFlowBytes longest body put together
   */
  public FlowAssembler(ByteBufAllocator allocator, int maxFlowBytes) {
    this.allocator = allocator;
    this.maxFlowBytes = maxFlowBytes;
  }

  /**
   * Takes over the segment's body and returns the body of the whole flow if it is complete now,
   * else null. The caller owns what is returned.
   *
   * @throws MalformedSegmentException if the segment does not fit what came before it
   */
  public ByteBuf add(Segment segment) {
    if (segment.isFirst() && segment.isLast()) {
      return segment.body();
    }
    try {
      return append(segment);
    } finally {
      segment.body().release();
    }
  }

  private ByteBuf append(Segment segment) {
    int id = segment.conversationId();
    ByteBuf flow = unfinished.get(id);
    if (segment.isFirst() != (flow == null)) {
      throw new MalformedSegmentException(
          flow == null ? "a continuation without a begin" : "a new flow inside an unfinished one");
    }
    if (flow == null) {
      if (unfinished.size() >= MAX_UNFINISHED_FLOWS) {
        throw new MalformedSegmentException("too many unfinished flows on one socket");
      }
      flow = allocator.buffer(segment.body().readableBytes() * 4);
      unfinished.put(id, flow);
    }
    if (flow.readableBytes() + segment.body().readableBytes() > maxFlowBytes) {
      throw new MalformedSegmentException("a flow of more than %d bytes".formatted(maxFlowBytes));
    }
    flow.writeBytes(segment.body());
    return segment.isLast() ? unfinished.remove(id) : null;
  }

  /** Releases what is unfinished. */
  @Override
  public void close() {
    unfinished.values().forEach(ByteBuf::release);
    unfinished.clear();
  }
}
