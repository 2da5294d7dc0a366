package orders;

import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSProducer;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.Message;
import jakarta.jms.TransactionRolledBackRuntimeException;

/** Moves each order from the inbox to the ledger, once, in a transaction. */
public final class OrderLedger implements AutoCloseable {

  private final ConnectionFactory factory;
  private final Thread thread = new Thread(this::run, "ledger");
  private volatile boolean closed;

  public OrderLedger(ConnectionFactory factory) {
    this.factory = factory;
    thread.start();
  }

  private void run() {
    while (!closed) {
      try (JMSContext context = factory.createContext(JMSContext.SESSION_TRANSACTED)) {
        move(context);
      } catch (JMSRuntimeException e) {
        continue; // connects again
      }
    }
  }

  private void move(JMSContext context) {
    var inbox = context.createConsumer(context.createQueue("DEV.QUEUE.1"));
    JMSProducer ledger = context.createProducer();
    String fault = System.getProperty("fault", "");
    for (int moved = 1; !closed; moved++) {
      Message order = inbox.receive(200);
      if (order == null) {
        continue;
      }
      try {
        if (fault.equals("delay")) {
          Thread.sleep(30);
        }
        if (!(fault.equals("lose") && moved % 50 == 0)) {
          ledger.send(context.createQueue("DEV.QUEUE.2"), order);
        }
        if (fault.equals("duplicate") && moved % 50 == 0) {
          ledger.send(context.createQueue("DEV.QUEUE.2"), order);
        }
        context.commit();
      } catch (TransactionRolledBackRuntimeException e) {
        continue; // the order comes again
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  @Override
  public void close() throws InterruptedException {
    closed = true;
    thread.join();
  }
}
