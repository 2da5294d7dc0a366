package dev.sluice.jms.tracking;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.stats.DeliveryCounts;
import dev.sluice.core.stats.DeliveryFigure;
import dev.sluice.jms.BrokerFixture;
import dev.sluice.jms.destination.DestinationPlan;
import dev.sluice.jms.tracking.ArrivalChecking.ArrivalCheck;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Checks of several receivers, by what each of them should get. */
class ReceiversTest {

  @RegisterExtension static final BrokerFixture BROKER = new BrokerFixture();

  @RegisterExtension final CheckedQueue queue = new CheckedQueue(BROKER);

  @Test
  void orderIsThatOfOneReceiver() throws JMSException {
    queue.send(3);
    Message first = queue.next();
    Message second = queue.next();
    Message third = queue.next();
    ArrivalCheck other = queue.checking().ofWorker(1);
    other.arrived(second, queue.told());
    other.committed();
    queue.arrivals().arrived(first, queue.told());
    queue.arrivals().committed();
    assertThat(queue.counts().get(DeliveryFigure.OUT_OF_ORDER)).isZero();

    other.arrived(third, queue.told());
    other.arrived(first, queue.told()); // a duplicate is nothing else besides
    other.committed();
    assertThat(queue.counts().get(DeliveryFigure.OUT_OF_ORDER)).isZero();
    assertThat(queue.counts().get(DeliveryFigure.DUPLICATES)).isEqualTo(1);
  }

  @Test
  void subscribersAreCheckedEachForItself() throws JMSException {
    ArrivalChecking checking =
        queue.checking(Receivers.ofTopics(DestinationPlan.of("T").asTopics()));
    ArrivalCheck one = checking.ofWorker(0);
    ArrivalCheck two = checking.ofWorker(1);
    queue.send(3);
    for (int i = 1; i <= 3; i++) {
      Message message = queue.next();
      one.arrived(message, queue.told());
      if (i != 2) {
        two.arrived(message, queue.told());
      }
    }
    one.committed();
    two.committed();

    assertThat(checking.counts().orElseThrow())
        .isEqualTo(DeliveryCounts.of(Map.of(DeliveryFigure.CHECKED, 5L, DeliveryFigure.LOST, 1L)));
  }

  /** Who asks ends before those that answer, so the last answers find nobody. */
  @Test
  void theLastAnswersAreNotLost() throws JMSException {
    ArrivalChecking answers = queue.checking(Receivers.REQUESTERS);
    ArrivalCheck asker = answers.ofWorker(0);
    queue.send(4);
    queue.stamps().committed();
    for (int i = 1; i <= 4; i++) {
      Message message = queue.next();
      if (i == 1 || i == 3) {
        asker.arrived(message, queue.told());
        queue.arrivals().arrived(message, queue.told());
      }
    }
    asker.committed();
    queue.arrivals().committed();

    assertThat(answers.finalCounts().orElseThrow().lost()).isOne();
    assertThat(queue.checking().finalCounts().orElseThrow().lost()).isEqualTo(2);
  }
}
