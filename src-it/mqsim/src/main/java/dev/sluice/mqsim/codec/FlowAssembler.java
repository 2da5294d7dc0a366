package dev.sluice.mqsim.codec;

import dev.sluice.mqsim.codec.structure.MalformedSegmentException;
import dev.sluice.mqsim.codec.structure.WireOrder;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.util.collection.IntObjectHashMap;
import io.netty.util.collection.IntObjectMap;

/**
 * Puts the bodies of flows that were cut into several segments together again, per conversation.
 *
 * <p>Compressed segments are expanded. A flow in one segment that is not compressed passes through
 * untouched and uncopied. The sum of what is kept is bounded by a length per flow and a number of
 * unfinished flows.
 */
public final class FlowAssembler implements AutoCloseable {

  private static final int MAX_UNFINISHED_FLOWS = 64;

  private final ByteBufAllocator allocator;
  private final int maxFlowBytes;
  private final SegmentExpander expander;
  private final IntObjectMap<ByteBuf> unfinished = new IntObjectHashMap<>();

  /**
   * @param maxFlowBytes longest body put together
   * @param maxSegmentBytes longest segment, which a compressed one was before
   */
  public FlowAssembler(ByteBufAllocator allocator, int maxFlowBytes, int maxSegmentBytes) {
    this.allocator = allocator;
    this.maxFlowBytes = maxFlowBytes;
    this.expander = new SegmentExpander(allocator, maxSegmentBytes);
  }

  /**
   * Takes over the segment's body and returns the body of the whole flow if it is complete now,
   * else null. The caller owns what is returned.
   *
   * @throws MalformedSegmentException if the segment does not fit what came before it
   */
  public ByteBuf add(Segment segment) {
    ByteBuf body = expander.expand(segment);
    if (segment.isFirst() && segment.isLast()) {
      return body;
    }
    try {
      return append(segment, body);
    } finally {
      body.release();
    }
  }

  private ByteBuf append(Segment segment, ByteBuf body) {
    int id = segment.conversationId();
    ByteBuf flow = unfinished.get(id);
    if (segment.isFirst() != (flow == null)) {
      throw new MalformedSegmentException(
          flow == null
              ? "a continuation without a beginning"
              : "a new flow inside an unfinished one");
    }
    if (flow == null) {
      if (unfinished.size() >= MAX_UNFINISHED_FLOWS) {
        throw new MalformedSegmentException("too many unfinished flows on one socket");
      }
      flow = WireOrder.in(WireOrder.of(body), allocator.buffer(body.readableBytes() * 4));
      unfinished.put(id, flow);
    }
    if (flow.readableBytes() + body.readableBytes() > maxFlowBytes) {
      throw new MalformedSegmentException("a flow of more than %d bytes".formatted(maxFlowBytes));
    }
    flow.writeBytes(body);
    return segment.isLast() ? unfinished.remove(id) : null;
  }

  /** The answer to a get of this conversation was compressed. */
  public void answeredCompressed(int conversationId) {
    expander.answeredCompressed(conversationId);
  }

  /** Forgets what was remembered of a conversation for the compression of its headers. */
  public void endConversation(int id) {
    expander.endConversation(id);
  }

  /** Releases what is unfinished. */
  @Override
  public void close() {
    unfinished.values().forEach(ByteBuf::release);
    unfinished.clear();
  }
}
