package dev.sluice.control.fleet.codec;

import dev.sluice.control.fleet.protocol.FleetMessage;
import dev.sluice.core.text.ForeignText;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.util.function.UnaryOperator;

/**
 * Messages as bytes: the kind of message and its values ({@link RecordCodec}). Members that would
 * misunderstand it are refused before they can send any.
 */
public final class MessageCodec {

  /** Bytes that no member of a fleet sends. */
  public static final class MalformedMessage extends RuntimeException {

    private static final long serialVersionUID = 1;

    public MalformedMessage(String message) {
      super(message);
    }

    MalformedMessage(String message, Throwable cause) {
      super(message, cause);
    }
  }

  /** No message is larger. */
  public static final int MAX_BYTES = 4 << 20;

  /** Shortens texts that are read and makes them printable, because people will see them. */
  private static final RecordCodec CODEC =
      new RecordCodec(UnaryOperator.identity(), ForeignText::line);

  private MessageCodec() {}

  /** A message as bytes. */
  public static byte[] encode(FleetMessage message) {
    ByteBuf out = Unpooled.buffer();
    CODEC.write(out, FleetMessage.class, message);
    if (out.readableBytes() > MAX_BYTES) {
      throw new IllegalArgumentException(
          "a message of " + out.readableBytes() + " bytes; the largest has " + MAX_BYTES);
    }
    return ByteBufUtil.getBytes(out);
  }

  /**
   * The message that bytes say.
   *
   * @throws MalformedMessage if no member sends such bytes
   */
  public static FleetMessage decode(byte[] bytes) {
    if (bytes.length > MAX_BYTES) {
      throw new MalformedMessage(bytes.length + " bytes; the largest message has " + MAX_BYTES);
    }
    return (FleetMessage) CODEC.read(Unpooled.wrappedBuffer(bytes), FleetMessage.class);
  }
}
