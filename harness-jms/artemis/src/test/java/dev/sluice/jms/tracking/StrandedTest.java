package dev.sluice.jms.tracking;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.stats.DeliveryCounts;
import dev.sluice.core.stats.DeliveryFigure;
import dev.sluice.jms.BrokerFixture;
import dev.sluice.jms.TestQueue;
import dev.sluice.jms.Waits;
import dev.sluice.jms.provider.Credentials;
import dev.sluice.jms.provider.JmsProvider;
import dev.sluice.jms.provider.artemis.ArtemisProvider;
import dev.sluice.jms.provider.idle.IdleProvider;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Lost is only what cannot arrive any more: what is missing is lost, or may still arrive. */
class StrandedTest {

  @RegisterExtension static final BrokerFixture BROKER = new BrokerFixture();

  private static final DeliveryCounts FOUND =
      DeliveryCounts.of(Map.of(DeliveryFigure.CHECKED, 5_000L, DeliveryFigure.LOST, 303L));

  @Test
  void whatLiesSomewhereIsNotLost() {
    DeliveryCounts counts = found(Map.of("QM01 TXQ1", 3_162L, "QM02 TXQ1", 0L));
    assertThat(counts.lost()).isZero();
    assertThat(counts.get(DeliveryFigure.NOT_ARRIVED)).isEqualTo(303);
    assertThat(counts.whereabouts()).isEqualTo("QM01 TXQ1: 3162");
    assertThat(counts.clean()).isFalse();
    assertThat(counts.findings()).contains(DeliveryFigure.NOT_ARRIVED, DeliveryFigure.LOST);
  }

  @Test
  void whatNoMessageStandsForIsLost() {
    DeliveryCounts counts = found(Map.of("QM01 TXQ1", 100L, "QM02 TXQ1", 3L));
    assertThat(counts.lost()).isEqualTo(200);
    assertThat(counts.get(DeliveryFigure.NOT_ARRIVED)).isEqualTo(103);
    assertThat(found(Map.of("QM01 TXQ1", 0L))).isEqualTo(FOUND);
    assertThat(found(Map.of())).isEqualTo(FOUND);
  }

  @Test
  void whoDoesNotAnswerMayHaveAllOfIt() {
    DeliveryCounts counts = found(Map.of("QM01 TXQ1", 0L, "QM02 TXQ1", -1L));
    assertThat(counts.lost()).isZero();
    assertThat(counts.get(DeliveryFigure.NOT_ARRIVED)).isEqualTo(303);
    assertThat(counts.whereabouts()).isEqualTo("QM02 TXQ1: no answer");
  }

  @Test
  void theBrokerSaysWhatLiesInItsQueues() throws Exception {
    TestQueue queue = BROKER.newQueue();
    queue.fill(7);
    assertThat(Stranded.inQueues(BROKER.provider(), List.of(queue.name()), Waits.AMPLE).messages())
        .isEqualTo(Map.of(queue.name(), 7L));
    assertThat(
            Stranded.inQueues(BROKER.provider(), List.of("NONE", queue.name()), Waits.AMPLE)
                .messages())
        .isEqualTo(Map.of(queue.name(), 7L));
  }

  @Test
  void aProviderThatCannotTellMayHoldAllOfIt() {
    try (JmsProvider idle = new IdleProvider()) {
      assertThat(Stranded.inQueues(idle, List.of("Q"), Waits.AMPLE).messages())
          .isEqualTo(Map.of("Q", -1L));
    }
  }

  /** One that is dead, and one that takes a connection and says nothing. */
  @Test
  void aBrokerThatDoesNotAnswerMayHoldAllOfIt() throws Exception {
    try (ServerSocket mute = new ServerSocket(0)) {
      try (JmsProvider silent = artemis(mute.getLocalPort())) {
        assertThat(Stranded.inQueues(silent, List.of("Q"), Duration.ofMillis(1)).messages())
            .isEqualTo(Map.of("Q", -1L));
      }
    }
    int port;
    try (ServerSocket closed = new ServerSocket(0)) {
      port = closed.getLocalPort();
    }
    try (JmsProvider dead = artemis(port)) {
      assertThat(Stranded.inQueues(dead, List.of("Q"), Waits.AMPLE).messages())
          .isEqualTo(Map.of("Q", -1L));
    }
  }

  private static JmsProvider artemis(int port) {
    return new ArtemisProvider("tcp://127.0.0.1:" + port, Credentials.NONE);
  }

  private static DeliveryCounts found(Map<String, Long> depths) {
    Stranded stranded = () -> depths;
    return Stranded.tellApart(FOUND, stranded.messages());
  }
}
