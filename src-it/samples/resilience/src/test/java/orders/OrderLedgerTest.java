package orders;

import static dev.sluice.api.Rate.perSecond;
import static dev.sluice.junit.SluiceAssertions.assertThat;
import static java.time.Duration.ofMillis;

import com.ibm.mq.jakarta.jms.MQConnectionFactory;
import dev.sluice.api.Broker;
import dev.sluice.api.Run;
import dev.sluice.api.RunResult;
import dev.sluice.api.Sluice;
import dev.sluice.junit.SluiceExtension;
import dev.sluice.mqsim.embedded.EmbeddedQueueManager;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(SluiceExtension.class)
class OrderLedgerTest {

  @Test
  void noOrderIsLostOrTwiceWhenConnectionsBreak(EmbeddedQueueManager mq) throws Exception {
    MQConnectionFactory factory = mq.connectionFactory(MQConnectionFactory.class);
    Broker broker = Broker.of(factory);
    try (OrderLedger ledger = new OrderLedger(factory);
        Run run =
            Sluice.send(broker).to("DEV.QUEUE.1").persistent().transacted(1)
                .rate(perSecond(50)).verifying()
                .with(Sluice.receive(broker).from("DEV.QUEUE.2").transacted(1).verifying())
                .start()) {
      run.awaitSteady();
      mq.cutConnections();
      run.awaitSteady();

      RunResult result = run.stop();
      assertThat(result).noMessageLost().noDuplicates();
      assertThat(result).workload("receivers").endToEndP50().isLessThan(ofMillis(250));
    }
  }
}
