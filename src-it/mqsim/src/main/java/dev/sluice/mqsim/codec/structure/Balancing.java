package dev.sluice.mqsim.codec.structure;

import io.netty.buffer.ByteBuf;
import java.util.concurrent.TimeUnit;

/**
 * How an application wants to be balanced (MQBNO), as its MQCONN says.
 *
 * @param type {@link #SIMPLE}, {@link #REQUEST_REPLY} or, for a resource adapter, 65536
 * @param timeoutSeconds how long it may hold a move up, or one of the constants
 * @param options {@link #IGNORE_TRANSACTIONS} or 0
 */
public record Balancing(int type, int timeoutSeconds, int options) {

  public static final int SIMPLE = 0;
  public static final int REQUEST_REPLY = 1;
  public static final int TIMEOUT_DEFAULT = -1;
  public static final int TIMEOUT_NEVER = -2;
  public static final int IGNORE_TRANSACTIONS = 1;

  /** What an application that says nothing wants. */
  public static final Balancing DEFAULT = new Balancing(SIMPLE, TIMEOUT_DEFAULT, 0);

  private static final int DEFAULT_TIMEOUT_SECONDS = 10;

  static Balancing read(ByteBuf body, int index) {
    return new Balancing(body.getInt(index), body.getInt(index + 4), body.getInt(index + 8));
  }

  /** How long it may hold a move up, unless that is for ever. */
  public long timeoutNanos() {
    long seconds = timeoutSeconds == TIMEOUT_DEFAULT ? DEFAULT_TIMEOUT_SECONDS : timeoutSeconds;
    return TimeUnit.SECONDS.toNanos(seconds);
  }

  /** Whether a put may be followed by the wait for its reply, which a move must not disturb. */
  public boolean awaitsReplies() {
    return type == REQUEST_REPLY;
  }

  /** Whether an open unit of work does not hold a move up. */
  public boolean ignoresTransactions() {
    return (options & IGNORE_TRANSACTIONS) != 0;
  }
}
