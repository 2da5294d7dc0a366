package dev.sluice.jms.provider.ibmmq;

import com.ibm.mq.constants.MQConstants;
import jakarta.jms.BytesMessage;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * The header (MQDLH) that a queue manager puts before a message that it puts on the dead-letter
 * queue.
 *
 * @param reason the reason code, or the feedback code of who put it there
 * @param queue the queue that the message was meant for
 */
record DeadLetterHeader(int reason, String queue) {

  private static final String EYE_CATCHER = "DLH ";
  private static final int VERSION = 1;
  private static final int NAME_BYTES = 48;
  private static final int LENGTH = EYE_CATCHER.length() + 2 * Integer.BYTES + NAME_BYTES;

  /** The header of a message, if it has one; its body can be read from the beginning afterwards. */
  static Optional<DeadLetterHeader> of(Message letter) throws JMSException {
    if (!(letter instanceof BytesMessage bytes) || bytes.getBodyLength() < LENGTH) {
      return Optional.empty();
    }
    byte[] front = new byte[LENGTH];
    bytes.readBytes(front);
    bytes.reset();
    return of(front);
  }

  /** The header that the first bytes of a body are, if they are. */
  static Optional<DeadLetterHeader> of(byte[] front) {
    if (front.length < LENGTH || !text(front, 0, EYE_CATCHER.length()).equals(EYE_CATCHER)) {
      return Optional.empty();
    }
    ByteBuffer fields = ByteBuffer.wrap(front).position(EYE_CATCHER.length());
    if (fields.getInt() != VERSION) { // its number has the byte order of its writer
      fields.order(ByteOrder.LITTLE_ENDIAN);
    }
    int reason = fields.getInt();
    return Optional.of(
        new DeadLetterHeader(reason, text(front, fields.position(), NAME_BYTES).strip()));
  }

  /** Reason and queue in one line. */
  String describe() {
    String name = MQConstants.lookup(reason, "MQRC_.*");
    return reason + (name == null ? "" : " " + name) + " for " + queue;
  }

  private static String text(byte[] bytes, int from, int length) {
    return new String(bytes, from, length, StandardCharsets.ISO_8859_1).replace('\0', ' ');
  }
}
