package dev.sluice.jms.message;

import jakarta.jms.BytesMessage;
import jakarta.jms.JMSException;
import jakarta.jms.MapMessage;
import jakarta.jms.Message;
import jakarta.jms.ObjectMessage;
import jakarta.jms.StreamMessage;
import jakarta.jms.TextMessage;
import java.util.Arrays;

/** The JMS type of a message, and how a body is put into it. */
public enum BodyKind {
  BYTES {
    @Override
    Message create(MessageCreator creator) throws JMSException {
      return creator.createBytesMessage();
    }

    @Override
    void fill(Message message, Body body) throws JMSException {
      Body.Bytes bytes = body.bytes();
      message.clearBody();
      ((BytesMessage) message).writeBytes(bytes.array(), bytes.offset(), bytes.length());
    }
  },

  TEXT {
    @Override
    Message create(MessageCreator creator) throws JMSException {
      return creator.createTextMessage("");
    }

    @Override
    void fill(Message message, Body body) throws JMSException {
      ((TextMessage) message).setText(body.text());
    }
  },

  /** A map with one entry, {@value #MAP_ENTRY}, of bytes. */
  MAP {
    @Override
    Message create(MessageCreator creator) throws JMSException {
      return creator.createMapMessage();
    }

    @Override
    void fill(Message message, Body body) throws JMSException {
      Body.Bytes bytes = body.bytes();
      message.clearBody();
      ((MapMessage) message).setBytes(MAP_ENTRY, bytes.array(), bytes.offset(), bytes.length());
    }
  },

  /** An array of bytes as a Java object. */
  OBJECT {
    @Override
    Message create(MessageCreator creator) throws JMSException {
      return creator.createObjectMessage(NO_OBJECT);
    }

    @Override
    void fill(Message message, Body body) throws JMSException {
      Body.Bytes bytes = body.bytes();
      ((ObjectMessage) message)
          .setObject(
              Arrays.copyOfRange(bytes.array(), bytes.offset(), bytes.offset() + bytes.length()));
    }
  },

  /** A stream of one value, of bytes. */
  STREAM {
    @Override
    Message create(MessageCreator creator) throws JMSException {
      return creator.createStreamMessage();
    }

    @Override
    void fill(Message message, Body body) throws JMSException {
      Body.Bytes bytes = body.bytes();
      message.clearBody();
      ((StreamMessage) message).writeBytes(bytes.array(), bytes.offset(), bytes.length());
    }
  },

  /** Header and properties only. */
  EMPTY {
    @Override
    Message create(MessageCreator creator) throws JMSException {
      return creator.createMessage();
    }

    @Override
    void fill(Message message, Body body) {
      // there is nothing to fill
    }
  };

  private static final byte[] NO_OBJECT = {};

  /** The name of the one entry of a map. */
  public static final String MAP_ENTRY = "body";

  /** A new message of this type, without a body. */
  abstract Message create(MessageCreator creator) throws JMSException;

  /** Gives a message of this type the body, in place of the one it has. */
  abstract void fill(Message message, Body body) throws JMSException;
}
