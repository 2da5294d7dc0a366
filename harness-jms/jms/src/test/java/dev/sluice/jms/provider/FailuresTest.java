package dev.sluice.jms.provider;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.jms.InvalidDestinationException;
import jakarta.jms.JMSException;
import jakarta.jms.JMSSecurityException;
import jakarta.jms.TransactionRolledBackException;
import java.util.Optional;
import org.junit.jupiter.api.Test;

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
    assertThat(failures.explain(new JMSSecurityException("no")).configuration()).isTrue();
    assertThat(failures.explain(new InvalidDestinationException("no")).configuration()).isTrue();
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
