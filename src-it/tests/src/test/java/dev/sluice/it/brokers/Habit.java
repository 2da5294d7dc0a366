package dev.sluice.it.brokers;

import jakarta.jms.DeliveryMode;
import jakarta.jms.JMSException;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import java.util.Locale;

/** A row of the table of clients: what a client does by itself, counted from outside of it. */
enum Habit {
  HOLDS("messages that an idle consumer holds", Habit::held),
  SENDS(
      "sends before the broker answers",
      (broker, queue) -> sentToNobody(broker, queue, DeliveryMode.NON_PERSISTENT)),
  SENDS_PERSISTENT(
      "`--persistent` sends before it answers",
      (broker, queue) -> sentToNobody(broker, queue, DeliveryMode.PERSISTENT)),
  RECEIVES_AGAIN("messages received again after a broken connection", Habit::receivedTwice),
  POLLS("requests a second of a waiting receive", Habit::requests);

  /** Counts it on a queue that nobody else uses. */
  @FunctionalInterface
  private interface Count {
    long count(TestedBroker broker, String queue) throws Exception;
  }

  /** Of the size that the program sends by itself. */
  private static final int MESSAGES = 2000;

  private static final int RECEIVE_MILLIS = 10_000; // longer than a broker needs to miss a client

  private final String title;

  @SuppressWarnings("ImmutableEnumChecker") // counts keep nothing
  private final Count count;

  Habit(String title, Count count) {
    this.title = title;
    this.count = count;
  }

  String title() {
    return title;
  }

  /** Counts it, and says so in words that the next count finds as well. */
  Outcome see(TestedBroker broker) throws Exception {
    long counted = count.count(broker, "Q.HABIT." + name().replace('_', '.'));
    if (counted >= MESSAGES - 1) {
      return Outcome.counted("any number");
    }
    if (this != POLLS && counted > 0 && counted < 100) {
      return Outcome.counted("under 100");
    }
    long unit = counted < 100 ? 1 : 200; // as sizes of headers vary
    return Outcome.counted(
        String.format(Locale.ROOT, "%,d", Math.round((double) counted / unit) * unit));
  }

  private static long held(TestedBroker broker, String queue) throws Exception {
    try (WatchedClient idle = filled(broker, queue)) {
      receiveOne(idle, idle.consumer());
      return MESSAGES - 1L - left(broker, queue);
    }
  }

  private static long receivedTwice(TestedBroker broker, String queue) throws Exception {
    long received;
    try (WatchedClient broken = filled(broker, queue)) {
      MessageConsumer consumer = broken.consumer();
      receiveOne(broken, consumer);
      broken.relay().silence();
      received = 1L + broken.returning(MESSAGES, () -> consumer.receive(RECEIVE_MILLIS));
    }
    return received + left(broker, queue) - MESSAGES;
  }

  private static long requests(TestedBroker broker, String queue) throws Exception {
    try (WatchedClient client = new WatchedClient(broker, queue)) {
      MessageConsumer consumer = client.consumer();
      client.settle();
      long before = client.relay().requests();
      client.call(() -> consumer.receive(RECEIVE_MILLIS));
      double aSecond = (client.relay().requests() - before) * 1000.0 / RECEIVE_MILLIS;
      return 10 * Math.round(aSecond / 10); // fewer are signs of life
    }
  }

  private static WatchedClient filled(TestedBroker broker, String queue) throws Exception {
    WatchedClient client = new WatchedClient(broker, queue);
    MessageProducer producer = client.producer(DeliveryMode.NON_PERSISTENT);
    int sent = client.returning(MESSAGES, () -> client.send(producer));
    client.settle();
    if (sent < MESSAGES) {
      throw new JMSException("no more than " + sent + " could be sent");
    }
    return client;
  }

  private static void receiveOne(WatchedClient client, MessageConsumer consumer) throws Exception {
    client.call(() -> consumer.receive(RECEIVE_MILLIS));
    client.settle();
  }

  /** What another client still gets of a queue. */
  private static int left(TestedBroker broker, String queue) throws Exception {
    try (WatchedClient other = new WatchedClient(broker, queue)) {
      MessageConsumer consumer = other.consumer();
      return other.returning(MESSAGES, () -> consumer.receive(RECEIVE_MILLIS));
    }
  }

  private static int sentToNobody(TestedBroker broker, String queue, int mode) throws Exception {
    try (WatchedClient client = new WatchedClient(broker, queue)) {
      MessageProducer producer = client.producer(mode);
      client.call(() -> client.send(producer));
      client.settle();
      client.relay().silence();
      return client.returning(MESSAGES, () -> client.send(producer));
    }
  }
}
