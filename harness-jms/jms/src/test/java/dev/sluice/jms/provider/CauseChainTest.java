package dev.sluice.jms.provider;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.jms.JMSException;
import org.junit.jupiter.api.Test;

class CauseChainTest {

  @Test
  void linkedExceptionsComeBeforeCauses() {
    JMSException failure = new JMSException("outermost");
    Exception linked = new Exception("linked", new Exception("cause of linked"));
    failure.setLinkedException(linked);
    failure.initCause(new Exception("cause", linked));
    assertThat(CauseChain.of(failure))
        .extracting(Throwable::getMessage)
        .containsExactly("outermost", "linked", "cause of linked", "cause");
  }

  @Test
  void aChainOfTwentyThousandIsLookedThroughAsFarAsIsOfUse() {
    Throwable failure = new Exception("innermost");
    for (int i = 0; i < 20_000; i++) {
      failure = new Exception("address " + i, failure);
    }
    assertThat(CauseChain.of(failure)).hasSize(1_000).first().isSameAs(failure);
  }
}
