package dev.sluice.jms.message;

import jakarta.jms.BytesMessage;
import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.MapMessage;
import jakarta.jms.Message;
import jakarta.jms.ObjectMessage;
import jakarta.jms.StreamMessage;
import jakarta.jms.TextMessage;
import java.io.Serializable;

/** Makes messages: what the sessions of both JMS APIs have in common. */
public interface MessageCreator {

  Message createMessage() throws JMSException;

  TextMessage createTextMessage(String text) throws JMSException;

  BytesMessage createBytesMessage() throws JMSException;

  MapMessage createMapMessage() throws JMSException;

  StreamMessage createStreamMessage() throws JMSException;

  ObjectMessage createObjectMessage(Serializable object) throws JMSException;

  /** The provider's queue of that name, to stand in a header. */
  Destination queue(String name) throws JMSException;
}
