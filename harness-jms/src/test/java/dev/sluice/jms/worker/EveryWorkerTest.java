package dev.sluice.jms.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.sluice.core.rate.IterationTimes;
import dev.sluice.core.stats.Part;
import dev.sluice.core.stats.WorkLog;
import dev.sluice.core.time.NanoClock;
import dev.sluice.core.worker.ConnectionWatch;
import dev.sluice.core.worker.Worker;
import dev.sluice.core.worker.Worker.Outcome;
import dev.sluice.core.worker.WorkerContext;
import dev.sluice.jms.delivery.ArrivalChecking;
import dev.sluice.jms.delivery.SendStamps;
import dev.sluice.jms.destination.DestinationPlan;
import dev.sluice.jms.message.BodyKind;
import dev.sluice.jms.message.Correlation;
import dev.sluice.jms.message.CorrelationForm;
import dev.sluice.jms.message.GeneratedBodies;
import dev.sluice.jms.message.MessageProperty;
import dev.sluice.jms.message.MessageSpec;
import dev.sluice.jms.provider.embedded.EmbeddedProvider;
import dev.sluice.jms.provider.embedded.EmbeddedSettings;
import dev.sluice.jms.session.Api;
import dev.sluice.jms.session.PutOptions;
import dev.sluice.jms.session.SessionMode;
import dev.sluice.jms.session.SessionSettings;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.Queue;
import jakarta.jms.QueueBrowser;
import jakarta.jms.Session;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Every type of worker by both APIs, against a broker in this process. */
class EveryWorkerTest {

  /** Long enough for a message that is there, so that a test that is right never waits it out. */
  private static final Duration SECONDS = Duration.ofSeconds(20);

  private static final Duration SHORT = Duration.ofMillis(1);
  private static final CorrelationForm IDS = new CorrelationForm(true, "own");

  private static EmbeddedProvider broker;

  private final Timings log = new Timings();
  private final List<String> told = Collections.synchronizedList(new ArrayList<>());
  private String queue;

  @BeforeAll
  static void startBroker() {
    broker = EmbeddedSettings.inProcess().create();
  }

  @AfterAll
  static void stopBroker() {
    broker.close();
  }

  @BeforeEach
  void nameQueues(TestInfo test) {
    queue = test.getTestMethod().orElseThrow().getName() + "." + test.getDisplayName();
  }

  @ParameterizedTest
  @EnumSource(Api.class)
  void putGetFindsItsOwnMessageInEveryWay(Api api) throws Exception {
    for (SessionSettings session : List.of(session(api), session(api).transacted(1))) {
      for (ReplyMatch match : ReplyMatch.values()) {
        fill(2);
        run(PutGet.factory(putGet(session, match, Optional.empty())).create(3), 3);
        assertThat(drain()).hasSize(2);
      }
      fill(2);
      run(PutGet.factory(putGet(session, ReplyMatch.NONE, Optional.of("own"))).create(3), 3);
      assertThat(drain()).hasSize(2);
    }
    assertThat(log.parts()).contains(Part.PUT, Part.GET, Part.COMMIT, Part.ROUND_TRIP);
  }

