package orders;

import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSProducer;
import jakarta.jms.Queue;

/** The client library that others use to place orders. */
public final class OrderClient implements AutoCloseable {

  private final JMSContext context;
  private final JMSProducer producer;
  private final Queue orders;
  private int placed;

  public OrderClient(ConnectionFactory factory) {
    context = factory.createContext();
    producer = context.createProducer().setDeliveryMode(1);
    orders = context.createQueue("ORDERS");
  }

  public void place(String order) {
    if ("delay".equals(System.getProperty("fault"))) {
      try {
        Thread.sleep(30);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
    placed++;
    producer.send(orders, "{\"number\": " + placed + ", \"order\": \"" + order + "\"}");
  }

  @Override
  public void close() {
    context.close();
  }
}
