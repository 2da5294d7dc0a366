package dev.sluice.mqsim.codec.structure;

import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;

/**
 * A text of variable length in a structure: 20 bytes {pointer, offset, buffer size, length,
 * character set}, of which the simulator reads the offset (from the begin of the structure) and the
 * length. The text is UTF-8.
 *
 * @param offset where the 20 bytes begin in their structure
 */
public record VariableText(int offset) {

  private static final int TEXT_OFFSET = 4;
  private static final int TEXT_LENGTH = 12;

  /** Where the text ends, from the begin of the structure; 0 if there is none. */
  public int end(ByteBuf buffer, int structureStart) {
    int textOffset = buffer.getInt(structureStart + offset + TEXT_OFFSET);
    int lengthBytes = buffer.getInt(structureStart + offset + TEXT_LENGTH);
    return lengthBytes <= 0 || textOffset <= 0 ? 0 : textOffset + lengthBytes;
  }

  /** The text, empty if there is none. */
  public String read(ByteBuf buffer, int structureStart) {
    int textOffset = buffer.getInt(structureStart + offset + TEXT_OFFSET);
    int lengthBytes = buffer.getInt(structureStart + offset + TEXT_LENGTH);
    if (lengthBytes <= 0 || textOffset <= 0) {
      return "";
    }
    if ((long) structureStart + textOffset + lengthBytes > buffer.writerIndex()) {
      throw new MalformedSegmentException(
          "a text of %d bytes past its flow".formatted(lengthBytes));
    }
    return buffer.toString(structureStart + textOffset, lengthBytes, StandardCharsets.UTF_8);
  }
}
