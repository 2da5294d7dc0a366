package dev.sluice.control.fleet.codec;

import dev.sluice.control.fleet.protocol.FleetMessage;
import dev.sluice.control.fleet.protocol.FleetMessage.Foreign;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;

/**
 * Messages as bytes. Each begins with four bytes that say what it is, the version of the protocol
 * and the version of Sluice; these three never change, so that a member can say why it is not
 * understood. Then come the kind of message and its values ({@link RecordCodec}).
 *
 * @param version of Sluice
 */
public record MessageCodec(String version) {

  /** Bytes that no member of a fleet sends. */
  public static final class MalformedMessage extends RuntimeException {

    private static final long serialVersionUID = 1;

    MalformedMessage(String message) {
      super(message);
    }

    MalformedMessage(String message, Throwable cause) {
      super(message, cause);
    }
  }

  /** Changes with every change that an older member would misunderstand. */
  public static final int PROTOCOL_VERSION = 5;

  /** No message is larger. */
  public static final int MAX_BYTES = 4 << 20;

  private static final int MAGIC = 0x534c4643;

  /** A message as bytes. */
  public byte[] encode(FleetMessage message) {
    ByteBuf out = Unpooled.buffer();
    RecordCodec.PLAIN.write(out, int.class, MAGIC);
    RecordCodec.PLAIN.write(out, int.class, PROTOCOL_VERSION);
    RecordCodec.PLAIN.write(out, String.class, version);
    RecordCodec.PLAIN.write(out, FleetMessage.class, message);
    if (out.readableBytes() > MAX_BYTES) {
      throw new IllegalArgumentException(
          "a message of " + out.readableBytes() + " bytes; the largest has " + MAX_BYTES);
    }
    return ByteBufUtil.getBytes(out);
  }

  /**
   * The message that bytes say, or {@link Foreign} if they are of another version.
   *
   * @throws MalformedMessage if no member sends such bytes
   */
  public FleetMessage decode(byte[] bytes) {
    if (bytes.length > MAX_BYTES) {
      throw new MalformedMessage(bytes.length + " bytes; the largest message has " + MAX_BYTES);
    }
    ByteBuf in = Unpooled.wrappedBuffer(bytes);
    if ((int) RecordCodec.PLAIN.read(in, int.class) != MAGIC) {
      throw new MalformedMessage("not of a fleet");
    }
    int protocol = (int) RecordCodec.PLAIN.read(in, int.class);
    String theirs = (String) RecordCodec.PLAIN.read(in, String.class);
    if (protocol != PROTOCOL_VERSION || !theirs.equals(version)) {
      return new Foreign(protocol, theirs);
    }
    FleetMessage message = (FleetMessage) RecordCodec.PLAIN.read(in, FleetMessage.class);
    if (message instanceof Foreign) {
      throw new MalformedMessage("a message that nobody sends");
    }
    return message;
  }
}
