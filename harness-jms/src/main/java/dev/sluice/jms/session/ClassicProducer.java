package dev.sluice.jms.session;

import jakarta.jms.CompletionListener;
import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageProducer;

/** A MessageProducer. */
final class ClassicProducer implements SessionProducer {

  private final MessageProducer producer;

  ClassicProducer(MessageProducer producer, PutOptions options) throws JMSException {
    this.producer = producer;
    producer.setDeliveryMode(options.deliveryMode());
    if (options.priority() != Message.DEFAULT_PRIORITY) {
      producer.setPriority(options.priority());
    }
    if (!options.timeToLive().isZero()) {
      producer.setTimeToLive(options.timeToLive().toMillis());
    }
    if (!options.deliveryDelay().isZero()) {
      producer.setDeliveryDelay(options.deliveryDelay().toMillis());
    }
  }

  @Override
  public void send(Message message) throws JMSException {
    producer.send(message);
  }

  @Override
  public void send(Destination destination, Message message) throws JMSException {
    producer.send(destination, message);
  }

  @Override
  public void send(Message message, CompletionListener completion) throws JMSException {
    producer.send(message, completion);
  }

  @Override
  public void close() throws JMSException {
    producer.close();
  }
}
