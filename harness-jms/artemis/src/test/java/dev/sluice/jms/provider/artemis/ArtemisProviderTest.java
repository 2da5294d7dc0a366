package dev.sluice.jms.provider.artemis;

import static dev.sluice.jms.provider.RefusedSettings.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.sluice.jms.provider.Credentials;
import dev.sluice.jms.provider.Failure;
import dev.sluice.jms.provider.JmsProvider;
import dev.sluice.jms.provider.Secret;
import dev.sluice.jms.provider.embedded.EmbeddedProvider;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import org.apache.activemq.artemis.api.core.ActiveMQException;
import org.apache.activemq.artemis.api.core.ActiveMQExceptionType;
import org.apache.activemq.artemis.jms.client.ActiveMQConnection;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ArtemisProviderTest {

  @Test
  void nobodyListens() throws IOException {
    String url = "tcp://127.0.0.1:" + freePort();
    try (JmsProvider provider = new ArtemisProvider(url, Credentials.NONE)) {
      Throwable failure = catchThrowable(provider::connect);

      Failure explained = provider.explain(failure);

      assertThat(failure).isInstanceOf(JMSException.class);
      assertThat(explained.cause()).isEqualTo("NOT_CONNECTED: no broker answered at " + url);
      assertThat(explained.configuration()).isFalse();
      assertThat(explained.connectionBroken()).isTrue();
    }
  }

  @Test
  void theHostHasNoAddress() {
    String url = "(tcp://no-such-host.invalid:61616,tcp://none.invalid:61616)";
    try (JmsProvider provider = new ArtemisProvider(url, Credentials.NONE)) {
      Failure explained = provider.explain(catchThrowable(provider::connect));

      assertThat(explained.cause())
          .isEqualTo("NOT_CONNECTED: unknown host no-such-host.invalid, none.invalid at " + url);
      assertThat(explained.configuration()).isFalse();
      assertThat(explained.outcomeUnknown()).isFalse();
    }
  }

  /** A window changes more than sends: what a closed consumer gives back takes longer. */
  @Test
  void onlyConnectionsThatAreToConfirmSendsHaveAWindow() throws Exception {
    try (EmbeddedProvider broker = EmbeddedProvider.withTcp(0);
        JmsProvider provider =
            new ArtemisProvider("tcp://127.0.0.1:" + broker.tcpPort(), Credentials.NONE);
        Connection first = provider.connect()) {
      provider.confirmSends();
      try (Connection later = provider.connect()) {
        assertThat(window(first)).isNegative();
        assertThat(window(later)).isPositive();
      }
    }
  }

  @Test
  void connectionsThatReconnectByThemselvesTakeAClientId() throws Exception {
    try (EmbeddedProvider broker = EmbeddedProvider.withTcp(0);
        JmsProvider provider =
            new ArtemisProvider(
                "tcp://127.0.0.1:" + broker.tcpPort() + "?reconnectAttempts=-1", Credentials.NONE);
        Connection connection = provider.connect()) {
      connection.setClientID("prices");

      assertThat(connection.getClientID()).isEqualTo("prices");
    }
  }

  private static int window(Connection of) {
    return ((ActiveMQConnection) of)
        .getSessionFactory()
        .getServerLocator()
        .getConfirmationWindowSize();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "not a url",
        "tpc://h:1",
        "tcp://h",
        "tcp://h:x",
        "(tcp://h:1,tcp://h:70000)?ha=true"
      })
  void theUrlIsNone(String url) {
    assertRefused(
        () -> new ArtemisProvider(url, Credentials.NONE), "'" + url + "'", "tcp://host:61616");
  }

  @Test
  void describesItselfWithoutSecrets() {
    String url = "tcp://127.0.0.1:61616?sslEnabled=false&trustStorePassword=pa55word&user=u";
    try (JmsProvider provider =
        new ArtemisProvider(url, new Credentials("app", Secret.of("pa55word")))) {
      assertThat(provider.describe())
          .contains("tcp://127.0.0.1:61616", "trustStorePassword=***&user=u", "user app")
          .doesNotContain("pa55word");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "ADDRESS_FULL, false, false",
    "TRANSACTION_ROLLED_BACK, false, false",
    "CONNECTION_TIMEDOUT, false, false",
    "UNBLOCKED, false, false",
    "DISCONNECTED, false, true",
    "OBJECT_CLOSED, false, true",
    "SECURITY_EXCEPTION, true, true",
    "QUEUE_DOES_NOT_EXIST, true, true",
    "INTERNAL_ERROR, false, true"
  })
  void explainsItsFailures(
      ActiveMQExceptionType type, boolean configuration, boolean connectionBroken) {
    JMSException failure = new JMSException("outer");
    failure.initCause(new ActiveMQException(type, "inner"));

    Failure explained = new ArtemisFailures("", null).explain(failure).orElseThrow();

    assertThat(explained.cause()).startsWith(type.name() + ": ");
    assertThat(explained.configuration()).isEqualTo(configuration);
    assertThat(explained.connectionBroken()).isEqualTo(connectionBroken);
  }

  @Test
  void leavesOtherFailuresToOthers() {
    assertThat(new ArtemisFailures("", null).explain(new JMSException("other"))).isEmpty();
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
