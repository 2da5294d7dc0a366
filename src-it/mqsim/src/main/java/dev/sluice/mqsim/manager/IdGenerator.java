package dev.sluice.mqsim.manager;

import dev.sluice.mqsim.codec.structure.TextField;
import java.nio.ByteBuffer;

/**
 * Ids that begin with four letters and the first 12 characters of the queue manager's name, as a
 * real one makes them. Starting from the time of day keeps ids of successive runs apart.
 */
public final class IdGenerator {

  private static final int ID_BYTES = 24;
  private static final int TOKEN_BYTES = 16;
  private static final int PREFIX_BYTES = 16;

  private final byte[] messagePrefix;
  private final byte[] connectionPrefix;
  private long next;

  /**
   * @param seed where to begin counting
   */
  IdGenerator(String queueManagerName, long seed) {
    this.messagePrefix = TextField.padded("AMQ " + queueManagerName, PREFIX_BYTES);
    this.connectionPrefix = TextField.padded("AMQC" + queueManagerName, PREFIX_BYTES);
    this.next = seed;
  }

  /** Identifies a group of messages. */
  public byte[] groupId() {
    return messageId();
  }

  byte[] messageId() {
    return id(messagePrefix, ++next);
  }

  /** Identifies a connection towards its client. */
  public byte[] connectionId() {
    return id(connectionPrefix, ++next);
  }

  /** Identifies a message within the queue manager; shorter than an id. */
  byte[] token() {
    return ByteBuffer.allocate(TOKEN_BYTES).putLong(TOKEN_BYTES - Long.BYTES, ++next).array();
  }

  /**
   * The first of a block of message ids that a client will count up itself: its last four bytes are
   * zero and no other id or block shares the 20 bytes before them. (Single ids differ: a block has
   * a mark in its highest bit.)
   */
  public byte[] messageIdBlock() {
    return id(messagePrefix, Long.MIN_VALUE | (++next << Integer.SIZE));
  }

  long next() {
    return ++next;
  }

  private static byte[] id(byte[] prefix, long number) {
    return ByteBuffer.allocate(ID_BYTES).put(prefix).putLong(number).array();
  }
}
