package dev.sluice.mqsim.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.mqsim.codec.structure.MalformedSegmentException;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.DecoderException;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** From a flow to segments and back. */
class SegmentsTest {

  private static final int MAX_SEGMENT_BYTES = 32_748;

  private final EmbeddedChannel channel =
      new EmbeddedChannel(new SegmentDecoder(MAX_SEGMENT_BYTES));
  private final FlowWriter writer =
      new FlowWriter(UnpooledByteBufAllocator.DEFAULT, MAX_SEGMENT_BYTES);
  private final FlowAssembler assembler =
      new FlowAssembler(UnpooledByteBufAllocator.DEFAULT, 5_000_000, MAX_SEGMENT_BYTES);

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 32_712, 32_713, 65_424, 100_000, 4_000_000})
  void whatIsWrittenIsRead(int bodyBytes) {
    byte[] body = new byte[bodyBytes];
    new Random(bodyBytes).nextBytes(body);
    ByteBuf flow = writer.begin(HeaderForm.TSHM, bodyBytes).writeBytes(body);
    writer.end(flow, HeaderForm.TSHM, 3, 5, SegmentType.MQPUT.code(), 0, channel::writeInbound);

    ByteBuf whole = null;
    for (Segment segment = channel.readInbound();
        segment != null;
        segment = channel.readInbound()) {
      assertThat(segment.type()).isEqualTo(SegmentType.MQPUT);
      assertThat(segment.conversationId()).isEqualTo(3);
      assertThat(segment.requestId()).isEqualTo(5);
      assertThat(segment.body().readableBytes()).isLessThanOrEqualTo(MAX_SEGMENT_BYTES - 36);
      assertThat(whole).isNull();
      whole = assembler.add(segment);
    }
    byte[] read = new byte[whole.readableBytes()];
    whole.readBytes(read);
    whole.release();
    assertThat(read).isEqualTo(body);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 27, MAX_SEGMENT_BYTES + 1, -1, Integer.MAX_VALUE})
  void impossibleLengthIsRejectedBeforeAnythingIsBuffered(int length) {
    ByteBuf start = Unpooled.buffer().writeInt(0x54534820).writeInt(length);
    assertThatThrownBy(() -> channel.writeInbound(start))
        .isInstanceOf(DecoderException.class)
        .hasCauseInstanceOf(MalformedSegmentException.class);
  }

  @Test
  void bytesThatAreNotTheProtocolAreRefusedOnce() {
    assertThatThrownBy(() -> channel.writeInbound(Unpooled.copyLong(1, 2, 3, 4)))
        .isInstanceOf(DecoderException.class);
    assertThat(channel.writeInbound(Unpooled.copyLong(5, 6))).isFalse();
  }

  @Test
  void flowsThatDoNotFitTogetherAreRefused() {
    assertThatThrownBy(() -> assembler.add(segment(0)))
        .isInstanceOf(MalformedSegmentException.class);
    assertThat(assembler.add(segment(Segment.FIRST))).isNull();
    assertThatThrownBy(() -> assembler.add(segment(Segment.FIRST)))
        .isInstanceOf(MalformedSegmentException.class);
    assembler.close();
  }

  @Test
  void flowLongerThanAllowedIsRejected() {
    FlowAssembler small =
        new FlowAssembler(UnpooledByteBufAllocator.DEFAULT, 10, MAX_SEGMENT_BYTES);
    assertThat(small.add(segment(Segment.FIRST))).isNull();
    assertThatThrownBy(() -> small.add(segment(Segment.LAST)))
        .isInstanceOf(MalformedSegmentException.class);
    small.close();
  }

  private static Segment segment(int flags) {
    ByteBuf body = Unpooled.buffer().writeZero(8);
    return new Segment(HeaderForm.TSHM, 1, 0, SegmentType.MQPUT, flags, 0, body);
  }
}