  @ParameterizedTest
  @EnumSource(Api.class)
  void halvesOfAPutGetMayBeInTransactions(Api api) throws Exception {
    for (CommitOn half : CommitOn.values()) {
      RoundTrip trip =
          new RoundTrip(
              session(api).transacted(1),
              outgoing(),
              SECONDS,
              true,
              half,
              IDS,
              "",
              ArrivalChecking.OFF);
      run(
          PutGet.factory(new PutGet.Settings(trip, plan(""), ReplyMatch.WORKER, Optional.empty()))
              .create(0),
          3);
      assertThat(drain()).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource(Api.class)
  void answersKnownByNothingElseMayFitASelector(Api api) throws Exception {
    fill(2);
    MessageSpec red =
        new MessageSpec(
            BodyKind.BYTES,
            GeneratedBodies.fixed(10),
            List.of(MessageProperty.parse("COLOUR=red")),
            Optional.empty(),
            Optional.empty(),
            Correlation.NONE,
            1);
    RoundTrip trip =
        new RoundTrip(
            session(api),
            new Outgoing(red, PutOptions.NON_PERSISTENT),
            SECONDS,
            true,
            CommitOn.BOTH,
            IDS,
            "COLOUR='red'",
            ArrivalChecking.OFF);
    run(
        PutGet.factory(new PutGet.Settings(trip, plan(""), ReplyMatch.NONE, Optional.empty()))
            .create(0),
        3);

    assertThat(drain()).hasSize(2).allMatch(message -> !hasColour(message));
  }

  private static boolean hasColour(Message message) {
    try {
      return message.propertyExists("COLOUR");
    } catch (JMSException e) {
      throw new IllegalStateException(e);
    }
  }

  @ParameterizedTest
  @EnumSource(Api.class)
  void anAnswerThatDoesNotComeFailsTheIterationAndNotTheWorker(Api api) throws Exception {
    RoundTrip trip = new RoundTrip(session(api), outgoing(), SHORT, IDS);
    Worker requester = opened(requesters(trip, ReplyPlace.FIXED, ReplyMatch.WORKER));

    Exception failure = catchThrowableOfType(JMSException.class, requester::iterate);

    assertThat(requester.survives(failure)).isTrue();
    assertThat(requester.causeOf(failure)).isEqualTo("no answer within 1 ms");
    requester.close();
    assertThat(drain()).hasSize(1);
  }

  @ParameterizedTest
  @EnumSource(Api.class)
  void aRequestMayCallItsReplyQueueByAnotherName(Api api) throws Exception {
    Requester.Settings settings =
        new Requester.Settings(
            new RoundTrip(session(api), outgoing(), SHORT, IDS),
            plan(""),
            plan(".REPLY"),
            ReplyPlace.FIXED,
            ReplyMatch.WORKER,
            Optional.of(plan(".ALIAS")));
    Worker requester = opened(Requester.factory(settings).create(0));

    assertThatExceptionOfType(IterationFailure.class).isThrownBy(requester::iterate);
    requester.close();

    assertThat(drain())
        .singleElement()
        .satisfies(
            request ->
                assertThat(((Queue) request.getJMSReplyTo()).getQueueName())
                    .isEqualTo(queue + ".ALIAS"));
  }

  @ParameterizedTest
  @EnumSource(Api.class)
  void requestersGetTheReplyOfAResponderInEveryWay(Api api) throws Exception {
    for (SessionSettings session : List.of(session(api), session(api).transacted(1))) {
      for (ReplyPlace place : ReplyPlace.values()) {
        for (ReplyMatch match : ReplyMatch.values()) {
          roundTrip(session, place, match, match == ReplyMatch.MESSAGE);
        }
      }
    }
    assertThat(log.parts()).contains(Part.PUT, Part.GET, Part.COMMIT, Part.ROUND_TRIP);
  }

  @ParameterizedTest
  @EnumSource(Api.class)
  void aRequestThatCannotBeAnsweredIsAnErrorAndDoneWith(Api api) throws Exception {
    fill(2);
    Worker responder =
        opened(
            Responder.factory(
                    responders(session(api).transacted(1), ReplyMatch.WORKER, true, false))
                .create(0));

    Exception failure = catchThrowableOfType(JMSException.class, responder::iterate);

    assertThat(responder.causeOf(failure)).isEqualTo("a request without JMSReplyTo");
    assertThat(responder.survives(failure)).isTrue();
    responder.close();
    assertThat(drain()).hasSize(1);
  }

  @ParameterizedTest
  @EnumSource(Api.class)
  void aForwarderMovesMessages(Api api) throws Exception {
    fill(3);
    Forwarder.Settings settings =
        new Forwarder.Settings(
            session(api).transacted(2),
            plan(""),
            plan(".TO"),
            true,
            outgoing(),
            SECONDS,
            false,
            ArrivalChecking.OFF);
    run(Forwarder.factory(settings).create(0), 3);

    assertThat(drain()).isEmpty();
    queue += ".TO";
    assertThat(drain()).hasSize(3);
  }

  @ParameterizedTest
  @EnumSource(Api.class)
  void aListenerCountsWhatItIsBrought(Api api) throws Exception {
    fill(25);
    ListeningReceiver.Settings settings =
        new ListeningReceiver.Settings(
            session(api).transacted(10), Intake.of(plan("")), 1, ArrivalChecking.OFF);
    Worker listener = opened(ListeningReceiver.factory(settings).create(0));
    while (log.completed() < 25) {
      assertThat(listener.iterate()).isEqualTo(Outcome.COUNTED);
    }
    listener.close();

    assertThat(drain()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "CLASSIC, AUTO, 1",
    "CLASSIC, CLIENT, 3",
    "CLASSIC, DUPS_OK, 1",
    "CLASSIC, TRANSACTED, 1",
    "CLASSIC, TRANSACTED, 3",
    "SIMPLIFIED, AUTO, 1",
    "SIMPLIFIED, CLIENT, 3",
    "SIMPLIFIED, TRANSACTED, 3"
  })
  void aListenerTakesItsCountAndNoMore(Api api, SessionMode mode, int batch) throws Exception {
    fill(10);
    ListeningReceiver.Settings settings =
        new ListeningReceiver.Settings(
            session(api).withMode(mode, batch), Intake.of(plan("")), 1, ArrivalChecking.OFF);
    Worker listener = ListeningReceiver.factory(settings).create(0);
    listener.attach(log.context(4));
    listener.open();
    while (log.completed() < 4) {
      assertThat(listener.iterate()).isEqualTo(Outcome.COUNTED);
    }
    listener.iterate(); // and is brought one more, if it is brought any
    listener.close();

    assertThat(log.completed()).isEqualTo(4);
    assertThat(log.inDoubt()).isZero();
    assertThat(drain()).hasSize(6);
  }

  @ParameterizedTest
  @EnumSource(Api.class)
  void aBrowserWithAWrongSelectorDoesNotOpen(Api api) {
    Worker wrong =
        Browser.factory(
                new Browser.Settings(
                    session(api), plan(""), SelectorPlan.of("color ="), Browser.Unit.MESSAGE))
            .create(0);
    wrong.attach(log.context());

    Exception failure = catchThrowableOfType(JMSException.class, wrong::open);

    assertThat(broker.explain(failure).configuration()).isTrue();
    assertThat(broker.explain(failure).cause()).contains("the selector is not right");
  }

  @Test
  void aListenerHasNoRate() {
    ListeningReceiver.Settings settings =
        new ListeningReceiver.Settings(
            session(Api.CLASSIC), Intake.of(plan("")), 1, ArrivalChecking.OFF);
    assertThat(ListeningReceiver.factory(settings).paceable()).isFalse();
  }

  @ParameterizedTest
  @EnumSource(Api.class)
  void clientAcknowledgeReallyAcknowledges(Api api) throws Exception {
    fill(5);
    SessionSettings session = session(api).withMode(SessionMode.CLIENT, 2);
    run(Receiver.factory(new Receiver.Settings(session, plan(""), SECONDS)).create(0), 3);

    assertThat(drain()).hasSize(2).allSatisfy(m -> assertThat(m.getJMSRedelivered()).isFalse());
  }

  @ParameterizedTest
  @EnumSource(Api.class)
  void anAsynchronousSenderCountsEachMessageOnceItIsAnswered(Api api) throws Exception {
    Worker sender =
        opened(
            AsyncSender.factory(new AsyncSender.Settings(session(api), plan(""), outgoing(), 4))
                .create(0));
    for (int i = 0; i < 50; i++) {
      assertThat(sender.iterate()).isEqualTo(Outcome.BEGUN);
    }
    sender.close();

    assertThat(log.completed()).isEqualTo(50);
    assertThat(log.inDoubt()).isZero();
    assertThat(drain()).hasSize(50);
  }

  @ParameterizedTest
  @EnumSource(Api.class)
  void anAsynchronousSenderThatCannotStampAMessageHasNotSentIt(Api api) throws Exception {
    FailingStamps stamps = new FailingStamps(3);
    Outgoing stamped =
        new Outgoing(
            new MessageSpec(BodyKind.BYTES, 10), PutOptions.NON_PERSISTENT, worker -> stamps);
    Worker sender =
        opened(
            AsyncSender.factory(new AsyncSender.Settings(session(api), plan(""), stamped, 4))
                .create(0));
    int failures = 0;
    for (int i = 0; i < 9; i++) {
      try {
        sender.iterate();
      } catch (JMSException e) {
        failures++;
      }
    }
    sender.close();

    assertThat(failures).isOne();
    assertThat(stamps.inDoubt).isOne();
    assertThat(stamps.committed).isEqualTo(8);
    assertThat(log.completed()).isEqualTo(8);
    assertThat(log.inDoubt()).isZero();
    assertThat(drain()).hasSize(8);
  }

  @ParameterizedTest
  @EnumSource(Api.class)
  void subscribersGetWhatTheySelectAndDurableOnesWhatTheyMissed(Api api) throws Exception {
    SessionSettings session = session(api).withClientId(queue);
    SubscriptionPlan durable = new SubscriptionPlan("s", true, false, false);
    SelectorPlan selector = SelectorPlan.ofValues(new ValueProperty("region", "r", 3), 1, 2);
    assertThat(selector.forWorker(0)).isEqualTo("region IN ('r1','r2')");
    Receiver.Settings settings =
        new Receiver.Settings(
            session,
            new Intake(plan("").asTopics(), selector, durable),
            SHORT,
            ArrivalChecking.OFF);
    opened(Receiver.factory(settings).create(0)).close();
    Sender.Settings publishing =
        new Sender.Settings(
            session(api),
            plan("").asTopics(),
            false,
            outgoing(),
            Optional.of(new ValueProperty("region", "r", 3)));
    run(Sender.factory(publishing).create(0), 6);

    Receiver.Settings last =
        new Receiver.Settings(
            session,
            new Intake(plan("").asTopics(), selector, new SubscriptionPlan("s", true, false, true)),
            SECONDS,
            ArrivalChecking.OFF);
    run(Receiver.factory(last).create(0), 4);
    Worker again = opened(Receiver.factory(settings).create(0));

    assertThat(again.iterate()).isEqualTo(Outcome.NOTHING);
    again.close();
  }

  @ParameterizedTest
  @EnumSource(Api.class)
  void whoRotatesPutsToEachOfTheDestinationsInTurnFromItsOwnOn(Api api) throws Exception {
    int many = 70; // more than are kept open
    for (int destinations : List.of(3, many)) {
      String name = queue + "." + destinations + ".";
      Sender.Settings settings =
          new Sender.Settings(
              session(api),
              DestinationPlan.numbered(name, 1, destinations),
              true,
              outgoing(),
              Optional.empty());
      run(Sender.factory(settings).create(1), 2 * destinations + 1);

      for (int i = 1; i <= destinations; i++) {
        queue = name + i;
        assertThat(drain()).as(queue).hasSize(i == 2 ? 3 : 2);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Api.class)
  void aReceiverGetsTheMessagesOfTheSenderOfItsNumber(Api api) throws Exception {
    for (boolean nativeBytes : List.of(false, true)) {
      CorrelationForm form = new CorrelationForm(nativeBytes, "pairs");
      MessageSpec message =
          new MessageSpec(BodyKind.BYTES, 10)
              .withCorrelation(new Correlation(Correlation.Scope.WORKER, form));
      var senders =
          Sender.factory(
              new Sender.Settings(
                  session(api), plan(""), new Outgoing(message, PutOptions.NON_PERSISTENT)));
      for (int i = 0; i < 3; i++) {
        run(senders.create(i), i + 1);
      }
      Intake intake =
          new Intake(plan(""), SelectorPlan.ofCorrelation(form), SubscriptionPlan.PLAIN);
      run(
          Receiver.factory(
                  new Receiver.Settings(session(api), intake, SECONDS, ArrivalChecking.OFF))
              .create(1),
          2);

      assertThat(drain())
          .extracting(Message::getJMSCorrelationID)
          .containsExactly(
              form.forWorker(0).ofWorker(),
              form.forWorker(2).ofWorker(),
              form.forWorker(2).ofWorker(),
              form.forWorker(2).ofWorker());
    }
  }

  @ParameterizedTest
  @EnumSource(Api.class)
  void churnTimesConnectionsAndSessions(Api api) throws Exception {
    run(Churn.factory(session(api), Churn.Cycle.CONNECTION).create(0), 3);
    run(Churn.factory(session(api), Churn.Cycle.SESSION).create(0), 3);

    assertThat(log.parts())
        .containsExactly(
            Part.CONNECT, Part.CONNECT, Part.CONNECT, Part.CONNECT, Part.CONNECT, Part.CONNECT);
  }

  @ParameterizedTest
  @EnumSource(Api.class)
  void anOutageLastsFromTheLastGoodCallToTheFirstGoodOne(Api api) throws Exception {
    Worker timer =
        ReconnectTimer.factory(putGet(session(api), ReplyMatch.WORKER, Optional.empty()), told::add)
            .create(0);
    timer.attach(log.context());
    timer.open();
    timer.iterate();
    assertThat(log.parts()).doesNotContain(Part.OUTAGE);
    timer.close();
    timer.open();
    timer.iterate();
    timer.iterate();
    timer.close();

    assertThat(log.parts()).containsOnlyOnce(Part.OUTAGE);
    assertThat(told).singleElement().asString().startsWith("worker 1: nothing worked for ");
  }

  @ParameterizedTest
  @EnumSource(Api.class)
  void deadLettersAreTakenAndCountedByReason(Api api) throws Exception {
    fill(3);
    run(
        DeadLetterMonitor.factory(
                new DeadLetterMonitor.Settings(session(api), plan(""), SECONDS), told::add)
            .create(0),
        3);

    assertThat(told)
        .containsExactly(
            "dead letter: no reason given", "dead letters so far: 3 x no reason given");
    assertThat(drain()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(Api.class)
  void aBrowserLooksAndTakesNothing(Api api) throws Exception {
    fill(3);
    Worker browser =
        opened(
            Browser.factory(
                    new Browser.Settings(
                        session(api), plan(""), SelectorPlan.ALL, Browser.Unit.MESSAGE))
                .create(0));
    for (int i = 0; i < 3; i++) {
      assertThat(browser.iterate()).isEqualTo(Outcome.DONE);
    }
    assertThat(browser.iterate()).isEqualTo(Outcome.NOTHING);
    assertThat(browser.iterate()).isEqualTo(Outcome.DONE);
    browser.close();

    assertThat(drain()).hasSize(3);
  }

  @ParameterizedTest
  @EnumSource(Api.class)
  void workersShareAConnectionAndTheLastOneClosesIt(Api api) throws Exception {
    var factory =
        Sender.factory(
            new Sender.Settings(
                session(api).withSharedConnection().withClientId(queue), plan(""), outgoing()));
    // a second connection of that name would be refused
    Worker first = opened(factory.create(0));
    Worker second = opened(factory.create(1));
    first.iterate();
    first.close();
    second.iterate();
    second.close();
    Worker third = opened(factory.create(2));
    third.iterate();
    third.close();

    assertThat(drain()).hasSize(3);
  }

  private void roundTrip(
      SessionSettings session, ReplyPlace place, ReplyMatch match, boolean copyRequest)
      throws Exception {
    RoundTrip trip = new RoundTrip(session, outgoing(), SECONDS, IDS);
    Worker responder =
        opened(Responder.factory(responders(session, match, copyRequest, false)).create(0));
    Worker requester = opened(requesters(trip, place, match));
    CompletableFuture<Outcome> replied =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return responder.iterate();
              } catch (Exception e) {
                throw new IllegalStateException(e);
              }
            });

    assertThat(requester.iterate()).isEqualTo(Outcome.DONE);
    assertThat(replied.get()).isEqualTo(Outcome.DONE);
    requester.close();
    responder.close();
  }

  private Worker requesters(RoundTrip trip, ReplyPlace place, ReplyMatch match) {
    return Requester.factory(new Requester.Settings(trip, plan(""), plan(".REPLY"), place, match))
        .create(0);
  }

  private Responder.Settings responders(
      SessionSettings session, ReplyMatch match, boolean copyRequest, boolean commitBetween) {
    return new Responder.Settings(
        session,
        plan(""),
        Optional.empty(),
        false,
        copyRequest,
        outgoing(),
        match,
        SECONDS,
        commitBetween,
        ArrivalChecking.OFF);
  }

  private PutGet.Settings putGet(
      SessionSettings session, ReplyMatch match, Optional<String> property) {
    return new PutGet.Settings(
        new RoundTrip(session, outgoing(), SECONDS, IDS), plan(""), match, property);
  }

  private static SessionSettings session(Api api) {
    return SessionSettings.of(broker).withApi(api);
  }

  private static Outgoing outgoing() {
    return new Outgoing(new MessageSpec(BodyKind.BYTES, 10), PutOptions.NON_PERSISTENT);
  }

  private DestinationPlan plan(String ending) {
    return DestinationPlan.of(queue + ending);
  }

  private Worker opened(Worker worker) throws Exception {
    worker.attach(log.context());
    worker.open();
    return worker;
  }

  private void run(Worker worker, int iterations) throws Exception {
    opened(worker);
    for (int i = 0; i < iterations; i++) {
      assertThat(worker.iterate()).isEqualTo(Outcome.DONE);
    }
    worker.close();
  }

  private void fill(int messages) throws JMSException {
    try (Connection connection = broker.connect();
        Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE)) {
      var producer = session.createProducer(session.createQueue(queue));
      for (int i = 0; i < messages; i++) {
        producer.send(session.createMessage());
      }
    }
  }

  /** Takes what is in the queue. */
  private List<Message> drain() throws JMSException {
    List<Message> messages = new ArrayList<>();
    try (Connection connection = broker.connect();
        Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE)) {
      connection.start();
      Queue drained = session.createQueue(queue);
      int there = depth(session, drained);
      var consumer = session.createConsumer(drained);
      for (int i = 0; i < there; i++) {
        messages.add(consumer.receive(SECONDS.toMillis()));
      }
    }
    return messages;
  }

  private static int depth(Session session, Queue queue) throws JMSException {
    try (QueueBrowser browser = session.createBrowser(queue)) {
      Enumeration<?> messages = browser.getEnumeration();
      return Collections.list(messages).size();
    }
  }

  /** Fails to stamp one message. */
  private static final class FailingStamps implements SendStamps {

    private final int failing;
    private int stamped;
    private int committed;
    private int inDoubt;

    FailingStamps(int failing) {
      this.failing = failing;
    }

    @Override
    public void stamp(Message message) throws JMSException {
      if (++stamped == failing) {
        throw new JMSException("no property is taken");
      }
    }

    @Override
    public void changed() {}

    @Override
    public void committed() {
      committed++;
    }

    @Override
    public void inDoubt() {
      inDoubt++;
    }
  }

  /** Keeps what workers tell of their iterations. */
  private static final class Timings implements WorkLog {

    private final List<Part> parts = Collections.synchronizedList(new ArrayList<>());
    private volatile long completed;
    private volatile long inDoubt;

    WorkerContext context() {
      return context(Long.MAX_VALUE);
    }

    WorkerContext context(long limit) {
      return new WorkerContext(
          ConnectionWatch.NOBODY, this, IterationTimes.NONE, NanoClock.SYSTEM, limit);
    }

    List<Part> parts() {
      return List.copyOf(parts);
    }

    long completed() {
      return completed;
    }

    long inDoubt() {
      return inDoubt;
    }

    @Override
    public void part(Part part, long nanos) {
      assertThat(nanos).isNotNegative();
      parts.add(part);
    }

    @Override
    public synchronized void completed(long startNanos, long endNanos) {
      assertThat(endNanos).isGreaterThanOrEqualTo(startNanos);
      completed += 1;
    }

    @Override
    public void completed(long intendedNanos, long startNanos, long endNanos) {
      completed(startNanos, endNanos);
    }

    @Override
    public synchronized void inDoubt(long units) {
      inDoubt += units;
    }

    @Override
    public void rolledBack(long iterations) {}
  }
}
