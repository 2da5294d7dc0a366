package orders;

import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;

/** Answers each order with a confirmation. */
public final class OrderService implements AutoCloseable {

  private final Connection connection;
  private final Session session;
  private final MessageProducer replies;
  private long orders;

  public OrderService(ConnectionFactory factory) throws JMSException {
    connection = factory.createConnection();
    session = connection.createSession();
    replies = session.createProducer(null);
    session.createConsumer(session.createQueue("DEV.QUEUE.1")).setMessageListener(this::answer);
    connection.start();
  }

  private void answer(Message order) {
    orders++;
    try {
      if (!Fault.answers(orders)) {
        return;
      }
      Message confirmation = session.createTextMessage("confirmed");
      confirmation.setJMSCorrelationID(order.getJMSMessageID());
      replies.send(order.getJMSReplyTo(), confirmation);
    } catch (JMSException e) {
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() throws JMSException {
    connection.close();
  }
}
