package dev.sluice.jms.session;

import dev.sluice.jms.provider.CheckedFailures;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSException;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;

/** A JMSConsumer. */
final class SimplifiedConsumer implements SessionConsumer {

  private final JMSConsumer consumer;

  SimplifiedConsumer(JMSConsumer consumer) {
    this.consumer = consumer;
  }

  @Override
  public Message receive(long timeoutMillis) throws JMSException {
    try {
      return consumer.receive(timeoutMillis);
    } catch (JMSRuntimeException e) {
      throw CheckedFailures.of(e);
    }
  }

  @Override
  public Message receiveNoWait() throws JMSException {
    try {
      return consumer.receiveNoWait();
    } catch (JMSRuntimeException e) {
      throw CheckedFailures.of(e);
    }
  }

  @Override
  public void listen(MessageListener listener) throws JMSException {
    try {
      consumer.setMessageListener(listener);
    } catch (JMSRuntimeException e) {
      throw CheckedFailures.of(e);
    }
  }

  @Override
  public void close() throws JMSException {
    try {
      consumer.close();
    } catch (JMSRuntimeException e) {
      throw CheckedFailures.of(e);
    }
  }
}
