package dev.sluice.jms.tracking;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.stats.DeliveryCounts;
import dev.sluice.core.stats.DeliveryFigure;
import dev.sluice.core.stats.LatencyKind;
import dev.sluice.jms.BrokerFixture;
import dev.sluice.jms.tracking.DeliverySpec.EndToEnd;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The time of messages on their way, by the clocks of one host and of two. */
class EndToEndTest {

  @RegisterExtension static final BrokerFixture BROKER = new BrokerFixture();

  @RegisterExtension final CheckedQueue queue = new CheckedQueue(BROKER);

  @Test
  void theTimeOnTheWayIsMeasured() throws JMSException {
    queue.use(new DeliverySpec(false, EndToEnd.SAME_HOST));
    Message sent = queue.session().createMessage();
    queue.stamps().stamp(sent);
    Message received = queue.transport(sent);
    queue.advance(700);
    queue.arrive(received);
    queue.arrive(queue.transport(queue.session().createMessage()));

    assertThat(queue.told().nanosOf(LatencyKind.END_TO_END)).containsExactly(700L);
    assertThat(queue.checking().counts()).isEmpty();
  }

  @Test
  void theTimeOfAnotherHostIsIgnored() throws JMSException {
    DeliverySpec sameHost = new DeliverySpec(false, EndToEnd.SAME_HOST);
    queue.use(sameHost);
    queue.sendFromElsewhere(sameHost, "");
    queue.pass(queue.session().createMessage());

    assertThat(queue.told().nanosOf(LatencyKind.END_TO_END)).isEmpty();
    assertThat(queue.counts())
        .isEqualTo(DeliveryCounts.of(Map.of(DeliveryFigure.OTHER_CLOCKS, 1L)));
  }

  @Test
  void theTimeOfAnotherHostIsTakenIfAskedForAndMayBeNegative() throws JMSException {
    DeliverySpec across = new DeliverySpec(true, EndToEnd.ACROSS_HOSTS);
    queue.use(across);
    queue.sendFromElsewhere(across, "run");
    Message message = queue.session().createMessage();
    queue.stamps().stamp(message);
    queue.advance(-300);
    queue.arrive(queue.transport(message));

    assertThat(queue.told().nanosOf(LatencyKind.END_TO_END)).containsExactly(-300L);
    assertThat(message.getStringProperty(Stamp.FROM)).startsWith("run/");
    assertThat(queue.counts()).isEqualTo(DeliveryCounts.of(Map.of(DeliveryFigure.CHECKED, 1L)));
  }
}
