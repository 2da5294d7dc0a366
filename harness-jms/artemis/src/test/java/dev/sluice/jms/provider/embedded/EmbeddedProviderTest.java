package dev.sluice.jms.provider.embedded;

import static dev.sluice.jms.provider.RefusedSettings.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.sluice.jms.provider.Credentials;
import dev.sluice.jms.provider.JmsProvider;
import dev.sluice.jms.provider.artemis.ArtemisProvider;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import org.junit.jupiter.api.Test;

class EmbeddedProviderTest {

  @Test
  void isReachedByTcpOnlyIfAskedTo() throws JMSException {
    try (EmbeddedProvider embedded = EmbeddedProvider.withTcp(0);
        JmsProvider client =
            new ArtemisProvider("tcp://127.0.0.1:" + embedded.tcpPort(), Credentials.NONE);
        Connection connection = client.connect()) {
      assertThat(connection.getMetaData().getJMSMajorVersion()).isEqualTo(3);
      assertThat(embedded.describe()).endsWith("tcp://127.0.0.1:" + embedded.tcpPort());
    }
    try (EmbeddedProvider embedded = EmbeddedProvider.inProcess()) {
      assertThatIllegalStateException().isThrownBy(embedded::tcpPort);
      assertThat(embedded.describe()).isEqualTo("broker in this process");
    }
  }

  @Test
  void severalLiveSideBySide() throws JMSException {
    try (EmbeddedProvider other = EmbeddedProvider.inProcess()) {
      EmbeddedProvider.inProcess().close();
      try (Connection connection = other.connect()) {
        assertThat(connection.getMetaData().getJMSProviderName()).isEqualTo("ActiveMQ");
      }
    }
  }

  @Test
  void saysWhenThePortIsTaken() {
    try (EmbeddedProvider embedded = EmbeddedProvider.withTcp(0)) {
      int port = embedded.tcpPort();

      assertRefused(() -> EmbeddedProvider.withTcp(port), Integer.toString(port));
    }
  }
}
