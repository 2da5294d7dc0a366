package dev.sluice.control.fleet.codec;

import dev.sluice.control.fleet.codec.Wire.Reader;
import dev.sluice.control.fleet.codec.Wire.Writer;
import dev.sluice.control.fleet.protocol.FleetMessage;
import dev.sluice.control.fleet.protocol.FleetMessage.Foreign;
import java.nio.ByteBuffer;

/**
 * Messages as bytes. Each begins with four bytes that say what it is, the version of the protocol
 * and the version of Sluice; these three never change, so that a member can say why it is not
 * understood. Then come the kind of message and its values ({@link RecordCodec}).
 *
 * <p>What is read is judged before it is believed: any bytes give a message or {@link
 * MalformedMessage}, and take no more memory than some multiple of their own size.
 *
 * <p>Immutable.
 */
public final class MessageCodec {

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
  public static final int PROTOCOL_VERSION = 3;

  /** No message is larger. */
  public static final int MAX_BYTES = 4 << 20;

  private static final int MAGIC = 0x534c4643;

  private final String version;

  /**
   * @param version of Sluice
   */
  public MessageCodec(String version) {
    this.version = version;
  }

  private final RecordCodec records = new RecordCodec();

  /** A message as bytes. */
  public byte[] encode(FleetMessage message) {
    Writer out = new Writer().small(MAGIC).small(PROTOCOL_VERSION).text(version);
    records.write(out, FleetMessage.class, message);
    byte[] bytes = out.toBytes();
    if (bytes.length > MAX_BYTES) {
      throw new IllegalArgumentException(
          "a message of " + bytes.length + " bytes; the largest has " + MAX_BYTES);
    }
    return bytes;
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
    Reader in = new Reader(ByteBuffer.wrap(bytes));
    if (in.small() != MAGIC) {
      throw new MalformedMessage("not of a fleet");
    }
    int protocol = in.small();
    String theirs = in.text();
    if (protocol != PROTOCOL_VERSION || !theirs.equals(version)) {
      return new Foreign(protocol, theirs);
    }
    try {
      FleetMessage message = (FleetMessage) records.read(in, FleetMessage.class);
      if (message instanceof Foreign) {
        throw new MalformedMessage("a message that nobody sends");
      }
      return message;
    } catch (IllegalArgumentException impossible) { // such as a rate below 0
      throw new MalformedMessage(String.valueOf(impossible.getMessage()), impossible);
    }
  }
}
