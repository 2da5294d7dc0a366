package dev.sluice.mqsim.transmission;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import java.util.ArrayDeque;
import java.util.Queue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A link that is a socket. While the network is cut it is a black hole: nothing is read or sent,
 * and a close is kept for later, so that the other end cannot tell.
 */
@SuppressWarnings("FutureReturnValueIgnored") // failures of writes and closes reach exceptionCaught
final class SocketLink extends SimpleChannelInboundHandler<Frame> implements Link {

  private static final Logger LOG = LoggerFactory.getLogger(SocketLink.class);

  private final End end;
  private final Queue<Frame> held = new ArrayDeque<>();
  private ChannelHandlerContext context;
  private boolean cut;
  private boolean ended;

  SocketLink(End end, boolean cut) {
    this.end = end;
    this.cut = cut;
  }

  @Override
  public void channelActive(ChannelHandlerContext active) {
    context = active;
    active.channel().config().setAutoRead(!cut);
    end.opened(this);
  }

  @Override
  protected void channelRead0(ChannelHandlerContext active, Frame frame) {
    if (cut) {
      held.add(frame);
    } else if (!ended) {
      end.received(frame);
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext inactive) {
    if (!ended) {
      ended = true;
      end.closed();
    }
  }

  @Override
  public void send(Frame frame) {
    if (ended) {
      return;
    }
    context.write(frame);
    if (!cut && !(frame instanceof Frame.Transmitted)) {
      context.flush(); // messages go with the end of their batch
    }
  }

  @Override
  public void close() {
    ended = true;
    if (!cut) {
      context.close();
    }
  }

  void cut() {
    cut = true;
    if (context != null) {
      context.channel().config().setAutoRead(false);
    }
  }

  void restore() {
    cut = false;
    if (context == null) {
      return;
    }
    if (ended) {
      context.close();
      return;
    }
    context.flush();
    context.channel().config().setAutoRead(true);
    while (!held.isEmpty() && !ended) {
      end.received(held.remove());
    }
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext broken, Throwable cause) {
    LOG.debug("{}: broken: {}", broken.channel().remoteAddress(), cause.getMessage());
    broken.close();
  }
}
