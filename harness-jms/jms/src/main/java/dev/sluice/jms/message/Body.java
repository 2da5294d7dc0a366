package dev.sluice.jms.message;

import java.nio.charset.StandardCharsets;

/** The body of one message. Text and bytes are each other's UTF-8. */
public sealed interface Body {

  /** The body as text. */
  String text();

  /** The body as bytes. */
  Bytes bytes();

  /**
   * A part of an array, which is not copied: it holds until the next body is asked for.
   *
   * @param offset where the body starts
   * @param length its size
   */
  @SuppressWarnings("ArrayRecordComponent") // a window on a buffer, never compared
  record Bytes(byte[] array, int offset, int length) implements Body {

    /** The whole array. */
    public static Bytes of(byte[] array) {
      return new Bytes(array, 0, array.length);
    }

    @Override
    public String text() {
      return new String(array, offset, length, StandardCharsets.UTF_8);
    }

    @Override
    public Bytes bytes() {
      return this;
    }
  }

  /** A body made as text. */
  record Text(String text) implements Body {

    @Override
    public Bytes bytes() {
      return Bytes.of(text.getBytes(StandardCharsets.UTF_8));
    }
  }
}
