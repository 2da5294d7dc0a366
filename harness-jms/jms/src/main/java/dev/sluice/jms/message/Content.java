package dev.sluice.jms.message;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.SplittableRandom;

/** The contents of generated bodies. {@link #parse} reads the forms that people write. */
public sealed interface Content {

  /** Whether bodies of the same size differ. */
  boolean varies();

  /**
   * Writes a body to the front of a buffer.
   *
   * @param text whether every byte must be a character of ASCII
   */
  void write(byte[] buffer, int length, boolean text, SplittableRandom random);

  /** A few words for people. */
  String describe();

  /** The contents that have no parameter. */
  enum Plain implements Content {
    /** The alphabet over and over, so that a body can be read by eye. */
    ALPHABET,
    /** Random characters from A to y, as JMSPerfHarness sends them; always the same ones. */
    LETTERS,
    /** Nothing that could be guessed; in texts letters and digits. Every body is another one. */
    RANDOM;

    private static final int ALPHABET_LETTERS = 26;
    private static final int CHARACTERS = 'y' - 'A' + 1;

    @Override
    public boolean varies() {
      return this == RANDOM;
    }

    @Override
    public void write(byte[] buffer, int length, boolean text, SplittableRandom random) {
      if (this == RANDOM) {
        Noise.write(buffer, 0, length, text, random);
        return;
      }
      SplittableRandom same = new SplittableRandom(MessageSpec.USUAL_SEED);
      for (int i = 0; i < length; i++) {
        buffer[i] =
            (byte) (this == LETTERS ? 'A' + same.nextInt(CHARACTERS) : 'a' + i % ALPHABET_LETTERS);
      }
    }

    /** As people write it. */
    @Override
    public String describe() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * Bodies that Deflate, and so zlib, makes smaller by a given factor: pieces of noise, each
   * followed by a run of one letter. Every body is another one. True of bodies of some kilobytes;
   * smaller ones pay for what every compressed body needs.
   *
   * @param ratio size before to size after, from {@value #MIN_RATIO} to {@value #MAX_RATIO}
   */
  record Compressible(double ratio) implements Content {

    /** Noise in letters and digits alone makes texts 1.33 times smaller. */
    public static final double MIN_TEXT_RATIO = 1.5;

    static final double MIN_RATIO = 1.1;
    static final double MAX_RATIO = 100;

    private static final int NOISE_BYTES = 32;

    /** The cost of a run when compressed: its first letter, its length and its distance. */
    private static final double RUN_COST_BYTES = 2.3;

    /** The cost of each byte of a run: Deflate takes 258 at once, in about half a byte. */
    private static final double COST_IN_RUN = 0.5 / 258;

    public Compressible {
      if (!(ratio >= MIN_RATIO && ratio <= MAX_RATIO)) {
        throw new IllegalArgumentException(
            "a compression ratio is the size before divided by the size after, from "
                + MIN_RATIO
                + " to "
                + MAX_RATIO
                + ": 4 compresses to a quarter");
      }
    }

    @Override
    public boolean varies() {
      return true;
    }

    @Override
    public void write(byte[] buffer, int length, boolean text, SplittableRandom random) {
      double piece = pieceBytes(text);
      double nextPiece = 0;
      int at = 0;
      while (at < length) {
        int noiseEnd = Math.min(length, at + NOISE_BYTES);
        Noise.write(buffer, at, noiseEnd, text, random);
        nextPiece += piece;
        int pieceEnd = (int) Math.max(noiseEnd, Math.min(length, nextPiece));
        for (int i = noiseEnd; i < pieceEnd; i++) {
          buffer[i] = 'a';
        }
        at = pieceEnd;
      }
    }

    /** How long noise and run are together, so that they shrink by the ratio. */
    private double pieceBytes(boolean text) {
      double noiseCost = NOISE_BYTES * Noise.bitsPerByte(text) / (double) Byte.SIZE;
      return ratio * (noiseCost + RUN_COST_BYTES) / (1 - ratio * COST_IN_RUN);
    }

    @Override
    public String describe() {
      return "compressible " + ratio + " times";
    }
  }

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

  /**
   * Parses a text: {@code alphabet}, {@code letters}, {@code random}, {@code compressible:4}.
   *
   * @throws IllegalArgumentException if it is none of these; the message says what is wrong
   */
  static Content parse(String text) {
    return Arrays.stream(Plain.values())
        .map(Content.class::cast)
        .filter(plain -> plain.describe().equals(text))
        .findFirst()
        .orElseGet(() -> compressible(text));
  }

  private static Content compressible(String text) {
    String front = "compressible:";
    if (!text.startsWith(front)) {
      throw new IllegalArgumentException(
          "'" + text + "' is not one of alphabet, letters, random, compressible:RATIO");
    }
    try {
      return new Compressible(Double.parseDouble(text.substring(front.length())));
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("'" + text + "': the ratio must be a number such as 4", e);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("'" + text + "': " + e.getMessage(), e);
    }
  }
}
