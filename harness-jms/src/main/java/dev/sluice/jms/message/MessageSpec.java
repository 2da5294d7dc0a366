package dev.sluice.jms.message;

import dev.sluice.jms.session.JmsSession;
import jakarta.jms.BytesMessage;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.nio.charset.StandardCharsets;

/**
 * What messages look like. The same settings give the same bytes, always.
 *
 * @param kind the JMS type
 * @param sizeBytes the size of the body on the wire, without headers; a text has one byte a
 *     character
 */
public record MessageSpec(BodyKind kind, int sizeBytes) {

  private static final int LETTERS = 26;

  public MessageSpec {
    if (sizeBytes < 0) {
      throw new IllegalArgumentException("a message cannot have " + sizeBytes + " bytes");
    }
  }

  /** A new message of the session. */
  public Message build(JmsSession session) throws JMSException {
    if (kind == BodyKind.TEXT) {
      return session.createTextMessage(new String(body(), StandardCharsets.US_ASCII));
    }
    BytesMessage message = session.createBytesMessage();
    message.writeBytes(body());
    return message;
  }

  /** The alphabet over and over, so that a body can be read by eye and compresses like text. */
  private byte[] body() {
    byte[] body = new byte[sizeBytes];
    for (int i = 0; i < sizeBytes; i++) {
      body[i] = (byte) ('a' + i % LETTERS);
    }
    return body;
  }
}
