package dev.sluice.control.endpoint.http;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.LastHttpContent;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/**
 * Server-sent events to one client: those that it {@linkplain #pull takes} as fast as it can, or
 * those that it is {@linkplain #send sent}, of which one that does not read misses some and is
 * dropped when that goes on. It can hold up neither the run nor the memory. Any thread.
 */
@SuppressWarnings("FutureReturnValueIgnored") // a failed write closes the channel, no more is to do
public final class EventStream {

  /** So many events in a row that found the channel full end the stream. */
  private static final int MAX_MISSED = 5;

  private static final ServerSentEvent ALIVE = ServerSentEvent.comment("alive");

  private final Channel channel;
  private final ChannelHandlerContext codec; // what is written from here on passes it by
  private final AtomicInteger missed = new AtomicInteger();
  private Supplier<ServerSentEvent> next = () -> null; // guarded by this

  /**
   * @param channel with a codec for HTTP
   */
  public EventStream(Channel channel) {
    this.channel = channel;
    this.codec = channel.pipeline().context(HttpServerCodec.class);
    channel
        .pipeline()
        .addLast(
            new ChannelInboundHandlerAdapter() {
              @Override
              public void channelWritabilityChanged(ChannelHandlerContext ctx) {
                more();
                ctx.fireChannelWritabilityChanged();
              }
            });
  }

  /**
   * Sends event after event whenever the client can take one.
   *
   * @param source gives the next one, null if there is none before the next call of {@link #more}
   */
  public void pull(Supplier<ServerSentEvent> source) {
    synchronized (this) {
      next = source;
    }
    more();
  }

  /** There may be a next event. */
  public synchronized void more() {
    while (channel.isWritable()) {
      ServerSentEvent event = next.get();
      if (event == null) {
        return;
      }
      write(event);
    }
  }

  /** Cuts the client off. */
  public void close() {
    channel.close();
  }

  /**
   * Sends an event, unless the client is behind.
   *
   * @return whether it was sent
   */
  public boolean send(ServerSentEvent event) {
    if (!channel.isWritable()) {
      if (missed.incrementAndGet() >= MAX_MISSED) {
        channel.close();
      }
      return false;
    }
    missed.set(0);
    write(event);
    return true;
  }

  /** Sends what readers pass over, so that an end that has gone is noticed. */
  void beat() {
    write(ALIVE);
  }

  /** Whether nobody listens any more. */
  public boolean isClosed() {
    return !channel.isActive();
  }

  /** Has something done when nobody listens any more. */
  public void onClose(Runnable closed) {
    channel.closeFuture().addListener(future -> closed.run());
  }

  /** There is no more to come. */
  public void end() {
    channel.writeAndFlush(LastHttpContent.EMPTY_LAST_CONTENT).addListener(sent -> channel.close());
  }

  private void write(ServerSentEvent event) {
    codec.writeAndFlush(event.chunk());
  }
}
