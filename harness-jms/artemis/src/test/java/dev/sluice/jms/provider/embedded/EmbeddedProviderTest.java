package dev.sluice.jms.provider.embedded;

import static dev.sluice.jms.provider.RefusedSettings.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.sluice.jms.provider.Credentials;
import dev.sluice.jms.provider.JmsProvider;
import dev.sluice.jms.provider.artemis.ArtemisSettings;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import org.junit.jupiter.api.Test;

class EmbeddedProviderTest {

  @Test
  void isReachedByTcpOnlyIfAskedTo() throws JMSException {
    try (EmbeddedProvider embedded = EmbeddedSettings.withTcp(0).create();
        JmsProvider client =
            new ArtemisSettings("tcp://127.0.0.1:" + embedded.tcpPort(), Credentials.NONE)
                .create();
        Connection connection = client.connect()) {
      assertThat(connection.getMetaData().getJMSMajorVersion()).isEqualTo(3);
      assertThat(embedded.describe()).endsWith("tcp://127.0.0.1:" + embedded.tcpPort());
    }
    try (EmbeddedProvider embedded = EmbeddedSettings.inProcess().create()) {
      assertThatIllegalStateException().isThrownBy(embedded::tcpPort);
      assertThat(embedded.describe()).isEqualTo("broker in this process");
    }
  }

  @Test
  void severalLiveSideBySide() throws JMSException {
    try (EmbeddedProvider other = EmbeddedSettings.inProcess().create()) {
      EmbeddedSettings.inProcess().create().close();
      try (Connection connection = other.connect()) {
        assertThat(connection.getMetaData().getJMSProviderName()).isEqualTo("ActiveMQ");
      }
    }
  }

  @Test
  void saysWhenThePortIsTaken() {
    try (EmbeddedProvider embedded = EmbeddedSettings.withTcp(0).create()) {
      int port = embedded.tcpPort();

      assertRefused(() -> EmbeddedSettings.withTcp(port).create(), Integer.toString(port));
    }
  }
}
