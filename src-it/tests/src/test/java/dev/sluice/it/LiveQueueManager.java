package dev.sluice.it;

import dev.sluice.it.run.MqProviders;
import dev.sluice.jms.provider.JmsProvider;
import dev.sluice.jms.provider.ibmmq.Reconnect.ReconnectOption;
import dev.sluice.mqsim.cluster.SimulatedCluster;
import dev.sluice.mqsim.queue.QueueDefinition;
import dev.sluice.mqsim.queue.QueueDefinitions;
import java.util.Map;

/** A simulated queue manager, by the IBM client. */
final class LiveQueueManager implements LiveBroker {

  private static final String NAME = "QM1";
  private static final String BACKOUT_QUEUE = "BACKOUT";
  private static final int BACKOUT_THRESHOLD = 3;

  private final SimulatedCluster cluster =
      SimulatedCluster.builder()
          .queueManagers(NAME)
          .queues(
              new QueueDefinitions(
                  QueueDefinition.DEFAULT.withBackout(BACKOUT_THRESHOLD, BACKOUT_QUEUE),
                  false,
                  Map.of(BACKOUT_QUEUE, QueueDefinition.DEFAULT)))
          .build();
  private final JmsProvider provider;

  /**
   * @param reconnect whether the client connects again by itself, else it is left to the harness
   */
  LiveQueueManager(ReconnectOption reconnect) {
    cluster.start(NAME);
    provider = MqProviders.direct(cluster, NAME, reconnect);
  }

  @Override
  public JmsProvider provider() {
    return provider;
  }

  @Override
  public String deadLetterQueue() {
    return BACKOUT_QUEUE;
  }

  @Override
  public int deliveries() {
    return BACKOUT_THRESHOLD;
  }

  @Override
  public void kill() {
    cluster.kill(NAME);
  }

  @Override
  public void start() {
    cluster.start(NAME);
  }

  @Override
  public void close() {
    provider.close();
    cluster.close();
  }
}
