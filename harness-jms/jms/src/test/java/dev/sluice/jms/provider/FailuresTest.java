package dev.sluice.jms.provider;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.jms.InvalidDestinationException;
import jakarta.jms.JMSException;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.JMSSecurityException;
import jakarta.jms.TransactionRolledBackException;
import java.io.IOException;
import java.net.ConnectException;
import java.util.Optional;
import javax.net.ssl.SSLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FailuresTest {

  private final Failures failures = new Failures();

  @Test
  void takesAnUnknownFailureForABrokenConnection() {
    Failure failure = failures.explain(new JMSException("it broke\nsomewhere", "X17"));

    assertThat(failure).isEqualTo(new Failure("JMSException X17: it broke", "", false, true));
  }

  @Test
  void looksInsideWrappedFailures() {
    JMSException failure = new JMSException("no");

    assertThat(failures.explain(new Exception("could not start", failure)))
        .isEqualTo(failures.explain(failure));
  }

  @Test
  void asksTheExplainersFirst() {
    Failure known = new Failure("known", "mend it", false, false);

    assertThat(
            new Failures(f -> Optional.empty(), f -> Optional.of(known))
                .explain(new JMSException("x")))
        .isEqualTo(known);
    assertThat(known.line()).isEqualTo("known. mend it");
  }

  /** As RabbitMQ's client says that its broker has no plug-in for delays. */
  @Test
  void knowsWhatABrokerDoesNotHaveByItsWords() {
    JMSRuntimeException delayed = new JMSRuntimeException("failed to declare exchange");
    delayed.initCause(
        new IOException(new IllegalStateException("503 unknown exchange type 'x-delayed'")));
    JMSException tls = new JMSException("no connection");
    tls.initCause(new SSLException("Unsupported or unrecognized SSL message"));

    assertThat(failures.explain(delayed).impossible()).isTrue();
    assertThat(failures.explain(tls).impossible()).isFalse();
  }

  /** As ActiveMQ Classic, Qpid and Open MQ say it. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "Could not create Transport. Reason: java.io.IOException: Transport scheme NOT recognized:"
            + " [tpc]",
        "Could not create Transport. Reason: java.io.IOException: Transport not scheme specified:"
            + " [host]",
        "Provider scheme NOT recognized: [tcp]",
        "[C4038]: java.net.MalformedURLException: Illegal address. Unknown address scheme : tcp://h"
      })
  void aUrlThatTheClientDoesNotKnowIsASetting(String said) {
    Failure failure = failures.explain(new JMSException(said));

    assertThat(failure.configuration()).isTrue();
    assertThat(failure.remedy()).startsWith("Check the URL");
  }

  /** As ActiveMQ Classic and Qpid say it. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "Disposed due to prior exception (IOException Unknown data type: 48)",
        "Frame size of 1 GB larger than max allowed 100 MB",
        "AMQP SASL header mismatch value 53, expecting 41. In state: HEADER0"
      })
  void anAnswerThatTheClientCannotReadIsOfAnotherKindOfServer(String said) {
    Failure failure = failures.explain(new JMSException(said));

    assertThat(failure.configuration()).isFalse();
    assertThat(failure.remedy()).startsWith("Check the port");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "java.util.NoSuchElementException: Pool exhausted",
        "Timeout waiting for idle object, borrowMaxWaitMillis=2000"
      })
  void aPoolThatIsTooSmallIsASetting(String said) {
    Failure failure = failures.explain(new jakarta.jms.IllegalStateException(said));

    assertThat(failure.configuration()).isTrue();
    assertThat(failure.remedy()).contains("raise its limits");
  }

  /** The shared connection of a pool. */
  private static final class UsedConnection {

    private static JMSException setClientID() {
      return new jakarta.jms.IllegalStateException("only after the connection is created");
    }
  }

  @Test
  void aPooledConnectionThatTakesNoClientIdIsAWrongSetting() {
    Failure explained = failures.explain(UsedConnection.setClientID());

    assertThat(explained.line())
        .startsWith("this client cannot take a client id: ")
        .endsWith("Leave out --client-id.");
    assertThat(explained.configuration()).as("so the exit code is 2").isTrue();
  }

  @Test
  void saysTheInnermostCauseUnlessTheFailureDoes() {
    JMSException bare = new JMSException(null);
    bare.initCause(new IllegalStateException("x", new RuntimeException("405 RESOURCE_LOCKED.")));
    JMSException full = new JMSException("no connection: refused");
    full.initCause(new ConnectException("refused"));

    assertThat(failures.explain(bare).cause())
        .isEqualTo("JMSException (RuntimeException 405 RESOURCE_LOCKED)");
    assertThat(failures.explain(full).cause()).isEqualTo("JMSException: no connection: refused");
  }

  @Test
  void putsOneFullStopBetweenCauseAndRemedy() {
    assertThat(new Failure("no queue 'X'.", "Define it.", true, false).line())
        .isEqualTo("no queue 'X'. Define it.");
    assertThat(new Failure("no queue 'X'.", "", true, false).line()).isEqualTo("no queue 'X'.");
  }

  @Test
  void findsWrongSettingsInTheChain() {
    RuntimeException failure =
        new IllegalStateException(new ConfigurationException("port 0: 1 to 65535"));

    assertThat(failures.explain(failure))
        .isEqualTo(new Failure("port 0: 1 to 65535", "", true, true));
  }

  @Test
  void knowsTheExceptionsOfTheJmsApi() {
    assertThat(failures.explain(new JMSSecurityException("no")))
        .isEqualTo(
            new Failure(
                "JMSSecurityException: no",
                "Check user, password and the broker's security settings.",
                true,
                true));
    assertThat(failures.explain(new InvalidDestinationException("no")))
        .isEqualTo(
            new Failure(
                "InvalidDestinationException: no",
                "Check its name; create it, or let the broker create it by itself.",
                true,
                true));
    assertThat(failures.explain(new TransactionRolledBackException("no")).connectionBroken())
        .isFalse();
  }

  @Test
  void survivesAFailureThatIsItsOwnCause() {
    JMSException failure = new JMSException("loop");
    failure.setLinkedException(failure);

    assertThat(CauseChain.of(failure)).containsExactly(failure);
  }
}
