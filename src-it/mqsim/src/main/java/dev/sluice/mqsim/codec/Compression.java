package dev.sluice.mqsim.codec;

import dev.sluice.mqsim.codec.call.InitialData;
import dev.sluice.mqsim.codec.structure.MalformedSegmentException;
import io.netty.buffer.ByteBuf;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/**
 * How what goes over a channel is made shorter. The codes are those of the lists in {@link
 * InitialData}; 0 there is no compression, 255 an unused place.
 */
public enum Compression {
  /** Runs of equal bytes. */
  RLE(1),
  /** A zlib stream that is made quickly. */
  ZLIB_FAST(2),
  /** A zlib stream that is short. */
  ZLIB_HIGH(4),
  /** The one way for headers: runs of equal bytes. */
  SYSTEM(8);

  private static final int CHUNK_BYTES = 8192;

  private final int code;

  Compression(int code) {
    this.code = code;
  }

  /** The number in the lists. */
  public int code() {
    return code;
  }

  /**
   * The technique with this code.
   *
   * @throws MalformedSegmentException if the simulator knows none
   */
  public static Compression of(int code) {
    for (Compression technique : values()) {
      if (technique.code == code) {
        return technique;
      }
    }
    throw new MalformedSegmentException("compression technique %d".formatted(code));
  }

  /** Appends what all readable bytes become; not always shorter than they are. */
  void compress(ByteBuf plain, ByteBuf out) {
    switch (this) {
      case RLE, SYSTEM -> RunLengths.compress(plain, out);
      case ZLIB_FAST -> deflate(plain, out, Deflater.BEST_SPEED);
      case ZLIB_HIGH -> deflate(plain, out, Deflater.BEST_COMPRESSION);
    }
  }

  /**
   * Appends what all readable bytes were.
   *
   * @param room most bytes that may come out
   * @throws MalformedSegmentException if they are not the compressed form of that many at most
   */
  void expand(ByteBuf compressed, ByteBuf out, int room) {
    switch (this) {
      case RLE, SYSTEM -> RunLengths.expand(compressed, out, room);
      case ZLIB_FAST, ZLIB_HIGH -> inflate(compressed, out, room);
    }
  }

  private static void deflate(ByteBuf plain, ByteBuf out, int level) {
    Deflater deflater = new Deflater(level);
    try {
      deflater.setInput(bytes(plain));
      deflater.finish();
      byte[] chunk = new byte[CHUNK_BYTES];
      while (!deflater.finished()) {
        out.writeBytes(chunk, 0, deflater.deflate(chunk));
      }
    } finally {
      deflater.end();
    }
  }

  /** Stops at the end of the stream: what follows is padding. */
  private static void inflate(ByteBuf compressed, ByteBuf out, int room) {
    Inflater inflater = new Inflater();
    try {
      inflater.setInput(bytes(compressed));
      byte[] chunk = new byte[CHUNK_BYTES];
      int left = room;
      while (!inflater.finished()) {
        int bytes = inflater.inflate(chunk);
        if (bytes > left || (bytes == 0 && !inflater.finished())) {
          throw new MalformedSegmentException("a zlib stream that is too long or not whole");
        }
        out.writeBytes(chunk, 0, bytes);
        left -= bytes;
      }
    } catch (DataFormatException e) {
      throw new MalformedSegmentException("no zlib stream: " + e.getMessage());
    } finally {
      inflater.end();
    }
  }

  private static byte[] bytes(ByteBuf buffer) {
    byte[] bytes = new byte[buffer.readableBytes()];
    buffer.readBytes(bytes);
    return bytes;
  }
}
