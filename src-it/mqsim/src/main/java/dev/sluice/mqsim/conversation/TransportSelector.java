package dev.sluice.mqsim.conversation;

import dev.sluice.mqsim.codec.FlowWriter;
import dev.sluice.mqsim.codec.HeaderForm;
import dev.sluice.mqsim.codec.Segment;
import dev.sluice.mqsim.codec.SegmentType;
import dev.sluice.mqsim.codec.call.ChannelStatus;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import io.netty.handler.ssl.SslContext;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks at the first byte of a connection. A TLS client begins with a handshake record, a plain one
 * with the T of its header. Who comes plain to a channel with TLS is told so in plain text, as a
 * real listener does; who comes with TLS to a plain channel is cut off.
 */
@SuppressWarnings("FutureReturnValueIgnored") // failures of writes and closes reach exceptionCaught
final class TransportSelector extends ByteToMessageDecoder {

  private static final Logger LOG = LoggerFactory.getLogger(TransportSelector.class);
  private static final int TLS_HANDSHAKE_RECORD = 0x16;

  private final SslContext tls;

  TransportSelector(SslContext tls) {
    this.tls = tls;
  }

  @Override
  protected void decode(ChannelHandlerContext context, ByteBuf in, List<Object> out) {
    boolean clientUsesTls = in.getUnsignedByte(in.readerIndex()) == TLS_HANDSHAKE_RECORD;
    if (clientUsesTls == (tls != null)) {
      if (clientUsesTls) {
        context.pipeline().addAfter(context.name(), null, tls.newHandler(context.alloc()));
      }
      context.pipeline().remove(this);
      return;
    }
    in.skipBytes(in.readableBytes());
    if (clientUsesTls) {
      LOG.info("{}: TLS on a channel without it; closed", context.channel().remoteAddress());
      context.close();
    } else {
      LOG.info("{}: no TLS on a channel with it; refused", context.channel().remoteAddress());
      refuse(context);
    }
  }

  private static void refuse(ChannelHandlerContext context) {
    FlowWriter writer = new FlowWriter(context.alloc(), Negotiation.MAX_SEGMENT_BYTES);
    ByteBuf status = writer.begin(HeaderForm.TSH, 8);
    ChannelStatus.CIPHER_SPEC.write(status);
    int flags = Segment.ERROR | Segment.CLOSE;
    int type = SegmentType.STATUS_DATA.code();
    writer.end(status, HeaderForm.TSH, 0, 0, type, flags, context::write);
    context.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE);
  }
}
