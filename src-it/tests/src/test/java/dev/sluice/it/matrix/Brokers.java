package dev.sluice.it.matrix;

import dev.sluice.jms.provider.Credentials;
import dev.sluice.jms.provider.JmsProvider;
import dev.sluice.jms.provider.artemis.ArtemisProvider;
import dev.sluice.jms.provider.embedded.EmbeddedProvider;
import dev.sluice.jms.provider.ibmmq.IbmMqSettings;
import dev.sluice.jms.provider.ibmmq.MqEndpoint;
import dev.sluice.mqsim.cluster.SimulatedCluster;
import jakarta.jms.JMSException;
import java.util.EnumMap;
import java.util.Map;

/** One broker of each kind, reached by its own client through TCP. */
final class Brokers implements AutoCloseable {

  private static final String QUEUE_MANAGER = "QM1";

  private final EmbeddedProvider artemis = EmbeddedProvider.withTcp(0);
  private final SimulatedCluster cluster =
      SimulatedCluster.builder().queueManagers(QUEUE_MANAGER).heartbeatSeconds(300).build();
  private final Map<BrokerKind, JmsProvider> providers = new EnumMap<>(BrokerKind.class);
  private final Map<BrokerKind, Depot> depots = new EnumMap<>(BrokerKind.class);

  Brokers() throws JMSException {
    cluster.start(QUEUE_MANAGER);
    providers.put(
        BrokerKind.ARTEMIS,
        new ArtemisProvider("tcp://127.0.0.1:" + artemis.tcpPort(), Credentials.NONE));
    providers.put(
        BrokerKind.QUEUE_MANAGER,
        IbmMqSettings.of(
                new MqEndpoint.Direct(
                    "127.0.0.1", cluster.port(QUEUE_MANAGER), "APP.SVRCONN", QUEUE_MANAGER))
            .create());
    for (Map.Entry<BrokerKind, JmsProvider> provider : providers.entrySet()) {
      depots.put(provider.getKey(), new Depot(provider.getValue()));
    }
  }

  JmsProvider provider(BrokerKind kind) {
    return providers.get(kind);
  }

  Depot depot(BrokerKind kind) {
    return depots.get(kind);
  }

  @Override
  public void close() throws JMSException {
    for (Depot depot : depots.values()) {
      depot.close();
    }
    providers.values().forEach(JmsProvider::close);
    cluster.close();
    artemis.close();
  }
}
