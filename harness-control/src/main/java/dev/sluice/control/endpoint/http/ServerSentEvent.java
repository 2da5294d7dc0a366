package dev.sluice.control.endpoint.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * An event of a stream: made into bytes once, however many get it. These are a chunk of an answer
 * in chunks, so that nothing is left to be encoded for each. Immutable.
 */
public final class ServerSentEvent {

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
