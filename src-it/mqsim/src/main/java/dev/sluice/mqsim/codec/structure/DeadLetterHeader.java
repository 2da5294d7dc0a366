package dev.sluice.mqsim.codec.structure;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * The header that a queue manager writes before a message that it puts on the dead-letter queue
 * (DLH, version 1, 172 bytes): why, where it was meant to go, the form of the data behind it, and
 * who put it there when.
 */
public final class DeadLetterHeader {

  static final int LENGTH_BYTES = 172;

  private static final String EYECATCHER = "DLH ";
  private static final int VERSION = 1;
  private static final String APPLICATION = "amqrmppa"; // the receiving end of a channel

  private DeadLetterHeader() {}

  /**
   * The data of a dead letter: the header and the data of the message. Its descriptor tells of the
   * header from now on, and the header of what its descriptor told of.
   *
   * @param descriptor of the message, with when it is put on the dead-letter queue
   * @param reason why it could not be delivered
   */
  public static byte[] before(
      byte[] data, MessageDescriptor descriptor, int reason, String queue, String queueManager) {
    ByteBuffer letter = ByteBuffer.allocate(LENGTH_BYTES + data.length);
    letter.put(EYECATCHER.getBytes(StandardCharsets.US_ASCII)).putInt(VERSION).putInt(reason);
    letter.put(TextField.padded(queue, TextField.NAME_BYTES));
    letter.put(TextField.padded(queueManager, TextField.NAME_BYTES));
    descriptor.writeForm(letter);
    letter.putInt(PutOrigin.APPLICATION_TYPE_QUEUE_MANAGER);
    letter.put(TextField.padded(APPLICATION, PutOrigin.APPLICATION_BYTES));
    descriptor.writePutDateAndTime(letter);
    descriptor.becomeDeadLetter();
    return letter.put(data).array();
  }
}
