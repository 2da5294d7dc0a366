package dev.sluice.jms.provider.artemis;

import dev.sluice.jms.provider.CauseChain;
import dev.sluice.jms.provider.JmsProvider;
import dev.sluice.jms.provider.QueueDepths;
import jakarta.jms.Connection;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import org.apache.activemq.artemis.api.core.management.ResourceNames;
import org.apache.activemq.artemis.api.jms.management.JMSManagementHelper;

/** Asks the broker's management queue. For one thread. */
final class ArtemisQueueDepths implements QueueDepths {

  private static final String MANAGEMENT_QUEUE = "activemq.management";
  private static final String COUNT = "messageCount";
  private static final long REPLY_TIMEOUT_MILLIS = 5_000;

  /** The connection that stays open while the broker is asked repeatedly. */
  private record Link(
      Connection connection,
      Session session,
      Queue replies,
      MessageProducer producer,
      MessageConsumer consumer) {}

  private final JmsProvider provider;
  private Link link; // null until it is needed, and after it broke

  ArtemisQueueDepths(JmsProvider provider) {
    this.provider = provider;
  }

  @Override
  public long depth(String queue) throws JMSException {
    try {
      if (link == null) {
        link = link(provider.connect());
      }
      return ask(queue);
    } catch (JMSException | RuntimeException e) {
      close();
      throw e;
    }
  }

  @Override
  public void close() {
    if (link != null) {
      try {
        link.connection().close();
      } catch (JMSException e) {
        // it is of no use any more, closed or not
      } finally {
        link = null;
      }
    }
  }

  private static Link link(Connection connection) throws JMSException {
    try {
      Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
      Queue replies = session.createTemporaryQueue();
      MessageProducer producer = session.createProducer(session.createQueue(MANAGEMENT_QUEUE));
      MessageConsumer consumer = session.createConsumer(replies);
      connection.start();
      return new Link(connection, session, replies, producer, consumer);
    } catch (JMSException | RuntimeException e) {
      connection.close();
      throw e;
    }
  }

  private long ask(String queue) throws JMSException {
    Message request = link.session().createMessage();
    JMSManagementHelper.putAttribute(request, ResourceNames.QUEUE + queue, COUNT);
    request.setJMSReplyTo(link.replies());
    link.producer().send(request);
    Message reply = link.consumer().receive(REPLY_TIMEOUT_MILLIS);
    if (reply == null) {
      throw new JMSException("the broker's management did not answer");
    }
    if (!JMSManagementHelper.hasOperationSucceeded(reply)) {
      throw new InvalidDestinationException("the broker does not know the depth of queue " + queue);
    }
    try {
      return ((Number) JMSManagementHelper.getResult(reply)).longValue();
    } catch (Exception e) { // declared as such by the helper
      throw CauseChain.jmsFailure("the broker's management did not return a number", e);
    }
  }
}
