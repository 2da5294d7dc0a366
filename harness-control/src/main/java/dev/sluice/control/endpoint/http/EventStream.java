package dev.sluice.control.endpoint.http;

import io.netty.buffer.ByteBufUtil;
import io.netty.channel.Channel;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.LastHttpContent;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Server-sent events to one client. A client that does not read misses events, and is dropped when
 * that goes on: it can hold up neither the run nor the memory. Any thread.
 */
@SuppressWarnings("FutureReturnValueIgnored") // a failed write closes the channel, no more is to do
public final class EventStream {

  /** So many events in a row that found the channel full end the stream. */
  private static final int MAX_MISSED = 5;

  private final Channel channel;
  private final AtomicInteger missed = new AtomicInteger();

  EventStream(Channel channel) {
    this.channel = channel;
  }

  /**
   * Sends an event, unless the client is behind.
   *
   * @param id what a client that comes back says it has seen; one line, empty to leave that as it
   *     was
   * @param name what kind of event; one line
   * @param data any text
   * @return whether it was sent
   */
  public boolean send(String id, String name, String data) {
    if (!channel.isWritable()) {
      if (missed.incrementAndGet() >= MAX_MISSED) {
        channel.close();
      }
      return false;
    }
    missed.set(0);
    write(
        (id.isEmpty() ? "" : "id: " + id + "\n")
            + "event: "
            + name
            + "\ndata: "
            + data.replace("\n", "\ndata: ")
            + "\n\n");
    return true;
  }

  /** Sends what readers pass over, so that an end that has gone is noticed. */
  void beat() {
    write(": alive\n\n");
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

  private void write(String text) {
    channel.writeAndFlush(new DefaultHttpContent(ByteBufUtil.writeUtf8(channel.alloc(), text)));
  }
}
