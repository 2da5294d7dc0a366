package dev.sluice.jms.provider.artemis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.jms.provider.Failure;
import org.apache.activemq.artemis.api.core.ActiveMQInvalidTransientQueueUseException;
import org.apache.activemq.artemis.api.core.ActiveMQNotConnectedException;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import org.junit.jupiter.api.Test;

class ArtemisFailuresTest {

  @Test
  void aBrokerOfThisProcessHasNoHostThatCouldBeUnknown() {
    try (ActiveMQConnectionFactory factory = new ActiveMQConnectionFactory("vm://7")) {
      Failure failure =
          new ArtemisFailures(" at vm://7", factory)
              .explain(new ActiveMQNotConnectedException())
              .orElseThrow();
      assertThat(failure.cause()).isEqualTo("NOT_CONNECTED: no broker answered at vm://7");
    }
  }

  /** To try it again, as an orchestrator does after other failures, would not help. */
  @Test
  void anotherSubscriptionOfTheNameIsASetting() {
    try (ActiveMQConnectionFactory factory = new ActiveMQConnectionFactory("vm://7")) {
      Failure failure =
          new ArtemisFailures("", factory)
              .explain(new ActiveMQInvalidTransientQueueUseException("Queue one exists"))
              .orElseThrow();
      assertThat(failure.configuration()).isTrue();
      assertThat(failure.line())
          .endsWith("Queue one exists. End it, or use another --subscription.");
    }
  }
}
