package orders;

import jakarta.jms.JMSException;
import jakarta.jms.Message;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.jms.annotation.JmsListener;
import org.springframework.jms.core.JmsTemplate;

/** Answers each order with a confirmation. */
@SpringBootApplication
public class OrdersApplication {

  private final JmsTemplate jms;
  private long orders;

  public OrdersApplication(JmsTemplate jms) {
    this.jms = jms;
  }

  public static void main(String[] args) {
    SpringApplication.run(OrdersApplication.class, args);
  }

  @JmsListener(destination = "DEV.QUEUE.1")
  public void answer(Message order) throws JMSException, InterruptedException {
    String fault = System.getProperty("fault", "");
    orders++;
    if (fault.equals("delay")) {
      Thread.sleep(100);
    }
    if (fault.equals("lose") && orders % 50 == 0) {
      return;
    }
    String id = order.getJMSMessageID();
    jms.send(
        order.getJMSReplyTo(),
        session -> {
          Message confirmation = session.createTextMessage("confirmed");
          confirmation.setJMSCorrelationID(id);
          return confirmation;
        });
  }
}
