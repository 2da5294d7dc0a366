package dev.sluice.jms.message;

import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;

/** Bytes that do not compress: all 256, or, for texts, 64 letters and digits. */
final class Noise {

  private static final int TEXT_BITS = 6;
  private static final int TEXT_MASK = (1 << TEXT_BITS) - 1;
  private static final byte[] TEXT_BYTES =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
          .getBytes(StandardCharsets.US_ASCII);

  private Noise() {}

  /** How much of a byte cannot be guessed. */
  static int bitsPerByte(boolean text) {
    return text ? TEXT_BITS : Byte.SIZE;
  }

  /** Fills a part of the buffer. */
  static void write(byte[] buffer, int from, int to, boolean text, SplittableRandom random) {
    int bits = bitsPerByte(text);
    int at = from;
    while (at < to) {
      long drawn = random.nextLong();
      int end = Math.min(to, at + Long.SIZE / bits);
      for (; at < end; at++) {
        buffer[at] = text ? TEXT_BYTES[(int) drawn & TEXT_MASK] : (byte) drawn;
        drawn >>>= bits;
      }
    }
  }
}
