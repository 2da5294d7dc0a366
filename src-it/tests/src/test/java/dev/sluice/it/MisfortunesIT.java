package dev.sluice.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.result.Summary;
import dev.sluice.core.run.RateTarget;
import dev.sluice.core.run.WorkloadSpec;
import dev.sluice.core.worker.ConnectionWatch.ConnectionChange;
import dev.sluice.core.worker.WorkerFactory;
import dev.sluice.jms.destination.DestinationPlan;
import dev.sluice.jms.message.BodyKind;
import dev.sluice.jms.message.CorrelationForm;
import dev.sluice.jms.message.MessageSpec;
import dev.sluice.jms.provider.JmsProvider;
import dev.sluice.jms.provider.ibmmq.Reconnect.ReconnectOption;
import dev.sluice.jms.session.PutOptions;
import dev.sluice.jms.session.SessionSettings;
import dev.sluice.jms.tracking.ArrivalChecking;
import dev.sluice.jms.worker.DeadLetterMonitor;
import dev.sluice.jms.worker.OutgoingMessage;
import dev.sluice.jms.worker.Passing;
import dev.sluice.jms.worker.Receiver;
import dev.sluice.jms.worker.Requester;
import dev.sluice.jms.worker.Requester.ReplyPlace;
import dev.sluice.jms.worker.Responder;
import dev.sluice.jms.worker.RoundTrip;
import dev.sluice.jms.worker.RoundTrip.CommitOn;
import dev.sluice.jms.worker.RoundTrip.ReplyMatch;
import dev.sluice.jms.worker.Sender;
import dev.sluice.jms.worker.Work;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Failures around workers do not end a run: they are counted, overcome and reported. */
class MisfortunesIT {

  private static final int WORKERS = 2;
  private static final double RATE_PER_SECOND = 50;
  private static final Duration RECEIVE_TIMEOUT = Duration.ofMillis(250);
  private static final CorrelationForm IDS = new CorrelationForm(true, "own");
  private static final DestinationPlan REQUESTS = DestinationPlan.of("REQUEST");
  private static final DestinationPlan REPLIES = DestinationPlan.of("REPLY");
  private static final DestinationPlan ONE_WAY = DestinationPlan.of("ONE.WAY");

