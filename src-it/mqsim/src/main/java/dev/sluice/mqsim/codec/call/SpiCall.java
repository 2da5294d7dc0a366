package dev.sluice.mqsim.codec.call;

import dev.sluice.mqsim.codec.structure.TextField;
import io.netty.buffer.ByteBuf;

/**
 * The frame of the client's internal calls (SPI): behind the call header {verb, version, length},
 * then structures whose eyecatchers tell verb and direction by their last two letters: "SPxU" both
 * ways, "SPxI" in the request, "SPxO" in the answer. Offsets count from the begin of the body.
 */
public final class SpiCall {

  public static final int QUERY = 1;
  public static final int PUT = 2;
  public static final int RESERVE = 6;
  public static final int SUBSCRIBE = 7;
  public static final int NOTIFY = 11;
  public static final int OPEN = 12;

  /** Where the first structure ("SPxU") begins. */
  public static final int STRUCTURES = 28;

  /** Where the second structure ("SPxI", in an answer "SPxO") begins if the first one is bare. */
  public static final int SECOND_STRUCTURE = 40;

  /** Length of a structure without data: eyecatcher, version, length. */
  public static final int BARE_STRUCTURE_BYTES = 12;

  private static final int VERB = 16;
  private static final int DIRECTION_LETTER = 3;

  private SpiCall() {}

  /** The verb of a request. */
  public static int verb(ByteBuf body) {
    return body.getInt(body.readerIndex() + VERB);
  }

  /** Appends verb, version and length of an answer, behind its call header. */
  public static void writeVerb(ByteBuf out, int verb, int lengthBytes) {
    out.writeInt(verb).writeInt(1).writeInt(lengthBytes);
  }

  /** Appends the start of a structure: eyecatcher, version 1, length. */
  public static void writeStructure(ByteBuf out, String eyecatcher, int lengthBytes) {
    out.writeBytes(TextField.padded(eyecatcher, 4)).writeInt(1).writeInt(lengthBytes);
  }

  /** Marks the structure at an index as one of an answer. */
  public static void markAsAnswer(ByteBuf copy, int index) {
    copy.setByte(index + DIRECTION_LETTER, 'O');
  }
}
