package dev.sluice.jms.tracking;

import jakarta.jms.BytesMessage;
import jakarta.jms.JMSException;
import jakarta.jms.MapMessage;
import jakarta.jms.Message;
import jakarta.jms.MessageEOFException;
import jakarta.jms.ObjectMessage;
import jakarta.jms.StreamMessage;
import jakarta.jms.TextMessage;
import java.nio.ByteBuffer;
import java.util.Enumeration;
import java.util.zip.CRC32C;

/**
 * The checksum (CRC-32C) of what a message carries, the same at both ends: of the values, not of
 * their form on the wire. For one thread.
 *
 * <p>Of objects it covers texts, byte arrays and boxed primitives; of others only the name of the
 * class, because nothing else of them is the same for certain after serialisation.
 */
final class BodyChecksum {

  private static final int CHUNK_BYTES = 8192;

  private final byte[] chunk = new byte[CHUNK_BYTES];
  private final ByteBuffer chars = ByteBuffer.wrap(chunk);
  private final CRC32C crc = new CRC32C();

  /**
   * Reads the body and leaves it to be read from the beginning. One that was being written can not
   * be written to afterwards, until it is cleared.
   *
   * @throws JMSException if it cannot be read
   */
  int of(Message message) throws JMSException {
    crc.reset();
    if (message instanceof BytesMessage bytes) {
      addBytes(bytes);
    } else if (message instanceof TextMessage text) {
      String body = text.getText();
      addText(body == null ? "" : body); // some providers make no difference
    } else if (message instanceof MapMessage map) {
      return ofEntries(map);
    } else if (message instanceof StreamMessage stream) {
      addStream(stream);
    } else if (message instanceof ObjectMessage object) {
      addValue(object.getObject());
    }
    return (int) crc.getValue();
  }

  private void addBytes(BytesMessage message) throws JMSException {
    message.reset();
    int length = message.readBytes(chunk);
    while (length > 0) {
      crc.update(chunk, 0, length);
      length = message.readBytes(chunk);
    }
    message.reset();
  }

  /** Entries have no order, so theirs are added up. */
  private int ofEntries(MapMessage map) throws JMSException {
    int sum = 0;
    Enumeration<?> names = map.getMapNames();
    while (names.hasMoreElements()) {
      String name = (String) names.nextElement();
      crc.reset();
      addValue(name);
      addValue(map.getObject(name));
      sum += (int) crc.getValue();
    }
    return sum;
  }

  private void addStream(StreamMessage stream) throws JMSException {
    stream.reset();
    try {
      while (true) {
        addValue(stream.readObject());
      }
    } catch (MessageEOFException e) {
      stream.reset(); // the only way it has to tell its end
    }
  }

  private void addValue(Object value) {
    if (value instanceof byte[] bytes) {
      addText("byte[]");
      crc.update(bytes, 0, bytes.length);
    } else if (value instanceof String text) {
      addText(text);
    } else if (value instanceof Number || value instanceof Boolean || value instanceof Character) {
      addText(value.getClass().getSimpleName());
      addText(value.toString());
    } else {
      addText(value == null ? "null" : value.getClass().getName());
    }
  }

  private void addText(String text) {
    chars.clear();
    for (int i = 0; i < text.length(); i++) {
      if (chars.remaining() < Character.BYTES) {
        crc.update(chunk, 0, chars.position());
        chars.clear();
      }
      chars.putChar(text.charAt(i));
    }
    crc.update(chunk, 0, chars.position());
  }
}
