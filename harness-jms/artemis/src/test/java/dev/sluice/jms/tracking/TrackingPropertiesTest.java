package dev.sluice.jms.tracking;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.stats.DeliveryCounts;
import dev.sluice.core.stats.DeliveryFigure;
import dev.sluice.jms.BrokerFixture;
import dev.sluice.jms.tracking.ArrivalChecking.ArrivalCheck;
import jakarta.jms.BytesMessage;
import jakarta.jms.JMSException;
import jakarta.jms.MapMessage;
import jakarta.jms.Message;
import jakarta.jms.StreamMessage;
import jakarta.jms.TextMessage;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Messages stamped, sent through a broker in this process, and checked. */
class TrackingPropertiesTest {

  @RegisterExtension static final BrokerFixture BROKER = new BrokerFixture();

  @RegisterExtension final CheckedQueue queue = new CheckedQueue(BROKER);

  @Test
  void everyKindOfMessageArrivesIntact() throws JMSException {
    BytesMessage bytes = queue.session().createBytesMessage();
    bytes.writeBytes(new byte[20_000]);
    MapMessage map = queue.session().createMapMessage();
    map.setLong("long", 5);
    map.setString("text", "häßlich");
    map.setBytes("bytes", new byte[] {1, 2, 3});
    map.setDouble("double", 0.1);
    map.setString("nothing", null);
    StreamMessage stream = queue.session().createStreamMessage();
    stream.writeInt(5);
    stream.writeBytes(new byte[] {1, 2, 3});
    stream.writeString("text");
    stream.writeBoolean(true);

    queue.pass(bytes);
    queue.pass(queue.session().createBytesMessage());
    queue.pass(queue.session().createTextMessage("häßlich".repeat(2000)));
    queue.pass(queue.session().createTextMessage(""));
    queue.pass(queue.session().createTextMessage());
    queue.pass(map);
    queue.pass(stream);
    queue.pass(queue.session().createObjectMessage("text"));
    queue.pass(queue.session().createObjectMessage(5L));
    queue.pass(queue.session().createMessage());

    assertThat(queue.counts()).isEqualTo(DeliveryCounts.of(Map.of(DeliveryFigure.CHECKED, 10L)));
  }

  @Test
  void aMessageSentAgainIsStampedAgain() throws JMSException {
    BytesMessage message = queue.session().createBytesMessage();
    message.writeBytes(new byte[100]);
    for (int i = 0; i < 100; i++) {
      queue.pass(message);
    }

    assertThat(queue.counts()).isEqualTo(DeliveryCounts.of(Map.of(DeliveryFigure.CHECKED, 100L)));
  }

  @Test
  void anotherBodyInTheSameMessageIsStampedIfThatIsSaid() throws JMSException {
    TextMessage message = queue.session().createTextMessage("first");
    queue.pass(message);
    message.setText("second");
    queue.stamps().changed();
    queue.pass(message);
    assertThat(queue.counts().get(DeliveryFigure.CORRUPT)).isZero();

    message.setText("third");
    queue.pass(message);
    assertThat(queue.counts().get(DeliveryFigure.CORRUPT)).isEqualTo(1);
  }

  @Test
  void theBodyCanBeReadAfterTheCheck() throws JMSException {
    BytesMessage message = queue.session().createBytesMessage();
    message.writeBytes(new byte[] {1, 2, 3});
    BytesMessage received = (BytesMessage) queue.pass(message);

    assertThat(received.readByte()).isEqualTo((byte) 1);
  }

  @Test
  void everyDamageIsSeen() throws JMSException {
    TextMessage body = queue.session().createTextMessage("body");
    queue.stamps().stamp(body);
    body.setText("bodY");
    Message number = queue.stamped();
    number.setLongProperty(Stamp.NUMBER, 5_000_000);
    Message sender = queue.stamped();
    sender.setStringProperty(Stamp.FROM, sender.getStringProperty(Stamp.FROM) + 1);
    Message sum = queue.stamped();
    sum.setLongProperty(Stamp.SUM, sum.getLongProperty(Stamp.SUM) ^ (1L << 40));
    Message type = queue.stamped();
    type.setStringProperty(Stamp.NUMBER, "2");
    Message rest = queue.session().createMessage();
    rest.setLongProperty(Stamp.NUMBER, 6);

    for (Message damaged : new Message[] {body, number, sender, sum, type, rest}) {
      queue.arrive(queue.transport(damaged));
    }
    queue.arrive(queue.transport(queue.session().createMessage()));

    assertThat(queue.counts())
        .isEqualTo(
            DeliveryCounts.of(
                Map.of(
                    DeliveryFigure.CHECKED,
                    6L,
                    DeliveryFigure.UNCHECKED,
                    1L,
                    DeliveryFigure.CORRUPT,
                    6L)));
  }

  @Test
  void withoutACheckMessagesAreLeftAlone() throws JMSException {
    queue.use(DeliverySpec.OFF);
    Message message = queue.session().createMessage();
    queue.stamps().stamp(message);

    assertThat(message.propertyExists(Stamp.FROM)).isFalse();
    assertThat(message.propertyExists(Stamp.AT)).isFalse();
    assertThat(queue.checking().counts()).isEmpty();
    assertThat(queue.stamps()).isSameAs(TrackingProperties.NONE);
    assertThat(queue.arrivals()).isSameAs(ArrivalCheck.NONE);
  }
}
