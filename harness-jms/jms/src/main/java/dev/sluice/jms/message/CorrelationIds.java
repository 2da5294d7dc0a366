package dev.sluice.jms.message;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * The correlation ids of one worker, the same for the same prefix and worker. As a text, {@code
 * prefix-worker} or {@code prefix-worker-number}, counted from 1; a prefix with <code>{worker}
 * </code> has the worker's number there instead. In the native form, {@code ID:} and 48 hexadecimal
 * digits: IBM MQ keeps that as the 24 bytes which it has a place for, and every other provider as a
 * text. They are 12 bytes of the prefix's hash, 4 of the worker's and 8 of the message's number; of
 * a prefix with <code>{worker}</code>, the text before it and the number's digits at the end.
 * Immutable.
 */
public final class CorrelationIds {

  private static final String WORKER = "{worker}";
  private static final int NATIVE_BYTES = 24;
  private static final int HASH_BYTES = 12;
  private static final int NUMBER_AT = NATIVE_BYTES - Long.BYTES;
  private static final int NUMBER_IN_TEXT_AT = 8; // in front of the worker's digits

  private final String text; // null in the native form
  private final byte[] bytes; // of the native form
  private final int numberAt;

  CorrelationIds(boolean nativeBytes, String prefix, int workerIndex) {
    String worker = Integer.toString(workerIndex + 1);
    int place = prefix.indexOf(WORKER);
    this.text =
        nativeBytes ? null : place < 0 ? prefix + "-" + worker : prefix.replace(WORKER, worker);
    this.numberAt = place < 0 ? NUMBER_AT : NUMBER_IN_TEXT_AT;
    ByteBuffer id = ByteBuffer.allocate(NATIVE_BYTES);
    if (place < 0) {
      id.put(hash(prefix)).putInt(workerIndex + 1);
    } else {
      id.put(Arrays.copyOf(utf8(prefix.substring(0, place)), NATIVE_BYTES))
          .position(NATIVE_BYTES - worker.length())
          .put(utf8(worker));
    }
    this.bytes = id.array();
  }

  /** The same for all messages of the worker. */
  public String ofWorker() {
    return text != null ? text : written(bytes);
  }

  /**
   * Another one for each message.
   *
   * @param number of the message, from 1
   */
  public String ofMessage(long number) {
    if (text != null) {
      return text + "-" + number;
    }
    ByteBuffer id = ByteBuffer.wrap(bytes.clone());
    return written(id.putLong(numberAt, id.getLong(numberAt) ^ number).array());
  }

  /** The selector of the messages with an id. */
  public static String selector(String id) {
    return "JMSCorrelationID='" + id.replace("'", "''") + "'";
  }

  private static String written(byte[] id) {
    return "ID:" + HexFormat.of().formatHex(id);
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] hash(String prefix) {
    try {
      return Arrays.copyOf(MessageDigest.getInstance("SHA-256").digest(utf8(prefix)), HASH_BYTES);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
