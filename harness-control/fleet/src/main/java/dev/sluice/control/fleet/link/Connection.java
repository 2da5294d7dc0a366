package dev.sluice.control.fleet.link;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.control.fleet.codec.MessageCodec;
import dev.sluice.core.time.NanoClock;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.handler.codec.CodecException;
import io.netty.handler.codec.LengthFieldBasedFrameDecoder;
import io.netty.handler.codec.LengthFieldPrepender;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import io.netty.handler.timeout.IdleState;
import io.netty.handler.timeout.IdleStateEvent;
import io.netty.handler.timeout.IdleStateHandler;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A connection to a member, from TLS on: frames behind their length of four bytes. An empty one is
 * sent when there is nothing else to say for some time; a message stands behind {@value #MESSAGE};
 * behind {@value #MEMBERS} stand lines about those that the sender is connected to, the first of
 * all about itself:
 *
 * <pre>
 *   + MEMBER HOST PORT      is connected, and listens there
 *   - MEMBER                is not any more
 * </pre>
 *
 * <p>For the thread of the connections.
 */
@SuppressWarnings("FutureReturnValueIgnored") // a failed write closes the connection
final class Connection extends SimpleChannelInboundHandler<ByteBuf> {

  /** What waits for one that reads too slowly; more is lost, as in a network. */
  static final WriteBufferWaterMark WAITING =
      new WriteBufferWaterMark(MessageCodec.MAX_BYTES, 2 * MessageCodec.MAX_BYTES);

  private static final char MESSAGE = 'm';
  private static final char MEMBERS = 'g';
  private static final int MAX_FRAME_BYTES = MessageCodec.MAX_BYTES + (1 << 16);
  private static final int BEAT_SECONDS = 2;
  private static final int SILENT_SECONDS = 8;

  private static final Logger LOG = LoggerFactory.getLogger(Connection.class);

  /** Its name, which it has proven by the secret to be a member's. */
  final String member;

  /** Those it is connected to, and where they listen. */
  final Map<String, InetSocketAddress> others = new HashMap<>();

  /** Where it was called; null if it has called this process. */
  final InetSocketAddress called;

  private final FleetChannel fleet;
  private final Channel channel;
  private boolean introduced;

  Connection(FleetChannel fleet, Channel channel, String member, InetSocketAddress called) {
    this.fleet = fleet;
    this.channel = channel;
    this.member = member;
    this.called = called;
    channel
        .pipeline()
        .addLast(fleet.tls(called != null).newHandler(channel.alloc()))
        .addLast(new LengthFieldBasedFrameDecoder(MAX_FRAME_BYTES, 0, 4, 0, 4))
        .addLast(new LengthFieldPrepender(4))
        .addLast(new IdleStateHandler(SILENT_SECONDS, BEAT_SECONDS, 0))
        .addLast(this);
  }

  /** The line about a member that is connected. */
  static String there(String member, InetSocketAddress at) {
    return "+ " + member + " " + at.getAddress().getHostAddress() + " " + at.getPort() + "\n";
  }

  /** The line about one that is not any more. */
  static String gone(String member) {
    return "- " + member + "\n";
  }

  /** Sends a message, which is not even made if too many wait. */
  void send(Supplier<byte[]> message) {
    if (channel.isWritable()) {
      channel.writeAndFlush(Unpooled.wrappedBuffer(new byte[] {MESSAGE}, message.get()));
    }
  }

  void say(String lines) {
    channel.writeAndFlush(Unpooled.copiedBuffer(MEMBERS + lines, UTF_8));
  }

  void close() {
    channel.close();
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
    if (event instanceof SslHandshakeCompletionEvent completion) {
      if (completion.isSuccess()) {
        say(fleet.introduction());
      } else {
        close();
      }
    } else if (event instanceof IdleStateEvent idle) {
      if (idle.state() == IdleState.READER_IDLE) {
        close();
      } else {
        channel.writeAndFlush(Unpooled.EMPTY_BUFFER);
      }
    }
  }

  @Override
  protected void channelRead0(ChannelHandlerContext ctx, ByteBuf frame) throws IOException {
    char kind = frame.isReadable() ? (char) frame.readByte() : ' ';
    if (kind == MESSAGE && introduced) {
      byte[] message = new byte[frame.readableBytes()];
      frame.readBytes(message);
      fleet.received(member, message);
    } else if (kind == MEMBERS) {
      hear(frame.toString(UTF_8));
    }
  }

  private void hear(String lines) throws IOException {
    for (String line : lines.split("\n")) {
      String[] words = line.split(" ", -1);
      if (words[0].equals("+") && words[1].matches(FleetSettings.NAME)) {
        InetAddress host = InetAddress.getByName(words[2]);
        others.put(words[1], new InetSocketAddress(host, Integer.parseInt(words[3])));
      } else if (words[0].equals("-")) {
        others.remove(words[1]);
      }
    }
    InetSocketAddress own = others.remove(member);
    if (own != null && !introduced) {
      introduced = true;
      fleet.introduced(this, own.getAddress().isAnyLocalAddress() ? seenAt(own.getPort()) : own);
    }
    fleet.othersChanged(others);
  }

  /** One that listens on all of its addresses is reached by the one that is seen from here. */
  private InetSocketAddress seenAt(int port) {
    return new InetSocketAddress(((InetSocketAddress) channel.remoteAddress()).getAddress(), port);
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) {
    fleet.closed(this, introduced);
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable thrown) {
    LOG.debug("the connection to {} failed", member, thrown);
    if (!(thrown instanceof IOException || thrown instanceof CodecException)) {
      NanoClock.survived(thrown);
    }
    close();
  }
}
