package orders;

import static dev.sluice.api.Rate.perSecond;
import static dev.sluice.junit.SluiceAssertions.assertThat;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;

import com.ibm.mq.jakarta.jms.MQConnectionFactory;
import dev.sluice.api.Broker;
import dev.sluice.api.RunResult;
import dev.sluice.api.Sluice;
import dev.sluice.junit.SluiceExtension;
import dev.sluice.mqsim.embedded.EmbeddedQueueManager;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(SluiceExtension.class)
class OrderServiceTest {

  @Test
  void repliesStayFastAndNothingIsLost(EmbeddedQueueManager mq) throws Exception {
    MQConnectionFactory factory = mq.connectionFactory(MQConnectionFactory.class);
    try (OrderService service = new OrderService(factory)) {
      RunResult run =
          Sluice.request(Broker.of(factory))
              .to("DEV.QUEUE.1")
              .total(perSecond(20))
              .warmingUp(ofSeconds(3))
              .lasting(ofSeconds(10))
              .run();

      assertThat(run).nothingFailedOrLost().p50().isLessThan(ofMillis(250));
    }
  }
}
