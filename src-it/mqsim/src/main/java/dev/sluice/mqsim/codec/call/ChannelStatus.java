package dev.sluice.mqsim.codec.call;

import io.netty.buffer.ByteBuf;

/** Codes of a STATUS_DATA segment that refuses or ends a channel: body {length 8, code}. */
public enum ChannelStatus {
  /** The channel asked for does not exist; the application sees 2540. */
  NO_CHANNEL(1),
  /** The queue manager is ending; 2059. */
  QUEUE_MANAGER_TERMINATING(5),
  /** The protocol level is too old; 2059. */
  PROTOCOL_LEVEL(7),
  /** One side uses TLS and the other does not; 2397. */
  CIPHER_SPEC(24);

  private static final int LENGTH_BYTES = 8;

  private final int code;

  ChannelStatus(int code) {
    this.code = code;
  }

  /** Appends the body. */
  public void write(ByteBuf out) {
    out.writeInt(LENGTH_BYTES).writeInt(code);
  }
}
