package dev.sluice.it.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.it.cli.PeculiarBroker;
import dev.sluice.it.cli.SluiceProcess;
import dev.sluice.it.legacy.LiveProcess;
import dev.sluice.it.run.RunSummary;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.Message;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import org.json.JSONObject;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Messages between two agents that both send and receive, checked to the last one, by the
 * controller's account and by the agents' histories.
 */
@Tag("soak")
class DeliveryAcrossAgentsIT {

  private static final int SENDERS = 4;
  private static final int EACH = 150;
  private static final int LOST_OF_EACH = 3 + 5; // some in between, and the last ones

  @TempDir Path directory;

  @Test
  void whatIsLostOrCameTwiceIsCountedOnceOverAllAgents() throws Exception {
    List<String> agents = List.of("a1", "a2");
    try (PeculiarBroker broker =
            PeculiarBroker.losingAndCopying(
                "Q",
                "SluiceSeq BETWEEN 50 AND 52 OR SluiceSeq > 145",
                "COPIES",
                "SluiceSeq = 100");
        LiveFleet fleet = new LiveFleet(directory, agents)) {
      for (String name : agents) {
        LiveFleet.awaitLine(fleet.agent(name), "waits for work");
      }
      Path plan =
          Files.writeString(
              directory.resolve("plan.yaml"),
              """
              providers: {broker: {type: artemis, url: "%s"}}
              workloads:
                senders:
                  type: send
                  queue: Q
                  threads: %d
                  total-rate: 200
                  count: %d
                  verify: true
                  history: true
                  agents: 2
                receivers:
                  {type: receive, queue: Q, threads: 4, verify: true, history: true, agents: 2}
              run: {interval: 500ms}
              steps: [{wait: drained}]
              """
                  .formatted(broker.url(), SENDERS, EACH));
      Path out = directory.resolve("out");
      try (LiveProcess controller = fleet.run(plan, out, "")) {
        moveCopies(broker.url(), controller);
        assertThat(controller.exitCode(LiveFleet.PATIENCE)).as("%s", controller).isOne();
      }

      RunSummary summary = RunSummary.read(out);
      JSONObject receivers = summary.workload("receivers");
      JSONObject delivery = receivers.getJSONObject("delivery");
      assertThat(delivery.getInt("lost")).as("%s", delivery).isEqualTo(SENDERS * LOST_OF_EACH);
      assertThat(delivery.getInt("duplicates")).as("%s", delivery).isEqualTo(SENDERS);
      assertThat(delivery.getInt("checked"))
          .isEqualTo(receivers.getInt("done"))
          .isEqualTo(SENDERS * (EACH - LOST_OF_EACH + 1));
      assertThat(summary.workload("senders").getInt("done")).isEqualTo(SENDERS * EACH);

      SluiceProcess check =
          SluiceProcess.run(
              directory,
              List.of("check", out.resolve("a1").toString(), out.resolve("a2").toString()));
      assertThat(check.exitCode()).as("%s", check).isOne();
      String found =
          "receivers: %d checked, lost %d, possibly lost 0, duplicates %d,"
              .formatted(delivery.getInt("checked"), SENDERS * LOST_OF_EACH, SENDERS);
      assertThat(check.lines()).as("%s", check).anyMatch(line -> line.startsWith(found));
    }
  }

  /** A message is delivered a second time. */
  private static void moveCopies(String url, LiveProcess controller) throws Exception {
    try (ActiveMQConnectionFactory factory = new ActiveMQConnectionFactory(url);
        JMSContext jms = factory.createContext()) {
      JMSConsumer copies = jms.createConsumer(jms.createQueue("COPIES"));
      for (int i = 0; i < SENDERS; i++) {
        Message copy = copies.receive(LiveFleet.PATIENCE.toMillis());
        assertThat(copy).as("%s", controller).isNotNull();
        jms.createProducer().send(jms.createQueue("Q"), copy);
      }
    }
  }
}
