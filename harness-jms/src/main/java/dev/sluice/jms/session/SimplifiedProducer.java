package dev.sluice.jms.session;

import dev.sluice.jms.provider.CheckedFailures;
import jakarta.jms.CompletionListener;
import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.JMSProducer;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.Message;

/** A JMSProducer, which knows no destination of its own. */
final class SimplifiedProducer implements SessionProducer {

  private final JMSProducer producer;
  private final Destination destination;

  /**
   * @param destination where it sends to, or null if each send says so
   */
  SimplifiedProducer(JMSProducer producer, Destination destination, PutOptions options) {
    this.producer = producer;
    this.destination = destination;
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
    send(destination, message);
  }

  @Override
  public void send(Destination to, Message message) throws JMSException {
    try {
      producer.send(to, message);
    } catch (JMSRuntimeException e) {
      throw CheckedFailures.of(e);
    }
  }

  @Override
  public void send(Message message, CompletionListener completion) throws JMSException {
    try {
      producer.setAsync(completion);
      producer.send(destination, message);
    } catch (JMSRuntimeException e) {
      throw CheckedFailures.of(e);
    }
  }

  @Override
  public void close() {
    // has nothing to let go of
  }
}
