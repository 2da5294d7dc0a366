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
  BYTES(
      Session::createBytesMessage,
      (message, body) -> {
        Body.Bytes bytes = body.bytes();
        message.clearBody();
        ((BytesMessage) message).writeBytes(bytes.array(), bytes.offset(), bytes.length());
      }),

  TEXT(Session::createTextMessage, (message, body) -> ((TextMessage) message).setText(body.text())),

  /** A map with one entry of bytes. */
  MAP(
      Session::createMapMessage,
      (message, body) -> {
        Body.Bytes bytes = body.bytes();
        message.clearBody();
        ((MapMessage) message)
            .setBytes(BodyKind.MAP_ENTRY, bytes.array(), bytes.offset(), bytes.length());
      }),

  /** An array of bytes as a Java object. */
  OBJECT(
      Session::createObjectMessage,
      (message, body) -> {
        Body.Bytes bytes = body.bytes();
        ((ObjectMessage) message)
            .setObject(
                Arrays.copyOfRange(bytes.array(), bytes.offset(), bytes.offset() + bytes.length()));
      }),

  /** A stream of one value, of bytes. */
  STREAM(
      Session::createStreamMessage,
      (message, body) -> {
        Body.Bytes bytes = body.bytes();
        message.clearBody();
        ((StreamMessage) message).writeBytes(bytes.array(), bytes.offset(), bytes.length());
      }),

  /** Header and properties only. */
  EMPTY(Session::createMessage, (message, body) -> {});

  /** The name of the one entry of a map, the same as JMSPerfHarness's. */
  private static final String MAP_ENTRY = "name";

  @SuppressWarnings("ImmutableEnumChecker") // functions without state
  private final Blank blank;

  @SuppressWarnings("ImmutableEnumChecker")
  private final Filling filling;

  BodyKind(Blank blank, Filling filling) {
    this.blank = blank;
    this.filling = filling;
  }

  private interface Blank {
    Message of(Session session) throws JMSException;
  }

  private interface Filling {
    void fill(Message message, Body body) throws JMSException;
  }

  /** A new message of this type, without a body. */
  Message create(Session session) throws JMSException {
    return blank.of(session);
  }

  /** Gives a message of this type the body, in place of the one it has. */
  void fill(Message message, Body body) throws JMSException {
    filling.fill(message, body);
  }
}
