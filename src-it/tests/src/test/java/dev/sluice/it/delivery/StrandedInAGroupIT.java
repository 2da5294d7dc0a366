package dev.sluice.it.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.it.run.MqProviders;
import dev.sluice.jms.provider.JmsProvider;
import dev.sluice.jms.provider.ibmmq.Reconnect.ReconnectOption;
import dev.sluice.jms.tracking.Stranded;
import dev.sluice.mqsim.cluster.SimulatedCluster;
import jakarta.jms.Connection;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where in a uniform cluster messages lie that nobody received. */
class StrandedInAGroupIT {

  private static final Duration LONG = Duration.ofMinutes(1);

  @TempDir Path directory;

  @Test
  void everyQueueManagerOfTheGroupIsAskedAndOneThatIsGoneDoesNotAnswer() throws Exception {
    try (SimulatedCluster cluster =
        SimulatedCluster.builder().group("GROUP").queueManagers("QM1", "QM2").build()) {
      cluster.start("QM1");
      cluster.start("QM2");
      Path ccdt = directory.resolve("ccdt.json");
      cluster.writeCcdt(ccdt);
      put(cluster, "QM1", 3);
      try (JmsProvider group = MqProviders.group(ccdt, "GROUP", "verifier", LONG)) {
        Stranded stranded = Stranded.inQueues(group, List.of("TXQ1"), LONG);
        assertThat(stranded.messages()).isEqualTo(Map.of("QM1 TXQ1", 3L, "QM2 TXQ1", 0L));

        cluster.kill("QM2");
        assertThat(stranded.messages()).isEqualTo(Map.of("QM1 TXQ1", 3L, "QM2 TXQ1", -1L));
      }
    }
  }

  private static void put(SimulatedCluster cluster, String queueManager, int messages)
      throws Exception {
    try (JmsProvider provider =
            MqProviders.direct(cluster, queueManager, ReconnectOption.DISABLED);
        Connection connection = provider.connect();
        Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
        MessageProducer producer = session.createProducer(session.createQueue("queue:///TXQ1"))) {
      for (int i = 0; i < messages; i++) {
        producer.send(session.createTextMessage("left behind"));
      }
    }
  }
}
