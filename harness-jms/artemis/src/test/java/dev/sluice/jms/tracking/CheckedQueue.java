package dev.sluice.jms.tracking;

import dev.sluice.core.stats.DeliveryCounts;
import dev.sluice.core.time.NanoClock;
import dev.sluice.jms.BrokerFixture;
import dev.sluice.jms.SetClock;
import dev.sluice.jms.WorkRecord;
import dev.sluice.jms.destination.DestinationPlan;
import dev.sluice.jms.tracking.ArrivalChecking.ArrivalCheck;
import dev.sluice.jms.tracking.DeliverySpec.EndToEnd;
import dev.sluice.jms.tracking.sequence.SentTotals;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import java.time.Instant;
import java.util.Random;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A queue of each test's own whose one sender stamps messages and whose one receiver checks them,
 * by a clock that the test sets.
 */
final class CheckedQueue implements BeforeEachCallback, AfterEachCallback {

  static final DeliverySpec VERIFY = new DeliverySpec(true, EndToEnd.OFF);

  private static final int HERE = 1;
  private static final int ELSEWHERE = 2;

  private final BrokerFixture broker;
  private final SentTotals totals = new SentTotals();
  private final WorkRecord told = new WorkRecord();
  private long nowNanos = 1_000_000_000;
  private final Delivery delivery = on(HERE);
  private Connection connection;
  private Session session;
  private MessageProducer producer;
  private MessageConsumer consumer;
  private ArrivalChecking checking;
  private TrackingProperties stamps;
  private ArrivalCheck arrivals;

  CheckedQueue(BrokerFixture broker) {
    this.broker = broker;
  }

  @Override
  public void beforeEach(ExtensionContext context) throws JMSException {
    connection = broker.provider().connect();
    session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
    Queue queue = session.createQueue(broker.newQueue().name());
    producer = session.createProducer(queue);
    consumer = session.createConsumer(queue);
    connection.start();
    use(VERIFY);
  }

  @Override
  public void afterEach(ExtensionContext context) throws JMSException {
    connection.close();
  }

  /** From now on the sender stamps, and the receiver checks, what this says. */
  void use(DeliverySpec spec) {
    stamps = delivery.stamping(spec, "").ofWorker(0);
    checking = delivery.checking(spec, Receivers.ofQueues(DestinationPlan.of("Q")));
    arrivals = checking.ofWorker(0);
  }

  /** From now on the sender is one on another host. */
  void sendFromElsewhere(DeliverySpec spec, String runId) {
    stamps = on(ELSEWHERE).stamping(spec, runId).ofWorker(0);
  }

  private Delivery on(int host) {
    NanoClock clock = new SetClock(() -> nowNanos);
    return new Delivery(
        totals,
        new Random(host),
        new WallClock(() -> Instant.ofEpochSecond(1), clock, host),
        Delivery.Role.ACCOUNT);
  }

  /** Makes messages. */
  Session session() {
    return session;
  }

  TrackingProperties stamps() {
    return stamps;
  }

  ArrivalCheck arrivals() {
    return arrivals;
  }

  ArrivalChecking checking() {
    return checking;
  }

  /** A check of the same messages besides that of this queue's receiver. */
  ArrivalChecking checking(Receivers receivers) {
    return delivery.checking(VERIFY, receivers);
  }

  DeliveryCounts counts() {
    return checking.counts().orElseThrow();
  }

  SentTotals totals() {
    return totals;
  }

  /** The receivers' reports about the messages. */
  WorkRecord told() {
    return told;
  }

  /** Time passes, or goes back. */
  void advance(long nanos) {
    nowNanos += nanos;
  }

  /** Stamps messages and puts them. */
  void send(int messages) throws JMSException {
    for (int i = 0; i < messages; i++) {
      Message message = stamped();
      producer.send(message);
      stamps.put(message);
    }
  }

  Message stamped() throws JMSException {
    Message message = session.createMessage();
    stamps.stamp(message);
    return message;
  }

  /** Puts the message with that number once more, as a broker may deliver it. */
  void sendAgain(long number) throws JMSException {
    String sender = totals.all().keySet().iterator().next();
    Message message = session.createMessage();
    message.setStringProperty(Stamp.FROM, sender);
    message.setLongProperty(Stamp.NUMBER, number);
    message.setLongProperty(Stamp.SUM, Stamp.sum(sender, number, 0));
    producer.send(message);
  }

  /** Gets messages and checks them. */
  void receive(int messages) throws JMSException {
    for (int i = 0; i < messages; i++) {
      arrivals.arrived(next(), told);
    }
  }

  /** Gets the next message. */
  Message next() throws JMSException {
    return consumer.receive();
  }

  /** Puts a message and gets it. */
  Message transport(Message message) throws JMSException {
    producer.send(message);
    return next();
  }

  /** Checks a message that was got, and settles it. */
  void arrive(Message received) {
    arrivals.arrived(received, told);
    arrivals.committed();
  }

  /** The whole way of a message; returns it as it was got. */
  Message pass(Message message) throws JMSException {
    stamps.stamp(message);
    Message received = transport(message);
    stamps.committed();
    arrive(received);
    return received;
  }
}
