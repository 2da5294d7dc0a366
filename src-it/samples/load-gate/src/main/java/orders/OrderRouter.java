package orders;

import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;

/** Passes orders on to those who fulfil them. */
public final class OrderRouter implements AutoCloseable {

  private final Connection connection;
  private final MessageProducer out;
  private int routed;

  public OrderRouter(ConnectionFactory factory) throws JMSException {
    connection = factory.createConnection();
    Session session = connection.createSession();
    out = session.createProducer(session.createQueue("FULFIL"));
    session.createConsumer(session.createQueue("ORDERS")).setMessageListener(this::route);
    connection.start();
  }

  private void route(Message order) {
    String fault = System.getProperty("fault", "");
    routed++;
    try {
      if (fault.equals("delay")) {
        Thread.sleep(30);
      }
      if (!(fault.equals("lose") && routed % 100 == 0)) {
        out.send(order);
      }
      if (fault.equals("duplicate") && routed % 100 == 0) {
        out.send(order);
      }
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
