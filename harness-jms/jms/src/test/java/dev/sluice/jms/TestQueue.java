package dev.sluice.jms;

import dev.sluice.jms.destination.DestinationPlan;
import dev.sluice.jms.provider.JmsProvider;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.QueueBrowser;
import jakarta.jms.Session;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;

/** A queue, and what a test does to it by plain JMS. */
public record TestQueue(JmsProvider provider, String name) {

  /** The queue whose name is this one's with something after it. */
  public TestQueue and(String ending) {
    return new TestQueue(provider, name + ending);
  }

  /** All workers use this queue. */
  public DestinationPlan plan() {
    return DestinationPlan.of(name);
  }

  /** Puts messages without a body. */
  public void fill(int messages) throws JMSException {
    try (Connection connection = provider.connect();
        Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE)) {
      MessageProducer producer = session.createProducer(session.createQueue(name));
      for (int i = 0; i < messages; i++) {
        producer.send(session.createMessage());
      }
    }
  }

  public int depth() throws JMSException {
    try (Connection connection = provider.connect();
        Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE)) {
      connection.start();
      return depth(session);
    }
  }

  /** Takes what is in the queue. */
  public List<Message> drain() throws JMSException {
    List<Message> messages = new ArrayList<>();
    try (Connection connection = provider.connect();
        Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE)) {
      connection.start();
      int there = depth(session);
      MessageConsumer consumer = session.createConsumer(session.createQueue(name));
      for (int i = 0; i < there; i++) {
        messages.add(consumer.receive(Waits.AMPLE.toMillis()));
      }
    }
    return messages;
  }

  private int depth(Session session) throws JMSException {
    Queue queue = session.createQueue(name);
    try (QueueBrowser browser = session.createBrowser(queue)) {
      Enumeration<?> messages = browser.getEnumeration();
      return Collections.list(messages).size();
    }
  }
}
