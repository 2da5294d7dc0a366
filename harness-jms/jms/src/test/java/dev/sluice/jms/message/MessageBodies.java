package dev.sluice.jms.message;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.jms.BytesMessage;
import jakarta.jms.JMSException;
import jakarta.jms.MapMessage;
import jakarta.jms.Message;
import jakarta.jms.ObjectMessage;
import jakarta.jms.StreamMessage;
import jakarta.jms.TextMessage;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.Enumeration;

/** The contents of messages of every kind. */
final class MessageBodies {

  private MessageBodies() {}

  /** The body, one character a byte. */
  static String content(Message message) throws JMSException {
    if (message instanceof TextMessage text) {
      return text.getText();
    }
    return new String(bytes(message), StandardCharsets.ISO_8859_1);
  }

  private static byte[] bytes(Message message) throws JMSException {
    if (message instanceof BytesMessage bytes) {
      byte[] body = new byte[(int) bytes.getBodyLength()];
      bytes.readBytes(body);
      return body;
    }
    if (message instanceof MapMessage map) {
      Enumeration<?> names = map.getMapNames();
      assertThat(Collections.list(names)).hasToString("[name]");
      return map.getBytes("name");
    }
    if (message instanceof StreamMessage stream) {
      byte[] body = new byte[4000];
      int length = stream.readBytes(body);
      return Arrays.copyOf(body, Math.max(0, length));
    }
    if (message instanceof ObjectMessage object) {
      return object.getBody(byte[].class);
    }
    return new byte[0];
  }
}
