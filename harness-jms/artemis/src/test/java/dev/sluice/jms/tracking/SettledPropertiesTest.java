package dev.sluice.jms.tracking;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.stats.DeliveryCounts;
import dev.sluice.core.stats.DeliveryFigure;
import dev.sluice.jms.BrokerFixture;
import jakarta.jms.JMSException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The check of messages that were rolled back or are in doubt. */
class SettledPropertiesTest {

  @RegisterExtension static final BrokerFixture BROKER = new BrokerFixture();

  @RegisterExtension final CheckedQueue queue = new CheckedQueue(BROKER);

  @Test
  void whatWasRolledBackIsNeitherLostNorDouble() throws JMSException {
    queue.send(3);
    queue.stamps().committed();
    queue.stamps().stamp(queue.session().createMessage()); // number 4, sent and rolled back
    queue.stamps().stamp(queue.session().createMessage()); // number 5, too
    queue.stamps().rolledBack();
    queue.send(2);
    queue.stamps().committed();
    queue.receive(3);
    queue.arrivals().rolledBack();
    assertThat(queue.counts().get(DeliveryFigure.CHECKED)).isZero();

    queue.sendAgain(1);
    queue.sendAgain(2);
    queue.sendAgain(3);
    queue.receive(5);
    queue.arrivals().committed();
    assertThat(queue.counts().get(DeliveryFigure.CHECKED)).isEqualTo(5);
    assertThat(queue.checking().finalCounts().orElseThrow().clean()).isTrue();
  }

  @Test
  void whatIsInDoubtIsPossiblyLost() throws JMSException {
    queue.send(3);
    queue.stamps().committed();
    queue.stamps().stamp(queue.session().createMessage()); // in doubt, and does not arrive
    queue.stamps().inDoubt();
    queue.send(1); // in doubt, and does arrive
    queue.stamps().inDoubt();
    queue.stamps().inDoubt(); // with nothing put since
    queue.send(2);
    queue.stamps().committed();
    queue.receive(6);
    queue.arrivals().committed();

    assertThat(queue.checking().finalCounts().orElseThrow())
        .isEqualTo(
            DeliveryCounts.of(
                Map.of(DeliveryFigure.CHECKED, 6L, DeliveryFigure.POSSIBLY_LOST, 1L)));
  }

  @Test
  void callsWithNothingToSettleChangeNothing() throws JMSException {
    queue.stamps().inDoubt();
    queue.stamps().rolledBack();
    queue.stamps().committed();
    queue.send(2);
    queue.receive(2);
    queue.arrivals().committed();
    queue.arrivals().inDoubt();

    assertThat(queue.totals().all()).hasSize(1);
    assertThat(queue.counts().get(DeliveryFigure.CHECKED)).isEqualTo(2);
  }
}
