package dev.sluice.jms.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.stats.DeliveryCounts;
import dev.sluice.core.time.NanoClock;
import dev.sluice.jms.SetClock;
import dev.sluice.jms.destination.DestinationPlan;
import dev.sluice.jms.provider.embedded.EmbeddedProvider;
import dev.sluice.jms.provider.embedded.EmbeddedSettings;
import jakarta.jms.BytesMessage;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.MapMessage;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.StreamMessage;
import jakarta.jms.TextMessage;
import java.time.Instant;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Messages stamped, sent through a broker in this process, and checked. */
class StampsTest {

  private static final int HERE = 1;
  private static final int ELSEWHERE = 2;
  private static final DeliverySpec VERIFY = new DeliverySpec(true, EndToEnd.OFF);

  private static EmbeddedProvider broker;
  private static Session session;
  private static MessageProducer producer;
  private static MessageConsumer consumer;

  private long nowNanos = 1_000_000_000;
  private final SentTotals totals = new SentTotals();
  private final Parts log = new Parts();
  private Delivery delivery;
  private ArrivalChecking checking;
  private SendStamps stamps;
  private ArrivalCheck arrivals;

  @BeforeAll
  static void connect() throws JMSException {
    broker = EmbeddedSettings.inProcess().create();
    Connection connection = broker.connect();
    session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
    Queue queue = session.createQueue("Q");
    producer = session.createProducer(queue);
    consumer = session.createConsumer(queue);
    connection.start();
  }

  @AfterAll
  static void disconnect() {
    broker.close();
  }

  @BeforeEach
  void startOver() {
    delivery = on(HERE);
    use(VERIFY);
  }

  @Test
  void everyKindOfMessageArrivesIntact() throws JMSException {
    BytesMessage bytes = session.createBytesMessage();
    bytes.writeBytes(new byte[20_000]);
    MapMessage map = session.createMapMessage();
    map.setLong("long", 5);
    map.setString("text", "häßlich");
    map.setBytes("bytes", new byte[] {1, 2, 3});
    map.setDouble("double", 0.1);
    map.setString("nothing", null);
    StreamMessage stream = session.createStreamMessage();
    stream.writeInt(5);
    stream.writeBytes(new byte[] {1, 2, 3});
    stream.writeString("text");
    stream.writeBoolean(true);

    pass(bytes);
    pass(session.createBytesMessage());
    pass(session.createTextMessage("häßlich".repeat(2000)));
    pass(session.createTextMessage(""));
    pass(session.createTextMessage());
    pass(map);
    pass(stream);
    pass(session.createObjectMessage("text"));
    pass(session.createObjectMessage(5L));
    pass(session.createMessage());

    assertThat(counts()).isEqualTo(new DeliveryCounts(10, 0, 0, 0, 0, 0, 0));
  }

  @Test
  void aMessageSentAgainIsStampedAgain() throws JMSException {
    BytesMessage message = session.createBytesMessage();
    message.writeBytes(new byte[100]);
    for (int i = 0; i < 100; i++) {
      pass(message);
    }

    assertThat(counts()).isEqualTo(new DeliveryCounts(100, 0, 0, 0, 0, 0, 0));
  }

  @Test
  void anotherBodyInTheSameMessageIsStampedIfThatIsSaid() throws JMSException {
    TextMessage message = session.createTextMessage("first");
    pass(message);
    message.setText("second");
    stamps.changed();
    pass(message);
    assertThat(counts().corrupt()).isZero();

    message.setText("third");
    pass(message);
    assertThat(counts().corrupt()).isEqualTo(1);
  }

  @Test
  void theBodyCanBeReadAfterTheCheck() throws JMSException {
    BytesMessage message = session.createBytesMessage();
    message.writeBytes(new byte[] {1, 2, 3});
    BytesMessage received = (BytesMessage) pass(message);

    assertThat(received.readByte()).isEqualTo((byte) 1);
  }

