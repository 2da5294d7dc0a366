package dev.sluice.jms.message;

import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * The correlation ids of one worker, the same for the same prefix and worker. As a text, {@code
 * prefix-worker} or {@code prefix-worker-number}, counted from 1; as bytes, 12 of the prefix's
 * hash, 4 of the worker's and 8 of the message's number. For one thread.
 */
public final class CorrelationIds {

  /** The length of a native id: the one that IBM MQ has a place for. */
  public static final int NATIVE_BYTES = 24;

  private static final int HASH_BYTES = 12;

  private final String text;
  private final byte[] frontBytes;
  private final int worker;
  private boolean nativeBytes;

  CorrelationIds(boolean nativeBytes, String prefix, int workerIndex) {
    this.nativeBytes = nativeBytes;
    this.worker = workerIndex + 1;
    this.text = prefix + "-" + worker;
    this.frontBytes = hash(prefix);
  }

  /** Gives a message the worker's id. */
  public void applyTo(Message message) throws JMSException {
    applyTo(message, 0);
  }

  /**
   * Gives a message an id of its own.
   *
   * @param number of the message, from 1
   */
  public void applyTo(Message message, long number) throws JMSException {
    if (nativeBytes) {
      try {
        message.setJMSCorrelationIDAsBytes(bytes(number));
        return;
      } catch (UnsupportedOperationException e) {
        nativeBytes = false; // which JMS allows: then as a text, from now on
      }
    }
    message.setJMSCorrelationID(text(number));
  }

  /** The selector of messages with the worker's id. */
  public String selector() {
    return selector(0);
  }

  /** The selector of the message with an id of its own. */
  public String selector(long number) {
    String id =
        nativeBytes
            ? "ID:" + HexFormat.of().formatHex(bytes(number))
            : text(number).replace("'", "''");
    return "JMSCorrelationID='" + id + "'";
  }

  private String text(long number) {
    return number == 0 ? text : text + "-" + number;
  }

  private byte[] bytes(long number) {
    return ByteBuffer.allocate(NATIVE_BYTES).put(frontBytes).putInt(worker).putLong(number).array();
  }

  private static byte[] hash(String prefix) {
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256").digest(prefix.getBytes(StandardCharsets.UTF_8));
      return Arrays.copyOf(hash, HASH_BYTES);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
