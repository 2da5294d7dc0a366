package dev.sluice.it.matrix;

import dev.sluice.jms.provider.JmsProvider;
import jakarta.jms.BytesMessage;
import jakarta.jms.Connection;
import jakarta.jms.DeliveryMode;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import java.util.ArrayList;
import java.util.List;

/** Puts messages and takes them away beside the harness, without any of its workers. */
final class Depot implements AutoCloseable {

  /** An int property of each message: its number on its queue, from 0. */
  static final String NUMBER = "NUMBER";

  private final Connection connection;
  private final Session session;

  Depot(JmsProvider provider) throws JMSException {
    connection = provider.connect();
    session = connection.createSession(true, Session.SESSION_TRANSACTED);
    connection.start();
  }

  /** Messages of some bytes, which a worker can get as soon as this returns. */
  void put(String queue, int count, boolean persistent) throws JMSException {
    put(queue, count, persistent, null);
  }

  /** Requests: each has its number as its correlation id, too. */
  void putRequests(String queue, int count, boolean persistent, String replyQueue)
      throws JMSException {
    put(queue, count, persistent, session.createQueue(replyQueue));
  }

  private void put(String queue, int count, boolean persistent, Queue replyTo) throws JMSException {
    try (MessageProducer producer = session.createProducer(session.createQueue(queue))) {
      producer.setDeliveryMode(persistent ? DeliveryMode.PERSISTENT : DeliveryMode.NON_PERSISTENT);
      for (int i = 0; i < count; i++) {
        BytesMessage message = session.createBytesMessage();
        message.writeBytes(new byte[Stand.MESSAGE_BYTES]);
        message.setIntProperty(NUMBER, i);
        if (replyTo != null) {
          message.setJMSReplyTo(replyTo);
          message.setJMSCorrelationID("request-" + i);
        }
        producer.send(message);
      }
      session.commit();
    }
  }

  /** All that is on a queue now, in its order. */
  List<Message> takeAll(String queue) throws JMSException {
    try (MessageConsumer consumer = session.createConsumer(session.createQueue(queue))) {
      return takeAll(consumer);
    }
  }

  /** A subscription of a topic, closed by its requester. */
  MessageConsumer subscribe(String topic) throws JMSException {
    return session.createConsumer(session.createTopic(topic));
  }

  /** All that has come to a consumer. */
  List<Message> takeAll(MessageConsumer consumer) throws JMSException {
    List<Message> taken = new ArrayList<>();
    for (Message next = consumer.receiveNoWait(); next != null; next = consumer.receiveNoWait()) {
      taken.add(next);
    }
    session.commit();
    return taken;
  }

  @Override
  public void close() throws JMSException {
    connection.close();
  }
}