  @Test
  void everyDamageIsSeen() throws JMSException {
    TextMessage body = session.createTextMessage("body");
    stamps.stamp(body);
    body.setText("bodY");
    Message number = stamped();
    number.setLongProperty(StampProperty.NUMBER, 5_000_000);
    Message sender = stamped();
    sender.setStringProperty(StampProperty.FROM, sender.getStringProperty(StampProperty.FROM) + 1);
    Message sum = stamped();
    sum.setLongProperty(StampProperty.SUM, sum.getLongProperty(StampProperty.SUM) ^ (1L << 40));
    Message type = stamped();
    type.setStringProperty(StampProperty.NUMBER, "2");
    Message rest = session.createMessage();
    rest.setLongProperty(StampProperty.NUMBER, 6);

    for (Message damaged : new Message[] {body, number, sender, sum, type, rest}) {
      arrive(transport(damaged));
    }
    arrive(transport(session.createMessage()));

    assertThat(counts()).isEqualTo(new DeliveryCounts(6, 1, 0, 0, 0, 6, 0));
  }

  @Test
  void whatWasRolledBackIsNeitherLostNorDouble() throws JMSException {
    send(3);
    stamps.committed();
    stamps.stamp(session.createMessage()); // number 4, sent and rolled back
    stamps.stamp(session.createMessage()); // number 5, too
    stamps.rolledBack();
    send(2);
    stamps.committed();
    receive(3);
    arrivals.rolledBack();
    assertThat(counts().checked()).isZero();

    producer.send(again(1));
    producer.send(again(2));
    producer.send(again(3));
    receive(5);
    arrivals.committed();
    assertThat(counts().checked()).isEqualTo(5);
    assertThat(checking.finalCounts().orElseThrow().clean()).isTrue();
  }

  @Test
  void whatIsInDoubtIsPossiblyLost() throws JMSException {
    send(3);
    stamps.committed();
    stamps.stamp(session.createMessage()); // in doubt, and does not arrive
    stamps.inDoubt();
    send(1); // in doubt, and does arrive
    stamps.inDoubt();
    stamps.inDoubt(); // with nothing put since
    send(2);
    stamps.committed();
    receive(6);
    arrivals.committed();

    assertThat(checking.finalCounts().orElseThrow())
        .isEqualTo(new DeliveryCounts(6, 0, 0, 0, 0, 0, 0, 1, 0));
  }

  @Test
  void callsWithNothingToSettleChangeNothing() throws JMSException {
    stamps.inDoubt();
    stamps.rolledBack();
    stamps.committed();
    send(2);
    receive(2);
    arrivals.committed();
    arrivals.inDoubt();

    assertThat(totals.all()).hasSize(1);
    assertThat(counts().checked()).isEqualTo(2);
  }

  @Test
  void orderIsThatOfOneReceiver() throws JMSException {
    send(3);
    Message first = consumer.receive();
    Message second = consumer.receive();
    Message third = consumer.receive();
    ArrivalCheck other = checking.ofWorker(1);
    other.arrived(second, log);
    other.committed();
    arrivals.arrived(first, log);
    arrivals.committed();
    assertThat(counts().outOfOrder()).isZero();

    other.arrived(third, log);
    other.arrived(first, log); // a duplicate is nothing else besides
    other.committed();
    assertThat(counts().outOfOrder()).isZero();
    assertThat(counts().duplicates()).isEqualTo(1);
  }

  @Test
  void subscribersAreCheckedEachForItself() throws JMSException {
    checking = delivery.checking(VERIFY, Receivers.SUBSCRIBERS);
    ArrivalCheck one = checking.ofWorker(0);
    ArrivalCheck two = checking.ofWorker(1);
    send(3);
    for (int i = 1; i <= 3; i++) {
      Message message = consumer.receive();
      one.arrived(message, log);
      if (i != 2) {
        two.arrived(message, log);
      }
    }
    one.committed();
    two.committed();

    assertThat(counts()).isEqualTo(new DeliveryCounts(5, 0, 1, 0, 0, 0, 0));
  }

  /** Who asks ends before those that answer, so the last answers find nobody. */
  @Test
  void theLastAnswersAreNotLost() throws JMSException {
    ArrivalChecking answers = delivery.checking(VERIFY, Receivers.REQUESTERS);
    ArrivalCheck asker = answers.ofWorker(0);
    send(4);
    stamps.committed();
    for (int i = 1; i <= 4; i++) {
      Message message = consumer.receive();
      if (i == 1 || i == 3) {
        asker.arrived(message, log);
        arrivals.arrived(message, log);
      }
    }
    asker.committed();
    arrivals.committed();

    assertThat(answers.finalCounts().orElseThrow().lost()).isOne();
    assertThat(checking.finalCounts().orElseThrow().lost()).isEqualTo(2);
  }

