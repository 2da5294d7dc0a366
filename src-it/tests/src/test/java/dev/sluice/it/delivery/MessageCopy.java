package dev.sluice.it.delivery;

import jakarta.jms.BytesMessage;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.Session;
import java.util.Enumeration;

/** Copies bytes messages: senders send the same object again and again. */
final class MessageCopy {

  private MessageCopy() {}

  static Message of(Message message, Session session) throws JMSException {
    return copy(message, body((BytesMessage) message), session);
  }

  /** With a body that is one bit different. */
  static Message changed(Message message, Session session) throws JMSException {
    byte[] body = body((BytesMessage) message);
    body[body.length / 2] ^= 1;
    return copy(message, body, session);
  }

  private static byte[] body(BytesMessage message) throws JMSException {
    message.reset();
    byte[] body = new byte[(int) message.getBodyLength()];
    message.readBytes(body);
    message.reset();
    return body;
  }

  private static Message copy(Message message, byte[] body, Session session) throws JMSException {
    BytesMessage copy = session.createBytesMessage();
    copy.writeBytes(body);
    Enumeration<?> names = message.getPropertyNames();
    while (names.hasMoreElements()) {
      String name = (String) names.nextElement();
      if (!name.startsWith("JMS")) {
        copy.setObjectProperty(name, message.getObjectProperty(name));
      }
    }
    return copy;
  }
}
