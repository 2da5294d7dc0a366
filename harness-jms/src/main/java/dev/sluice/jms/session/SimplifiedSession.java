package dev.sluice.jms.session;

import static dev.sluice.jms.provider.CheckedFailures.get;
import static dev.sluice.jms.provider.CheckedFailures.run;

import dev.sluice.jms.provider.CheckedFailures;
import dev.sluice.jms.provider.JmsProvider;
import jakarta.jms.BytesMessage;
import jakarta.jms.CompletionListener;
import jakarta.jms.Destination;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSProducer;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.MapMessage;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;
import jakarta.jms.ObjectMessage;
import jakarta.jms.Queue;
import jakarta.jms.QueueBrowser;
import jakarta.jms.StreamMessage;
import jakarta.jms.TemporaryQueue;
import jakarta.jms.TextMessage;
import jakarta.jms.Topic;
import java.io.Serializable;

/** A JMSContext. */
final class SimplifiedSession implements JmsSession {

  private final JmsProvider provider;
  private final JMSContext context;

  SimplifiedSession(JmsProvider provider, JMSContext context) {
    this.provider = provider;
    this.context = context;
  }

  @Override
  public Destination queue(String name) throws JMSException {
    return provider.queue(queue -> get(() -> context.createQueue(queue)), name);
  }

  @Override
  public Destination topic(String name) throws JMSException {
    return provider.topic(topic -> get(() -> context.createTopic(topic)), name);
  }

  @Override
  public TemporaryQueue temporaryQueue() throws JMSException {
    return get(context::createTemporaryQueue);
  }

  @Override
  public SessionProducer producer(Destination destination, PutOptions options) throws JMSException {
    return get(() -> new SimplifiedProducer(context.createProducer(), destination, options));
  }

  @Override
  public SessionConsumer consumer(Destination from, String selector) throws JMSException {
    return new SimplifiedConsumer(get(() -> context.createConsumer(from, orNull(selector))));
  }

  @Override
  public SessionConsumer subscriber(Topic topic, Subscription subscription, String selector)
      throws JMSException {
    return new SimplifiedConsumer(get(() -> subscribe(topic, subscription, orNull(selector))));
  }

  private JMSConsumer subscribe(Topic topic, Subscription subscription, String selector) {
    String name = subscription.name();
    if (subscription.durable()) {
      return subscription.shared()
          ? context.createSharedDurableConsumer(topic, name, selector)
          : context.createDurableConsumer(topic, name, selector, false);
    }
    return subscription.shared()
        ? context.createSharedConsumer(topic, name, selector)
        : context.createConsumer(topic, selector);
  }

  @Override
  public void unsubscribe(String subscription) throws JMSException {
    run(() -> context.unsubscribe(subscription));
  }

  @Override
  public QueueBrowser browser(Queue queue, String selector) throws JMSException {
    return get(() -> context.createBrowser(queue, orNull(selector)));
  }

  @Override
  public Message createMessage() throws JMSException {
    return get(context::createMessage);
  }

  @Override
  public TextMessage createTextMessage(String text) throws JMSException {
    return get(() -> context.createTextMessage(text));
  }

  @Override
  public BytesMessage createBytesMessage() throws JMSException {
    return get(context::createBytesMessage);
  }

  @Override
  public MapMessage createMapMessage() throws JMSException {
    return get(context::createMapMessage);
  }

  @Override
  public StreamMessage createStreamMessage() throws JMSException {
    return get(context::createStreamMessage);
  }

  @Override
  public ObjectMessage createObjectMessage(Serializable object) throws JMSException {
    return get(() -> context.createObjectMessage(object));
  }

  @Override
  public void commit() throws JMSException {
    try {
      context.commit();
    } catch (JMSRuntimeException e) {
      throw CheckedFailures.of(e);
    }
  }

  @Override
  public void rollback() throws JMSException {
    run(context::rollback);
  }

  @Override
  public void acknowledge(Message last) throws JMSException {
    try {
      context.acknowledge();
    } catch (JMSRuntimeException e) {
      throw CheckedFailures.of(e);
    }
  }

  @Override
  public void recover() throws JMSException {
    run(context::recover);
  }

  @Override
  public void close() throws JMSException {
    run(context::close);
  }

  private static String orNull(String selector) {
    return selector.isEmpty() ? null : selector;
  }

  /** A JMSConsumer. */
  private static final class SimplifiedConsumer implements SessionConsumer {

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
      run(() -> consumer.setMessageListener(listener));
    }

    @Override
    public void close() throws JMSException {
      run(consumer::close);
    }
  }

  /** A JMSProducer, which knows no destination of its own. */
  private static final class SimplifiedProducer implements SessionProducer {

    private final JMSProducer producer;
    private final Destination destination;

    /**
     * @param destination where it sends to, or null if each send says so
     */
    SimplifiedProducer(JMSProducer producer, Destination destination, PutOptions options) {
      this.producer = producer;
      this.destination = destination;
      options.apply(
          producer::setDeliveryMode,
          producer::setPriority,
          producer::setTimeToLive,
          producer::setDeliveryDelay);
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
}
