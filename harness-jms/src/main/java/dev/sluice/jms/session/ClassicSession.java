package dev.sluice.jms.session;

import dev.sluice.jms.provider.JmsProvider;
import jakarta.jms.BytesMessage;
import jakarta.jms.CompletionListener;
import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.MapMessage;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageListener;
import jakarta.jms.MessageProducer;
import jakarta.jms.ObjectMessage;
import jakarta.jms.Queue;
import jakarta.jms.QueueBrowser;
import jakarta.jms.Session;
import jakarta.jms.StreamMessage;
import jakarta.jms.TemporaryQueue;
import jakarta.jms.TextMessage;
import jakarta.jms.Topic;
import java.io.Serializable;

/** A Session. */
final class ClassicSession implements JmsSession {

  private final JmsProvider provider;
  private final Session session;

  ClassicSession(JmsProvider provider, Session session) {
    this.provider = provider;
    this.session = session;
  }

  @Override
  public Destination queue(String name) throws JMSException {
    return provider.queue(session::createQueue, name);
  }

  @Override
  public Destination topic(String name) throws JMSException {
    return provider.topic(session::createTopic, name);
  }

  @Override
  public TemporaryQueue temporaryQueue() throws JMSException {
    return session.createTemporaryQueue();
  }

  @Override
  public SessionProducer producer(Destination destination, PutOptions options) throws JMSException {
    return new ClassicProducer(session.createProducer(destination), options);
  }

  @Override
  public SessionConsumer consumer(Destination from, String selector) throws JMSException {
    return new ClassicConsumer(session.createConsumer(from, orNull(selector)));
  }

  @Override
  public SessionConsumer subscriber(Topic topic, Subscription subscription, String selector)
      throws JMSException {
    return new ClassicConsumer(subscribe(topic, subscription, orNull(selector)));
  }

  private MessageConsumer subscribe(Topic topic, Subscription subscription, String selector)
      throws JMSException {
    String name = subscription.name();
    if (subscription.durable()) {
      return subscription.shared()
          ? session.createSharedDurableConsumer(topic, name, selector)
          : session.createDurableConsumer(topic, name, selector, false);
    }
    return subscription.shared()
        ? session.createSharedConsumer(topic, name, selector)
        : session.createConsumer(topic, selector);
  }

  @Override
  public void unsubscribe(String subscription) throws JMSException {
    session.unsubscribe(subscription);
  }

  @Override
  public QueueBrowser browser(Queue queue, String selector) throws JMSException {
    return session.createBrowser(queue, orNull(selector));
  }

  @Override
  public Message createMessage() throws JMSException {
    return session.createMessage();
  }

  @Override
  public TextMessage createTextMessage(String text) throws JMSException {
    return session.createTextMessage(text);
  }

  @Override
  public BytesMessage createBytesMessage() throws JMSException {
    return session.createBytesMessage();
  }

  @Override
  public MapMessage createMapMessage() throws JMSException {
    return session.createMapMessage();
  }

  @Override
  public StreamMessage createStreamMessage() throws JMSException {
    return session.createStreamMessage();
  }

  @Override
  public ObjectMessage createObjectMessage(Serializable object) throws JMSException {
    return session.createObjectMessage(object);
  }

  @Override
  public void commit() throws JMSException {
    session.commit();
  }

  @Override
  public void rollback() throws JMSException {
    session.rollback();
  }

  @Override
  public void acknowledge(Message last) throws JMSException {
    last.acknowledge();
  }

  @Override
  public void recover() throws JMSException {
    session.recover();
  }

  @Override
  public void close() throws JMSException {
    session.close();
  }

  private static String orNull(String selector) {
    return selector.isEmpty() ? null : selector;
  }

  /** A MessageConsumer. */
  private static final class ClassicConsumer implements SessionConsumer {

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

  /** A MessageProducer. */
  private static final class ClassicProducer implements SessionProducer {

    private final MessageProducer producer;

    ClassicProducer(MessageProducer producer, PutOptions options) throws JMSException {
      this.producer = producer;
      options.apply(
          producer::setDeliveryMode,
          producer::setPriority,
          producer::setTimeToLive,
          producer::setDeliveryDelay);
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
}
