package dev.sluice.api;

import static dev.sluice.api.Rate.perSecond;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import jakarta.jms.ConnectionFactory;
import org.apache.activemq.artemis.core.config.impl.ConfigurationImpl;
import org.apache.activemq.artemis.core.server.embedded.EmbeddedActiveMQ;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.messaginghub.pooled.jms.JmsPoolConnectionFactory;
import org.springframework.context.Lifecycle;
import org.springframework.jms.connection.CachingConnectionFactory;

/** A load has the connections that its factory makes, and right figures with any number. */
class PooledConnectionsTest {

  private static final String URL = "vm://1017";
  private static final int THREADS = 3;
  private static final int EACH = 40;

  private final EmbeddedActiveMQ server = new EmbeddedActiveMQ();

  @BeforeEach
  void start() throws Exception {
    server.setConfiguration(
        new ConfigurationImpl()
            .setPersistenceEnabled(false)
            .setSecurityEnabled(false)
            .addAcceptorConfiguration("in-vm", URL));
    server.start();
  }

  @AfterEach
  void stop() throws Exception {
    server.stop();
  }

  /** All messages arrive once, and the broker has had this many connections. */
  private void assertLoad(ConnectionFactory factory, long connections) {
    Broker broker = Broker.of(factory);
    RunResult result =
        Sluice.send(broker)
            .to("ORDERS")
            .threads(THREADS)
            .iterations(EACH)
            .rate(perSecond(200))
            .lasting(ofSeconds(60))
            .verifying()
            .with(Sluice.receive(broker).from("ORDERS").threads(THREADS).verifying())
            .run();
    assertThat(result.main().account().done()).isEqualTo(THREADS * EACH);
    WorkloadResult receivers = result.workload("receivers");
    assertThat(receivers.account().done()).isEqualTo(THREADS * EACH);
    assertThat(receivers.delivery().orElseThrow().clean()).isTrue();
    assertThat(result.clean()).as("%s", result).isTrue();
    assertThat(server.getActiveMQServer().getTotalConnectionCount()).isEqualTo(connections);
  }

  @Test
  void withoutAPoolEachWorkerHasItsOwn() {
    assertLoad(new ActiveMQConnectionFactory(URL), 2 * THREADS);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4})
  void workersShareThoseOfPooledJms(int most) {
    JmsPoolConnectionFactory pool = new JmsPoolConnectionFactory();
    pool.setConnectionFactory(new ActiveMQConnectionFactory(URL));
    pool.setMaxConnections(most);
    assertLoad(pool, most);
    pool.stop();
  }

  /** Unless it caches consumers: one of an earlier load would take messages of the next. */
  @Test
  void workersOfAllLoadsShareTheOneOfSpring() {
    CachingConnectionFactory cache =
        new CachingConnectionFactory(new ActiveMQConnectionFactory(URL));
    cache.setCacheConsumers(false);
    assertLoad(cache, 1);
    assertLoad(cache, 1);
    ((Lifecycle) cache).stop();
  }
}