  static Stream<Arguments> brokersAndWhoReconnects() {
    return Stream.concat(
        LiveBroker.kinds(),
        Stream.of(
            Arguments.of(
                "simulated queue manager whose client reconnects",
                (LiveBroker.Maker) () -> new LiveQueueManager(ReconnectOption.ANY))));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("dev.sluice.it.LiveBroker#kinds")
  void requestersOutliveTheirResponders(String name, LiveBroker.Maker maker) throws Exception {
    try (LiveBroker broker = maker.make()) {
      JmsProvider provider = broker.provider();
      LiveHarness requesting = new LiveHarness(requesters(provider));
      awaitTimeouts(requesting, 1);

      LiveHarness responding = new LiveHarness(responders(provider).withDrain(Duration.ZERO));
      requesting.awaitProgress(20);
      long answered = responding.stop().workloads().get(0).whole().counts().iterations();
      awaitTimeouts(requesting, 2);
      LiveHarness again = new LiveHarness(responders(provider));
      requesting.awaitProgress(20);
      Summary summary = requesting.stop();
      Summary.Workload requesters = summary.workloads().get(0);
      long answeredAgain = again.stop().workloads().get(0).whole().counts().iterations();

      assertThat(requesters.whole().end().errorsByCause())
          .containsOnlyKeys("no answer within 250 ms");
      assertThat(requesters.workersLost()).isZero();
      assertThat(requesters.reconnects().count()).isZero();
      assertThat(requesters.whole().counts().inDoubt()).isZero();
      assertThat(summary.clean()).isFalse();
      // each request was answered in the end, and those that came to nothing too late
      assertThat(answered + answeredAgain)
          .isBetween(
              requesters.whole().counts().iterations() + requesters.errors(),
              requesters.whole().counts().iterations() + requesters.errors() + WORKERS);
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("brokersAndWhoReconnects")
  void everyWorkerOutlivesItsBroker(String name, LiveBroker.Maker maker) throws Exception {
    try (LiveBroker broker = maker.make()) {
      JmsProvider provider = broker.provider();
      LiveHarness harness =
          new LiveHarness(
              senders(provider), receivers(provider), requesters(provider), responders(provider));
      harness.awaitProgress(20);

      broker.kill();
      harness.await("the loss to be seen", () -> losses(harness) == 4 * WORKERS);
      broker.start();
      harness.await(
          "all connections to be back",
          () ->
              harness.control().status().workloads().stream()
                  .allMatch(w -> w.connections().reconnects() >= WORKERS));
      harness.awaitProgress(20);
      Summary summary = harness.stop();

      for (Summary.Workload workload : summary.workloads()) {
        assertThat(workload.workersLost()).as(workload.name()).isZero();
        assertThat(workload.reconnects().notBack()).as(workload.name()).isZero();
        assertThat(workload.reconnects().count())
            .as(workload.name())
            .isGreaterThanOrEqualTo(WORKERS);
        assertThat(workload.reconnects().p50Nanos()).as(workload.name()).isPositive();
      }
      assertThat(summary.endReason()).isEqualTo("the test is over");
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("dev.sluice.it.LiveBroker#kinds")
  void aPoisonMessageBecomesADeadLetterAndTheOthersAreReceived(String name, LiveBroker.Maker maker)
      throws Exception {
    int good = 20;
    try (LiveBroker broker = maker.make()) {
      JmsProvider provider = broker.provider();
      putAround(provider, good / 2, PoisonedProvider.POISON);
      List<String> told = new CopyOnWriteArrayList<>();

      LiveHarness harness =
          new LiveHarness(receivers(PoisonedProvider.of(provider)), monitor(broker, told::add));
      harness.await("the dead letter", () -> harness.status("monitors").iterations() == 1);
      harness.await("the others", () -> harness.status("receivers").iterations() == good);
      putAround(provider, good / 2, "HARMLESS");
      harness.await("more", () -> harness.status("receivers").iterations() == 2 * good + 1);
      Summary summary = harness.stop();

      Summary.Workload receivers = summary.workloads().get(0);
      assertThat(receivers.whole().end().errorsByCause())
          .containsExactly(
              Map.entry(
                  "MessageFormatException: " + PoisonedProvider.COMPLAINT,
                  (long) broker.deliveries()));
      assertThat(receivers.whole().counts().iterations()).isEqualTo(2 * good + 1);
      assertThat(receivers.workersLost()).isZero();
      assertThat(receivers.reconnects().count()).isZero();
      assertThat(summary.workloads().get(1).whole().counts().iterations()).isEqualTo(1);
      assertThat(told).anyMatch(line -> line.startsWith("dead letters so far: 1 x "));
    }
  }

  /** One that does not say where to is one, and done with. */
  @ParameterizedTest(name = "{0}")
  @MethodSource("dev.sluice.it.LiveBroker#kinds")
  void aRequestThatCannotBeAnsweredIsCountedAndDoneWith(String name, LiveBroker.Maker maker)
      throws Exception {
    try (LiveBroker broker = maker.make()) {
      JmsProvider provider = broker.provider();
      put(provider, REQUESTS, Collections.nCopies(3, "LOST"));

      LiveHarness harness = new LiveHarness(requesters(provider), responders(provider));
      harness.await(
          "the failures", () -> harness.status("responders").errorsByCause().containsValue(3L));
      harness.awaitProgress(20);
      Summary.Workload responders = harness.stop().workloads().get(1);

      assertThat(responders.whole().end().errorsByCause())
          .containsExactly(Map.entry("a request without JMSReplyTo", 3L));
      assertThat(responders.workersLost()).isZero();
      assertThat(responders.reconnects().count()).isZero();
    }
  }

  private static void awaitTimeouts(LiveHarness requesting, int more) throws Exception {
    long before = timeouts(requesting);
    requesting.await("time-outs", () -> timeouts(requesting) >= before + more);
  }

  private static long timeouts(LiveHarness requesting) {
    return requesting.status("requesters").errorsByCause().values().stream()
        .mapToLong(Long::longValue)
        .sum();
  }

  /** How many workers have lost their connection. */
  private static long losses(LiveHarness harness) {
    return harness.connectionEvents().stream()
        .filter(event -> event.change().transition() == ConnectionChange.Transition.LOST)
        .map(event -> event.workload() + event.worker())
        .distinct()
        .count();
  }

  private static WorkloadSpec senders(JmsProvider provider) {
    return workload(
        "senders",
        Sender.factory(new Sender.Settings(SessionSettings.of(provider), ONE_WAY, outgoing())),
        RATE_PER_SECOND);
  }

  /** In transactions, so that what they cannot take is delivered again. */
  private static WorkloadSpec receivers(JmsProvider provider) {
    return workload(
        "receivers",
        Receiver.factory(
            new Receiver.Settings(
                SessionSettings.of(provider).transacted(1),
                ONE_WAY,
                RECEIVE_TIMEOUT,
                ArrivalChecking.OFF)),
        0);
  }

  /** Each reply is known by its request, so that one that comes late is not taken for another. */
  private static WorkloadSpec requesters(JmsProvider provider) {
    return workload(
        "requesters",
        Requester.factory(
            new Requester.Settings(
                new RoundTrip(
                    SessionSettings.of(provider),
                    outgoing(),
                    RECEIVE_TIMEOUT,
                    true,
                    CommitOn.BOTH,
                    IDS,
                    "",
                    ArrivalChecking.OFF),
                REQUESTS,
                REPLIES,
                ReplyPlace.FIXED,
                ReplyMatch.MESSAGE,
                Optional.empty())),
        RATE_PER_SECOND);
  }

  private static WorkloadSpec responders(JmsProvider provider) {
    return workload(
            "responders",
            Responder.factory(
                new Responder.Settings(
                    new Passing(
                        SessionSettings.of(provider),
                        REQUESTS,
                        false,
                        outgoing(),
                        RECEIVE_TIMEOUT,
                        Work.NONE,
                        false,
                        ArrivalChecking.OFF),
                    Optional.empty(),
                    false,
                    ReplyMatch.MESSAGE)),
            0)
        .withDrain(RECEIVE_TIMEOUT);
  }

  private static WorkloadSpec monitor(LiveBroker broker, Consumer<String> told) {
    return WorkloadSpec.of(
        "monitors",
        DeadLetterMonitor.factory(
            new DeadLetterMonitor.Settings(
                SessionSettings.of(broker.provider()),
                DestinationPlan.of(broker.deadLetterQueue()),
                RECEIVE_TIMEOUT),
            told),
        1,
        RateTarget.asFastAsPossible());
  }

  private static OutgoingMessage outgoing() {
    return new OutgoingMessage(new MessageSpec(BodyKind.BYTES, 100), PutOptions.NON_PERSISTENT);
  }

  private static WorkloadSpec workload(String name, WorkerFactory factory, double ratePerSecond) {
    return WorkloadSpec.of(name, factory, WORKERS, new RateTarget.PerWorker(ratePerSecond));
  }

  /** So many plain messages, then one with a property, then as many plain ones again. */
  private static void putAround(JmsProvider provider, int plain, String property)
      throws JMSException {
    put(provider, ONE_WAY, Collections.nCopies(plain, "PLAIN"));
    put(provider, ONE_WAY, List.of(property));
    put(provider, ONE_WAY, Collections.nCopies(plain, "PLAIN"));
  }

  /** A message with each of these properties. */
  private static void put(JmsProvider provider, DestinationPlan queue, List<String> properties)
      throws JMSException {
    try (Connection connection = provider.connect();
        Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
        MessageProducer producer = session.createProducer(session.createQueue(queue.nameFor(0)))) {
      for (String property : properties) {
        Message message = session.createTextMessage("put beside the harness");
        message.setBooleanProperty(property, true);
        producer.send(message);
      }
    }
  }
}
