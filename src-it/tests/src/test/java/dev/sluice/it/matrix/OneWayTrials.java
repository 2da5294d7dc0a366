package dev.sluice.it.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.stats.LatencyKind;
import dev.sluice.core.worker.WorkerFactory;
import dev.sluice.jms.destination.ConsumerPlan;
import dev.sluice.jms.destination.DestinationPlan;
import dev.sluice.jms.destination.SelectorPlan;
import dev.sluice.jms.tracking.ArrivalChecking;
import dev.sluice.jms.worker.AsyncSender;
import dev.sluice.jms.worker.Browser;
import dev.sluice.jms.worker.DeadLetterMonitor;
import dev.sluice.jms.worker.ListeningReceiver;
import dev.sluice.jms.worker.Receiver;
import dev.sluice.jms.worker.Sender;
import jakarta.jms.MessageConsumer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/** Workers that put messages, or find them. */
final class OneWayTrials {

  private static final int WINDOW = 4;

  private OneWayTrials() {}

  static void sender(Stand stand) throws Exception {
    DestinationPlan queues = stand.each("SENT");

    stand
        .run(stand.workload("senders", senders(stand, queues)))
        .did("senders", Stand.all(), sendersParts(stand));

    stand.assertFull(queues);
  }

  static void asyncSender(Stand stand) throws Exception {
    DestinationPlan queues = stand.each("SENT");
    WorkerFactory senders =
        AsyncSender.factory(
            new AsyncSender.Settings(stand.session(), queues, stand.outgoing(), WINDOW));

    stand.run(stand.workload("senders", senders)).did("senders", Stand.all(), Map.of());

    stand.assertFull(queues);
  }

  static void receiver(Stand stand) throws Exception {
    DestinationPlan queues = stand.each("WAITING");
    stand.fill(queues);

    stand
        .run(stand.workload("receivers", receivers(stand, queues)))
        .did("receivers", Stand.all(), receiversParts(stand));

    stand.assertEmpty(queues);
  }

  static void listeningReceiver(Stand stand) throws Exception {
    DestinationPlan queues = stand.each("WAITING");
    stand.fill(queues);
    stand.fill(queues); // as much as they take, and as much again
    WorkerFactory receivers =
        ListeningReceiver.factory(
            new ListeningReceiver.Settings(
                stand.session(), ConsumerPlan.of(queues), 1, ArrivalChecking.OFF));

    stand
        .run(stand.workload("receivers", receivers))
        .did("receivers", Stand.all(), stand.commits());

    stand.assertFull(queues);
  }

  static void publisher(Stand stand) throws Exception {
    DestinationPlan topics = stand.each("PRICES").asTopics();
    List<MessageConsumer> subscriptions = new ArrayList<>();
    for (String topic : topics.names()) {
      subscriptions.add(stand.depot().subscribe(topic));
    }

    stand
        .run(stand.workload("publishers", senders(stand, topics)))
        .did("publishers", Stand.all(), sendersParts(stand));

    for (MessageConsumer subscription : subscriptions) {
      assertThat(stand.depot().takeAll(subscription))
          .hasSize(Stand.COUNT)
          .allSatisfy(stand::assertOfTheMode);
      subscription.close();
    }
  }

  /** Each of them gets all that is published to its topic. */
  static void subscriber(Stand stand) throws Exception {
    DestinationPlan topic = stand.shared("PRICES").asTopics();

    stand
        .run(
            stand.workload("subscribers", receivers(stand, topic)).withCount(Stand.all()),
            stand.workload("publishers", senders(stand, topic)))
        .did("publishers", Stand.all(), sendersParts(stand))
        .did(
            "subscribers",
            Stand.WORKERS * Stand.all(),
            stand.inTransactions(
                Map.of(
                    LatencyKind.GET,
                    Stand.WORKERS * Stand.all(),
                    LatencyKind.COMMIT,
                    Stand.WORKERS * Stand.commitsFor(Stand.all()))));
  }

  static void browser(Stand stand) throws Exception {
    DestinationPlan queues = stand.each("LOOKED.AT");
    stand.fill(queues);
    WorkerFactory browsers =
        Browser.factory(
            new Browser.Settings(
                stand.session(), queues, SelectorPlan.ALL, Browser.Granularity.MESSAGE));

    stand.run(stand.workload("browsers", browsers)).did("browsers", Stand.all(), Map.of());

    stand.assertFull(queues);
  }

  static void deadLetterMonitor(Stand stand) throws Exception {
    DestinationPlan queues = stand.each("DEAD");
    stand.fill(queues);
    List<String> told = new CopyOnWriteArrayList<>();
    WorkerFactory monitors =
        DeadLetterMonitor.factory(
            new DeadLetterMonitor.Settings(stand.session(), queues, Stand.RECEIVE_TIMEOUT),
            told::add);

    stand.run(stand.workload("monitors", monitors)).did("monitors", Stand.all(), stand.commits());

    stand.assertEmpty(queues);
    assertThat(told)
        .containsOnlyOnce("dead letter: no reason given")
        .last()
        .isEqualTo("dead letters so far: " + Stand.all() + " x no reason given");
  }

  private static WorkerFactory senders(Stand stand, DestinationPlan to) {
    return Sender.factory(new Sender.Settings(stand.session(), to, stand.outgoing()));
  }

  private static Map<LatencyKind, Long> sendersParts(Stand stand) {
    return Parts.and(stand.commits(), stand.inTransactions(Map.of(LatencyKind.PUT, Stand.all())));
  }

  private static WorkerFactory receivers(Stand stand, DestinationPlan from) {
    return Receiver.factory(
        new Receiver.Settings(stand.session(), from, Stand.RECEIVE_TIMEOUT, ArrivalChecking.OFF));
  }

  private static Map<LatencyKind, Long> receiversParts(Stand stand) {
    return Parts.and(stand.commits(), stand.inTransactions(Map.of(LatencyKind.GET, Stand.all())));
  }
}
