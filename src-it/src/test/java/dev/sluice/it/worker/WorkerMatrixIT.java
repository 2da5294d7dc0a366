package dev.sluice.it.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.rate.IterationTimes;
import dev.sluice.core.stats.WorkerStats;
import dev.sluice.core.time.NanoClock;
import dev.sluice.core.worker.ConnectionWatch;
import dev.sluice.core.worker.Worker;
import dev.sluice.core.worker.Worker.Outcome;
import dev.sluice.core.worker.WorkerContext;
import dev.sluice.core.worker.WorkerFactory;
import dev.sluice.jms.delivery.ArrivalChecking;
import dev.sluice.jms.destination.DestinationPlan;
import dev.sluice.jms.message.BodyKind;
import dev.sluice.jms.message.MessageSpec;
import dev.sluice.jms.session.Api;
import dev.sluice.jms.session.PutOptions;
import dev.sluice.jms.session.SessionSettings;
import dev.sluice.jms.worker.AsyncSender;
import dev.sluice.jms.worker.Browser;
import dev.sluice.jms.worker.Churn;
import dev.sluice.jms.worker.DeadLetterMonitor;
import dev.sluice.jms.worker.Forwarder;
import dev.sluice.jms.worker.Intake;
import dev.sluice.jms.worker.ListeningReceiver;
import dev.sluice.jms.worker.Outgoing;
import dev.sluice.jms.worker.PutGet;
import dev.sluice.jms.worker.Receiver;
import dev.sluice.jms.worker.ReconnectTimer;
import dev.sluice.jms.worker.ReplyMatch;
import dev.sluice.jms.worker.ReplyPlace;
import dev.sluice.jms.worker.Requester;
import dev.sluice.jms.worker.Responder;
import dev.sluice.jms.worker.RoundTrip;
import dev.sluice.jms.worker.SelectorPlan;
import dev.sluice.jms.worker.Sender;
import dev.sluice.jms.worker.SubscriptionPlan;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every type of worker, in transactions or not, with persistent messages or not, by both APIs,
 * against both brokers: each does its iterations and leaves nothing behind.
 */
class WorkerMatrixIT {

  private static final int ITERATIONS = 5;
  private static final Duration TIMEOUT = Duration.ofSeconds(20);
  private static final Duration SHORT = Duration.ofMillis(200);

  private static Brokers brokers;

  private final WorkerStats stats = new WorkerStats();
  private SessionSettings session;
  private Outgoing outgoing;
  private String place;

  @BeforeAll
  static void start() {
    brokers = new Brokers();
  }

  @AfterAll
  static void stop() {
    brokers.close();
  }

  static Stream<Arguments> everyCombination() {
    List<Arguments> all = new ArrayList<>();
    for (Brokers.Kind broker : Brokers.Kind.values()) {
      for (Api api : Api.values()) {
        for (boolean transacted : new boolean[] {false, true}) {
          for (boolean persistent : new boolean[] {false, true}) {
            all.add(Arguments.of(broker, api, transacted, persistent));
          }
        }
      }
    }
    return all.stream();
  }

  @ParameterizedTest(name = "{0} {1} transacted {2} persistent {3}")
  @MethodSource("everyCombination")
  void everyWorkerDoesItsIterations(
      Brokers.Kind broker, Api api, boolean transacted, boolean persistent) throws Exception {
    SessionSettings plain = SessionSettings.of(brokers.provider(broker)).withApi(api);
    session = transacted ? plain.transacted(1) : plain;
    outgoing = new Outgoing(new MessageSpec(BodyKind.BYTES, 2_048), PutOptions.of(persistent));
    place = "M." + api + "." + (transacted ? "T" : "N") + (persistent ? "P" : "N");

    sendAndReceive();
    browse();
    listen();
    forward();
    putAndGet();
    requestAndRespond();
    publishAndSubscribe();
    run(Churn.factory(session, Churn.Cycle.CONNECTION));
    run(Churn.factory(session, Churn.Cycle.SESSION));
    if (!transacted) {
      sendAsynchronously();
    }
    nothingIsLeft("");
    nothingIsLeft(".REPLY");
  }

  private void sendAndReceive() throws Exception {
    send();
    run(Receiver.factory(new Receiver.Settings(session, plan(""), TIMEOUT)));
  }

  private void send() throws Exception {
    run(Sender.factory(new Sender.Settings(session, plan(""), outgoing)));
  }

  private void browse() throws Exception {
    send();
    Browser.Settings browsing =
        new Browser.Settings(session, plan(""), SelectorPlan.ALL, Browser.Unit.MESSAGE);
    run(Browser.factory(browsing));
    List<String> told = new ArrayList<>();
    run(
        DeadLetterMonitor.factory(
            new DeadLetterMonitor.Settings(session, plan(""), TIMEOUT), told::add));
    assertThat(told).last().asString().contains(ITERATIONS + " x no reason given");
  }