  @Test
  void theTimeOnTheWayIsMeasured() throws JMSException {
    use(new DeliverySpec(false, EndToEnd.SAME_HOST));
    Message sent = session.createMessage();
    stamps.stamp(sent);
    Message received = transport(sent);
    nowNanos += 700;
    arrive(received);
    arrive(transport(session.createMessage()));

    assertThat(log.endToEndNanos()).containsExactly(700L);
    assertThat(checking.counts()).isEmpty();
  }

  @Test
  void theTimeOfAnotherHostIsLeftAside() throws JMSException {
    DeliverySpec sameHost = new DeliverySpec(false, EndToEnd.SAME_HOST);
    use(sameHost);
    stamps = on(ELSEWHERE).stamping(sameHost, "").ofWorker(0);
    pass(session.createMessage());

    assertThat(log.endToEndNanos()).isEmpty();
    assertThat(counts()).isEqualTo(new DeliveryCounts(0, 0, 0, 0, 0, 0, 0, 0, 1));
  }

  @Test
  void theTimeOfAnotherHostIsTakenIfAskedForAndMayBeNegative() throws JMSException {
    DeliverySpec across = new DeliverySpec(true, EndToEnd.ACROSS_HOSTS);
    use(across);
    stamps = on(ELSEWHERE).stamping(across, "run").ofWorker(0);
    Message message = session.createMessage();
    stamps.stamp(message);
    nowNanos -= 300;
    arrive(transport(message));

    assertThat(log.endToEndNanos()).containsExactly(-300L);
    assertThat(message.getStringProperty(StampProperty.FROM)).startsWith("run/");
    assertThat(counts()).isEqualTo(new DeliveryCounts(1, 0, 0, 0, 0, 0, 0));
  }

  @Test
  void withoutACheckMessagesAreLeftAlone() throws JMSException {
    use(DeliverySpec.OFF);
    Message message = session.createMessage();
    stamps.stamp(message);

    assertThat(message.propertyExists(StampProperty.FROM)).isFalse();
    assertThat(message.propertyExists(StampProperty.AT)).isFalse();
    assertThat(checking.counts()).isEmpty();
    assertThat(stamps).isSameAs(SendStamps.NONE);
    assertThat(arrivals).isSameAs(ArrivalCheck.NONE);
  }

  private Delivery on(int host) {
    NanoClock clock = new SetClock(() -> nowNanos);
    return new Delivery(
        totals, new Random(host), new WallClock(() -> Instant.ofEpochSecond(1), clock), host);
  }

  private void use(DeliverySpec spec) {
    stamps = delivery.stamping(spec, "").ofWorker(0);
    checking = delivery.checking(spec, Receivers.ofQueues(DestinationPlan.of("Q")));
    arrivals = checking.ofWorker(0);
  }

  private DeliveryCounts counts() {
    return checking.counts().orElseThrow();
  }

  private void send(int messages) throws JMSException {
    for (int i = 0; i < messages; i++) {
      Message message = session.createMessage();
      stamps.stamp(message);
      producer.send(message);
    }
  }

  private void receive(int messages) throws JMSException {
    for (int i = 0; i < messages; i++) {
      arrivals.arrived(consumer.receive(), log);
    }
  }

  /** The message with that number, as a broker delivers it again. */
  private Message again(long number) throws JMSException {
    String sender = totals.all().keySet().iterator().next();
    Message message = session.createMessage();
    message.setStringProperty(StampProperty.FROM, sender);
    message.setLongProperty(StampProperty.NUMBER, number);
    message.setLongProperty(StampProperty.SUM, StampSum.of(sender, number, 0));
    return message;
  }

  private Message stamped() throws JMSException {
    Message message = session.createMessage();
    stamps.stamp(message);
    return message;
  }

  private static Message transport(Message message) throws JMSException {
    producer.send(message);
    return consumer.receive();
  }

  private void arrive(Message received) {
    arrivals.arrived(received, log);
    arrivals.committed();
  }

  private Message pass(Message message) throws JMSException {
    stamps.stamp(message);
    Message received = transport(message);
    stamps.committed();
    arrive(received);
    return received;
  }
}
