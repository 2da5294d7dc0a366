package orders;

import static dev.sluice.api.Rate.perSecond;
import static dev.sluice.junit.SluiceAssertions.assertThat;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;

import dev.sluice.api.RunResult;
import dev.sluice.api.Sluice;
import dev.sluice.junit.EmbeddedBroker;
import dev.sluice.junit.SluiceExtension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(SluiceExtension.class)
class OrderRouterTest {

  @Test
  void fiftyOrdersASecondPassInTimeAndOnce(EmbeddedBroker broker) throws Exception {
    try (OrderRouter router = new OrderRouter(broker.connectionFactory())) {
      RunResult run =
          Sluice.send(broker.broker()).to("ORDERS").total(perSecond(50))
              .warmingUp(ofSeconds(2)).lasting(ofSeconds(8)).verifying()
              .with(Sluice.receive(broker.broker()).from("FULFIL").threads(2).verifying())
              .run();

      assertThat(run).nothingFailedOrLost().noDuplicates();
      assertThat(run).workload("receivers").endToEndP50().isLessThan(ofMillis(250));
    }
  }
}