  private void listen() throws Exception {
    send();
    ListeningReceiver.Settings settings =
        new ListeningReceiver.Settings(session, Intake.of(plan("")), 1, ArrivalChecking.OFF);
    Worker listener = opened(ListeningReceiver.factory(settings));
    long wanted = stats.iterations() + ITERATIONS;
    while (stats.iterations() < wanted) {
      assertThat(listener.iterate()).isEqualTo(Outcome.COUNTED);
    }
    listener.close();
  }

  private void forward() throws Exception {
    send();
    run(
        Forwarder.factory(
            new Forwarder.Settings(
                session,
                plan(""),
                plan(".REPLY"),
                true,
                outgoing,
                TIMEOUT,
                false,
                ArrivalChecking.OFF)));
    run(Receiver.factory(new Receiver.Settings(session, plan(".REPLY"), TIMEOUT)));
  }

  private void putAndGet() throws Exception {
    RoundTrip trip = new RoundTrip(session, outgoing, TIMEOUT, 7);
    for (ReplyMatch match : ReplyMatch.values()) {
      run(PutGet.factory(new PutGet.Settings(trip, plan(""), match, Optional.empty())));
    }
    PutGet.Settings byProperty =
        new PutGet.Settings(trip, plan(""), ReplyMatch.NONE, Optional.of("own"));
    run(PutGet.factory(byProperty));
    run(ReconnectTimer.factory(byProperty, outage -> {}));
  }

  private void requestAndRespond() throws Exception {
    RoundTrip trip = new RoundTrip(session, outgoing, TIMEOUT, 7);
    for (ReplyPlace replies : ReplyPlace.values()) {
      for (ReplyMatch match : ReplyMatch.values()) {
        Worker responder =
            opened(
                Responder.factory(
                    new Responder.Settings(
                        session,
                        plan(""),
                        Optional.empty(),
                        false,
                        match != ReplyMatch.MESSAGE,
                        outgoing,
                        match,
                        TIMEOUT,
                        false,
                        ArrivalChecking.OFF)));
        CompletableFuture<Void> responding =
            CompletableFuture.runAsync(() -> iterate(responder, ITERATIONS));
        run(
            Requester.factory(
                new Requester.Settings(trip, plan(""), plan(".REPLY"), replies, match)));
        responding.get();
        responder.close();
      }
    }
  }

  private void publishAndSubscribe() throws Exception {
    DestinationPlan topic = plan(".TOPIC").asTopics();
    Receiver.Settings subscribing =
        new Receiver.Settings(
            session,
            new Intake(topic, SelectorPlan.ALL, SubscriptionPlan.PLAIN),
            TIMEOUT,
            ArrivalChecking.OFF);
    Worker subscriber = opened(Receiver.factory(subscribing));
    run(Sender.factory(new Sender.Settings(session, topic, outgoing)));
    iterate(subscriber, ITERATIONS);
    subscriber.close();
  }

  private void sendAsynchronously() throws Exception {
    long wanted = stats.iterations() + ITERATIONS;
    Worker sender =
        opened(AsyncSender.factory(new AsyncSender.Settings(session, plan(""), outgoing, 2)));
    for (int i = 0; i < ITERATIONS; i++) {
      assertThat(sender.iterate()).isEqualTo(Outcome.COUNTED);
    }
    sender.close();
    assertThat(stats.iterations()).isEqualTo(wanted);
    run(Receiver.factory(new Receiver.Settings(session, plan(""), TIMEOUT)));
  }

  private void nothingIsLeft(String ending) throws Exception {
    Worker receiver = opened(Receiver.factory(new Receiver.Settings(session, plan(ending), SHORT)));
    assertThat(receiver.iterate()).isEqualTo(Outcome.NOTHING);
    receiver.close();
  }

  private DestinationPlan plan(String ending) {
    return DestinationPlan.of(place + ending);
  }

  private Worker opened(WorkerFactory factory) throws Exception {
    Worker worker = factory.create(0);
    worker.attach(
        new WorkerContext(ConnectionWatch.NOBODY, stats, IterationTimes.NONE, NanoClock.SYSTEM));
    worker.open();
    return worker;
  }

  private void run(WorkerFactory factory) throws Exception {
    Worker worker = opened(factory);
    iterate(worker, ITERATIONS);
    worker.close();
  }

  private static void iterate(Worker worker, int times) {
    try {
      for (int i = 0; i < times; i++) {
        assertThat(worker.iterate()).isEqualTo(Outcome.DONE);
      }
    } catch (Exception e) {
      throw new AssertionError(worker.getClass().getSimpleName() + ": " + worker.causeOf(e), e);
    }
  }
}
