package dev.sluice.jms.session;

import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageListener;

/** A MessageConsumer. */
final class ClassicConsumer implements SessionConsumer {

  private final MessageConsumer consumer;

  ClassicConsumer(MessageConsumer consumer) {
    this.consumer = consumer;
  }

  @Override
  public Message receive(long timeoutMillis) throws JMSException {
    return consumer.receive(timeoutMillis);
  }

  @Override
  public Message receiveNoWait() throws JMSException {
    return consumer.receiveNoWait();
  }

  @Override
  public void listen(MessageListener listener) throws JMSException {
    consumer.setMessageListener(listener);
  }

  @Override
  public void close() throws JMSException {
    consumer.close();
  }
}
