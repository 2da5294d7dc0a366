package dev.sluice.control.endpoint.socket;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.MessageToByteEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.UnaryOperator;

/** Writes replies: each line of a list, ended by LF, all at once. */
@Sharable
final class ReplyEncoder extends MessageToByteEncoder<List<String>> {

  private final UnaryOperator<String> mask;

  /**
   * @param mask masks secrets
   */
  ReplyEncoder(UnaryOperator<String> mask) {
    this.mask = mask;
  }

  @Override
  protected void encode(ChannelHandlerContext ctx, List<String> lines, ByteBuf out) {
    for (String line : lines) {
      out.writeCharSequence(mask.apply(line), StandardCharsets.UTF_8);
      out.writeByte('\n');
    }
  }
}
