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
import java.time.Duration;
import org.apache.activemq.artemis.api.core.management.ResourceNames;
import org.apache.activemq.artemis.api.jms.management.JMSManagementHelper;

/** Asks the broker's management queue. For one thread. */
final class ArtemisManagement implements QueueDepths {

  private static final String MANAGEMENT_QUEUE = "activemq.management";

  /** The connection that stays open while the broker is asked repeatedly. */
  private record Link(
      Connection connection,
      Session session,
      Queue replies,
      MessageProducer producer,
      MessageConsumer consumer) {}

  private final JmsProvider provider;
  private final Duration within;
  private Link link; // null until it is needed, and after it broke

  /**
   * @param within how long an answer may take
   */
  ArtemisManagement(JmsProvider provider, Duration within) {
    this.provider = provider;
    this.within = within;
  }

  @Override
  public long depth(String queue) throws JMSException {
    return (long) number(ResourceNames.QUEUE + queue, "messageCount");
  }

  /**
   * A number that the broker knows.
   *
   * @param resource by its name among {@link ResourceNames}
   */
  double number(String resource, String attribute) throws JMSException {
    try {
      if (link == null) {
        link = link(provider.connect());
      }
      return ask(resource, attribute);
    } catch (InvalidDestinationException e) {
      throw e; // the connection is as good as before
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

  private double ask(String resource, String attribute) throws JMSException {
    Message request = link.session().createMessage();
    JMSManagementHelper.putAttribute(request, resource, attribute);
    request.setJMSReplyTo(link.replies());
    link.producer().send(request);
    Message reply = link.consumer().receive(within.toMillis());
    if (reply == null) {
      throw new JMSException("the broker's management did not answer");
    }
    String what = attribute + " of " + resource.replaceFirst("^queue\\.", "queue ");
    if (!JMSManagementHelper.hasOperationSucceeded(reply)) {
      throw new InvalidDestinationException("the broker does not know the " + what);
    }
    try {
      return ((Number) JMSManagementHelper.getResult(reply)).doubleValue();
    } catch (Exception e) { // declared as such by the helper
      throw CauseChain.jmsFailure("the broker's management did not return a number: " + what, e);
    }
  }
}
