package dev.sluice.it.worker;

import dev.sluice.jms.provider.JmsProvider;
import dev.sluice.jms.provider.embedded.EmbeddedSettings;
import dev.sluice.jms.provider.ibmmq.IbmMqSettings;
import dev.sluice.jms.provider.ibmmq.MqEndpoint;
import dev.sluice.mqsim.cluster.SimulatedCluster;

/** The two brokers that workers are held against. */
final class Brokers implements AutoCloseable {

  /** One of them. */
  enum Kind {
    ARTEMIS,
    SIMULATED_QUEUE_MANAGER
  }

  private final SimulatedCluster cluster = SimulatedCluster.builder().queueManagers("QM1").build();
  private final JmsProvider artemis = EmbeddedSettings.inProcess().create();
  private final JmsProvider ibmMq;

  Brokers() {
    cluster.start("QM1");
    ibmMq =
        IbmMqSettings.of(
                new MqEndpoint.Direct("127.0.0.1", cluster.port("QM1"), "APP.SVRCONN", "QM1"))
            .create();
  }

  JmsProvider provider(Kind kind) {
    return kind == Kind.ARTEMIS ? artemis : ibmMq;
  }

  @Override
  public void close() {
    artemis.close();
    ibmMq.close();
    cluster.close();
  }
}
