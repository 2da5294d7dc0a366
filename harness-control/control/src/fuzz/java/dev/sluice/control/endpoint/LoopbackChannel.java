package dev.sluice.control.endpoint;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandler;
import io.netty.channel.embedded.EmbeddedChannel;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.ArrayList;
import java.util.List;

/** A connection from this host, without a network. One thread. */
public final class LoopbackChannel extends EmbeddedChannel {

  public LoopbackChannel(ChannelHandler... handlers) {
    super(handlers);
  }

  @Override
  protected SocketAddress remoteAddress0() {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), 1);
  }

  /**
   * Sends some bytes, ends the connection, and fails if that broke something.
   *
   * @return what was sent back, part by part
   */
  public List<byte[]> answers(byte[] bytes) {
    writeInbound(Unpooled.copiedBuffer(bytes));
    runPendingTasks();
    finish();
    checkException();
    List<byte[]> parts = new ArrayList<>();
    for (ByteBuf part = readOutbound(); part != null; part = readOutbound()) {
      parts.add(ByteBufUtil.getBytes(part));
      part.release();
    }
    return parts;
  }
}
