package dev.sluice.control.endpoint.http;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.LastHttpContent;
import java.nio.charset.StandardCharsets;
import java.util.function.Supplier;

/**
 * Server-sent events to one client, which {@linkplain #pull takes} them as fast as it can. One that
 * does not read is dropped when that goes on: it can hold up neither the run nor the memory. Any
 * thread.
 */
@SuppressWarnings("FutureReturnValueIgnored") // a failed write closes the channel, no more is to do
public final class EventStream {

  /** So many beats in a row that find the channel full end the stream. */
  private static final int MAX_MISSED = 5;

  private static final ServerSentEvent ALIVE = ServerSentEvent.comment("alive");

  private final Channel channel;
  private Supplier<ServerSentEvent> next = () -> null; // guarded by this
  private int missed; // guarded by this

  /**
   * @param channel has sent the beginning of an answer in chunks
   */
  public EventStream(Channel channel) {
    this.channel = channel;
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

  /** Sends what readers pass over, so that an end that has gone, or does not read, is noticed. */
  synchronized void beat() {
    if (channel.isWritable()) {
      missed = 0;
      write(ALIVE);
    } else if (++missed >= MAX_MISSED) {
      channel.close();
    }
  }

  /** Whether nobody listens any more. */
  public boolean isClosed() {
    return !channel.isActive();
  }

  /** Has something done when nobody listens any more. */
  public void onClose(Runnable closed) {
    channel.closeFuture().addListener(future -> closed.run());
  }

  /** Sends a last event; there is no more to come. */
  public synchronized void end(ServerSentEvent last) {
    next = () -> null;
    write(last);
    channel.writeAndFlush(LastHttpContent.EMPTY_LAST_CONTENT).addListener(sent -> channel.close());
  }

  private void write(ServerSentEvent event) {
    channel.writeAndFlush(new DefaultHttpContent(Unpooled.wrappedBuffer(event.bytes)));
  }

  /** An event of a stream: made into bytes once, however many get it. Immutable. */
  public static final class ServerSentEvent {

    private final byte[] bytes;

    private ServerSentEvent(String text) {
      this.bytes = text.getBytes(StandardCharsets.UTF_8);
    }

    /**
     * An event that leaves the place of a client where it was.
     *
     * @param name what kind of event; one line
     * @param data any text
     */
    public static ServerSentEvent of(String name, String data) {
      return new ServerSentEvent(text(name, data));
    }

    /**
     * The same with a place.
     *
     * @param id what a client that comes back says it has seen; one line
     */
    public static ServerSentEvent of(String id, String name, String data) {
      return new ServerSentEvent("id: " + id + "\n" + text(name, data));
    }

    /** What readers pass over. */
    static ServerSentEvent comment(String text) {
      return new ServerSentEvent(": " + text + "\n\n");
    }

    private static String text(String name, String data) {
      return "event: " + name + "\ndata: " + data.replace("\n", "\ndata: ") + "\n\n";
    }
  }
}
