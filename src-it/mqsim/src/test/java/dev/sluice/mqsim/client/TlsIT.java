package dev.sluice.mqsim.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.ibm.msg.client.jakarta.jms.JmsConnectionFactory;
import com.ibm.msg.client.jakarta.wmq.WMQConstants;
import dev.sluice.mqsim.cluster.SimulatedCluster;
import jakarta.jms.BytesMessage;
import jakarta.jms.Connection;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A channel with TLS. */
class TlsIT {

  @TempDir static Path directory;
  private static TestKey key;
  private static SimulatedCluster cluster;

  @BeforeAll
  static void startCluster() throws Exception {
    key = TestKey.make(directory, "server");
    cluster =
        SimulatedCluster.builder().queueManagers("QM1").tls(key.file(), TestKey.PASSWORD).build();
    cluster.start("QM1");
  }

  @AfterAll
  static void closeCluster() {
    cluster.close();
  }

  private static JmsConnectionFactory factory(TestKey trusted) throws Exception {
    JmsConnectionFactory factory = MqClient.to(cluster, "QM1");
    factory.setStringProperty(WMQConstants.WMQ_SSL_CIPHER_SUITE, "*TLS12ORHIGHER");
    factory.setObjectProperty(WMQConstants.WMQ_SSL_SOCKET_FACTORY, trusted.trusting());
    return factory;
  }

  @Test
  void sendsAndReceivesLongMessages() throws Exception {
    try (Connection connection = factory(key).createConnection()) {
      connection.start();
      Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
      Queue queue = session.createQueue("TLS.Q");
      BytesMessage message = session.createBytesMessage();
      message.writeBytes(new byte[200_000]);
      session.createProducer(queue).send(message);
      BytesMessage received =
          (BytesMessage) session.createConsumer(queue).receive(MqClient.RECEIVE_MILLIS);
      assertThat(received.getBodyLength()).isEqualTo(200_000);
    }
  }

  @Test
  void untrustedCertificate() throws Exception {
    JmsConnectionFactory factory = factory(TestKey.make(directory, "stranger"));
    Throwable thrown = catchThrowable(() -> factory.createConnection().close());
    assertThat(MqClient.reasonOf(thrown)).isEqualTo(2397);
  }

  @Test
  void plainClientLearnsThatTheChannelNeedsTls() throws Exception {
    JmsConnectionFactory factory = MqClient.to(cluster, "QM1");
    Throwable thrown = catchThrowable(() -> factory.createConnection().close());
    assertThat(MqClient.reasonOf(thrown)).isEqualTo(2397);
  }
}
