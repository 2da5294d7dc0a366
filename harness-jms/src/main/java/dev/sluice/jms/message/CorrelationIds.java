package dev.sluice.jms.message;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * The correlation ids of one worker, the same for the same prefix and worker. As a text, {@code
 * prefix-worker} or {@code prefix-worker-number}, counted from 1; a prefix with <code>{worker}
 * </code> has the worker's number there instead. In the native form, {@code ID:} and 48 hexadecimal
 * digits, for 12 bytes of the prefix's hash, 4 of the worker's and 8 of the message's number: IBM
 * MQ keeps that as the 24 bytes which it has a place for, and every other provider as a text.
 * Immutable.
 */
public final class CorrelationIds {

  private static final String WORKER = "{worker}";
  private static final int HASH_BYTES = 12;
  private static final HexFormat HEX = HexFormat.of();

  private final boolean nativeBytes;
  private final String front;
  private final String ofWorker;

  CorrelationIds(boolean nativeBytes, String prefix, int workerIndex) {
    int worker = workerIndex + 1;
    this.nativeBytes = nativeBytes;
    this.front =
        nativeBytes
            ? "ID:" + HEX.formatHex(hash(prefix)) + HEX.toHexDigits(worker)
            : text(prefix, worker);
    this.ofWorker = nativeBytes ? front + HEX.toHexDigits(0L) : front;
  }

  /** The same for all messages of the worker. */
  public String ofWorker() {
    return ofWorker;
  }

  /**
   * Another one for each message.
   *
   * @param number of the message, from 1
   */
  public String ofMessage(long number) {
    return nativeBytes ? front + HEX.toHexDigits(number) : front + "-" + number;
  }

  /** The selector of the messages with an id. */
  public static String selector(String id) {
    return "JMSCorrelationID='" + id.replace("'", "''") + "'";
  }

  private static String text(String prefix, int worker) {
    return prefix.contains(WORKER)
        ? prefix.replace(WORKER, Integer.toString(worker))
        : prefix + "-" + worker;
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
