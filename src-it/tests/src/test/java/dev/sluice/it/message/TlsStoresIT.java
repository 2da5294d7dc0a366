package dev.sluice.it.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.sluice.jms.provider.Credentials;
import dev.sluice.jms.provider.JmsProvider;
import dev.sluice.jms.provider.QueueDepths;
import dev.sluice.jms.provider.Secret;
import dev.sluice.jms.provider.ibmmq.IbmMqSettings;
import dev.sluice.jms.provider.ibmmq.MqEndpoint;
import dev.sluice.jms.provider.ibmmq.QueueOptions;
import dev.sluice.jms.provider.ibmmq.Reconnect;
import dev.sluice.jms.provider.ibmmq.Tls;
import dev.sluice.jms.provider.ibmmq.Tls.KeyFile;
import dev.sluice.mqsim.client.TestKey;
import dev.sluice.mqsim.cluster.SimulatedCluster;
import jakarta.jms.Connection;
import jakarta.jms.Session;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Key and trust stores that are given to the IBM client, rather than to the JVM. */
class TlsStoresIT {

  @TempDir static Path directory;
  private static TestKey key;
  private static SimulatedCluster cluster;

  @BeforeAll
  static void start() throws Exception {
    key = TestKey.make(directory, "server");
    cluster =
        SimulatedCluster.builder().queueManagers("QM1").tls(key.file(), TestKey.PASSWORD).build();
    cluster.start("QM1");
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  @Test
  void whoTrustsTheQueueManagerConnects() throws Exception {
    try (JmsProvider provider = provider(key);
        Connection connection = provider.connect();
        Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE)) {
      session.createProducer(session.createQueue("TLS.Q")).send(session.createMessage());

      try (QueueDepths depths = provider.queueDepths().orElseThrow()) {
        assertThat(depths.depth("TLS.Q")).isOne();
      }
    }
  }

  @Test
  void whoTrustsSomebodyElseDoesNot() throws Exception {
    try (JmsProvider provider = provider(TestKey.make(directory, "stranger"))) {
      Throwable failure = catchThrowable(provider::connect);

      assertThat(provider.explain(failure).cause()).startsWith("2397 MQRC_JSSE_ERROR");
    }
  }

  private static JmsProvider provider(TestKey trusted) {
    KeyFile file = new KeyFile(trusted.file(), Secret.of(TestKey.PASSWORD));
    return new IbmMqSettings(
            new MqEndpoint.Direct("127.0.0.1", cluster.port("QM1"), "APP.SVRCONN", "QM1"),
            Credentials.NONE,
            IbmMqSettings.DEFAULT_CONNECT_TIMEOUT,
            Reconnect.DEFAULT,
            "",
            new Tls("ANY_TLS12_OR_HIGHER", Optional.of(file), "", Optional.of(file)),
            QueueOptions.DEFAULT,
            Map.of())
        .create();
  }
}
