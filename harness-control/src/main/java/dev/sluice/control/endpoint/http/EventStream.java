package dev.sluice.control.endpoint.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.LastHttpContent;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
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

  /**
   * An event of a stream: made into bytes once, however many get it. These are a chunk of an answer
   * in chunks, so that nothing is left to be encoded for each. Immutable.
   */
  public static final class ServerSentEvent {

    private static final String LINE_END = "\r\n";

    private final byte[] bytes;

    private ServerSentEvent(String text) {
      byte[] event = text.getBytes(StandardCharsets.UTF_8);
      byte[] size = (Integer.toHexString(event.length) + LINE_END).getBytes(StandardCharsets.UTF_8);
      byte[] end = LINE_END.getBytes(StandardCharsets.UTF_8);
      this.bytes =
          ByteBuffer.allocate(size.length + event.length + end.length)
              .put(size)
              .put(event)
              .put(end)
              .array();
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

    /** What is written to one client. */
    ByteBuf chunk() {
      return Unpooled.wrappedBuffer(bytes);
    }
  }
}
