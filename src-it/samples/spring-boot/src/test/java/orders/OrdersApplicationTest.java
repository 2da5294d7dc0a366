package orders;

import static dev.sluice.api.Rate.perSecond;
import static dev.sluice.junit.SluiceAssertions.assertThat;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;

import dev.sluice.api.Broker;
import dev.sluice.api.Sluice;
import dev.sluice.mqsim.embedded.EmbeddedQueueManager;
import jakarta.jms.ConnectionFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

@SpringBootTest
class OrdersApplicationTest {

  static final EmbeddedQueueManager MQ = EmbeddedQueueManager.start();

  @DynamicPropertySource
  static void queueManager(DynamicPropertyRegistry properties) {
    properties.add("ibm.mq.queueManager", MQ::getQueueManager);
    properties.add("ibm.mq.channel", MQ::getChannel);
    properties.add("ibm.mq.connName", MQ::getConnectionName);
    properties.add("ibm.mq.user", MQ::getAppUser);
    properties.add("ibm.mq.password", MQ::getAppPassword);
  }

  @Test
  void ordersAreConfirmedInTime(@Autowired ConnectionFactory factory) {
    assertThat(
            Sluice.request(Broker.of(factory)).to("DEV.QUEUE.1").total(perSecond(20))
                .warmingUp(ofSeconds(3)).lasting(ofSeconds(10)).run())
        .nothingFailedOrLost().p50().isLessThan(ofMillis(250));
  }
}
