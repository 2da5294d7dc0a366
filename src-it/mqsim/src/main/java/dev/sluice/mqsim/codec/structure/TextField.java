package dev.sluice.mqsim.codec.structure;

import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A text field of fixed length, padded with blanks (a writer may also pad with zeros).
 *
 * @param offset where it begins in its structure
 * @param lengthBytes how long it is
 */
public record TextField(int offset, int lengthBytes) {

  /** Length of the name of a queue or a queue manager. */
  public static final int NAME_BYTES = 48;

  public static TextField name(int offset) {
    return new TextField(offset, NAME_BYTES);
  }

  /** The text without its padding. */
  public String read(ByteBuf buffer, int structureStart) {
    int start = structureStart + offset;
    int end = lengthBytes;
    while (end > 0 && isPadding(buffer.getByte(start + end - 1))) {
      end--;
    }
    return buffer.toString(start, end, StandardCharsets.ISO_8859_1);
  }

  /** Writes the text and its padding. */
  public void write(ByteBuf buffer, int structureStart, String text) {
    buffer.setBytes(structureStart + offset, padded(text, lengthBytes));
  }

  /** The text as it stands on the wire: cut or padded with blanks to the length. */
  public static byte[] padded(String text, int lengthBytes) {
    byte[] field = new byte[lengthBytes];
    Arrays.fill(field, (byte) ' ');
    byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
    System.arraycopy(bytes, 0, field, 0, Math.min(bytes.length, lengthBytes));
    return field;
  }

  private static boolean isPadding(byte b) {
    return b == ' ' || b == 0;
  }
}
