package orders;

import static dev.sluice.junit.SluiceAssertions.assertThat;
import static java.time.Duration.ofSeconds;

import dev.sluice.api.Load;
import dev.sluice.api.Sluice;
import dev.sluice.junit.EmbeddedBroker;
import dev.sluice.junit.SluiceExtension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(SluiceExtension.class)
class OrderClientTest {

  @Test
  void ourClientCostsLittleBesideTheBareApi(EmbeddedBroker broker) {
    Load ours =
        Sluice.work(() -> new OrderClient(broker.connectionFactory()), client -> client.place("tea"))
            .threads(2).lasting(ofSeconds(3))
            .with(Sluice.receive(broker.broker()).from("ORDERS").threads(2));
    Load bare =
        Sluice.send(broker.broker()).to("BARE").text("{\"order\": \"tea\"}")
            .threads(2).lasting(ofSeconds(3))
            .with(Sluice.receive(broker.broker()).from("BARE").threads(2));

    assertThat(Sluice.inTurns(ours, bare)).achieved().isAtLeast(0.3);
  }
}
