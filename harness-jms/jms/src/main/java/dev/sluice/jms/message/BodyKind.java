package dev.sluice.jms.message;

import jakarta.jms.BytesMessage;
import jakarta.jms.JMSException;
import jakarta.jms.MapMessage;
import jakarta.jms.Message;
import jakarta.jms.ObjectMessage;
import jakarta.jms.Session;
import jakarta.jms.StreamMessage;
import jakarta.jms.TextMessage;
import java.util.Arrays;

/** The JMS type of a message, and how a body is put into it. */
public enum BodyKind {
  BYTES,
  TEXT,
  /** A map with one entry of bytes. */
  MAP,
  /** An array of bytes as a Java object. */
  OBJECT,
  /** A stream of one value, of bytes. */
  STREAM,
  /** Header and properties only. */
  EMPTY;

  /** The name of the one entry of a map, the same as JMSPerfHarness's. */
  private static final String MAP_ENTRY = "name";

  /** A new message of this type, without a body. */
  Message create(Session session) throws JMSException {
    return switch (this) {
      case BYTES -> session.createBytesMessage();
      case TEXT -> session.createTextMessage();
      case MAP -> session.createMapMessage();
      case OBJECT -> session.createObjectMessage();
      case STREAM -> session.createStreamMessage();
      case EMPTY -> session.createMessage();
    };
  }

  /** Gives a new message of this type its body. */
  void fill(Message message, Body body) throws JMSException {
    if (this == EMPTY) {
      return;
    }
    if (this == TEXT) {
      ((TextMessage) message).setText(body.text());
      return;
    }
    Body.Bytes bytes = body.bytes();
    byte[] array = bytes.array();
    int offset = bytes.offset();
    int length = bytes.length();
    switch (this) {
      case BYTES -> ((BytesMessage) message).writeBytes(array, offset, length);
      case MAP -> ((MapMessage) message).setBytes(MAP_ENTRY, array, offset, length);
      case STREAM -> ((StreamMessage) message).writeBytes(array, offset, length);
      default ->
          ((ObjectMessage) message).setObject(Arrays.copyOfRange(array, offset, offset + length));
    }
  }
}
