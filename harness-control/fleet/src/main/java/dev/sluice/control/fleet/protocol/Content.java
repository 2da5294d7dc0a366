package dev.sluice.control.fleet.protocol;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Bytes that the protocol carries and does not read. Immutable. */
public final class Content {

  public static final Content EMPTY = new Content(new byte[0]);

  private final byte[] bytes;

  private Content(byte[] bytes) {
    this.bytes = bytes;
  }

  public static Content of(byte[] bytes) {
    return new Content(bytes.clone());
  }

  public static Content of(String text) {
    return new Content(text.getBytes(StandardCharsets.UTF_8));
  }

  /** Some of them, as far as there are so many. */
  Content part(long from, int atMost) {
    int start = (int) Math.min(from, bytes.length);
    return new Content(Arrays.copyOfRange(bytes, start, Math.min(bytes.length, start + atMost)));
  }

  public byte[] bytes() {
    return bytes.clone();
  }

  /** The bytes as UTF-8. */
  public String text() {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  public int size() {
    return bytes.length;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Content content && Arrays.equals(bytes, content.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  @Override
  public String toString() {
    return bytes.length + " bytes";
  }
}
