package dev.sluice.jms.worker;

import static org.assertj.core.api.Assertions.assertThat;

import com.ibm.mq.MQException;
import com.ibm.mq.constants.MQConstants;
import dev.sluice.core.stats.DeliveryCounts;
import dev.sluice.core.stats.DeliveryFigure;
import dev.sluice.core.worker.Worker;
import dev.sluice.core.worker.WorkerFactory;
import dev.sluice.jms.BrokerFixture;
import dev.sluice.jms.TestQueue;
import dev.sluice.jms.Waits;
import dev.sluice.jms.message.BodyKind;
import dev.sluice.jms.message.CorrelationForm;
import dev.sluice.jms.message.MessageSpec;
import dev.sluice.jms.provider.Failure;
import dev.sluice.jms.provider.JmsProvider;
import dev.sluice.jms.provider.ibmmq.IbmMqSettings;
import dev.sluice.jms.provider.ibmmq.MqEndpoint;
import dev.sluice.jms.session.PutOptions;
import dev.sluice.jms.session.SessionSettings;
import dev.sluice.jms.tracking.ArrivalChecking;
import dev.sluice.jms.tracking.Delivery;
import dev.sluice.jms.tracking.DeliverySpec;
import dev.sluice.jms.tracking.DeliverySpec.EndToEnd;
import dev.sluice.jms.tracking.Receivers;
import dev.sluice.jms.worker.RoundTrip.CommitOn;
import dev.sluice.jms.worker.RoundTrip.ReplyMatch;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.activemq.artemis.api.core.ActiveMQAddressFullException;
import org.apache.activemq.artemis.api.core.ActiveMQExceptionType;
import org.apache.activemq.artemis.api.core.ActiveMQUnBlockedException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The law of calls that fail: what puts and commits leave in the queue, or gets leave of it, is
 * what was done and what is in doubt, if the broker did what it gave no answer to; and what was
 * done, if it did not.
 */
class UnansweredCallsTest {

  @RegisterExtension static final BrokerFixture BROKER = new BrokerFixture();

  private static final int ITERATIONS = 20;
  private static final int ONE_IN = 4;

  @TempDir Path directory;

  private final TestQueue from = BROKER.newQueue();
  private final TestQueue queue = BROKER.newQueue();
  private final Workbench bench = new Workbench();
  private final AtomicInteger calls = new AtomicInteger();
  private Set<String> failingCalls = Set.of("send", "commit"); // but sends in transactions
  private boolean done; // whether the broker does what fails
  private boolean getsTakeAtOnce;
  private Exception cause;
  private JmsProvider explainer = BROKER.provider();

  private int completed;
  private int failed;
  private int inDoubt;

  @Test
  void whatGotNoAnswerIsInDoubt() throws Exception {
    done = true;
    cause = new ActiveMQUnBlockedException("the connection failed during a call");
    for (SessionSettings session : new SessionSettings[] {plain(), plain().transacted(1)}) {
      run(sender(session));
      run(forwarder(session));

      assertThat(inDoubt).isEqualTo(2 * ITERATIONS / ONE_IN);
      assertThat(failed).isZero();
      assertThat(queue.drain()).hasSize(completed + inDoubt);
      reset();
    }
  }

  @Test
  void whatTheBrokerRefusedIsNot() throws Exception {
    done = false;
    cause = new ActiveMQAddressFullException("the queue is full");
    run(sender(plain()));
    run(forwarder(plain()));

    assertThat(inDoubt).isZero();
    assertThat(failed).isEqualTo(2 * ITERATIONS / ONE_IN);
    assertThat(queue.drain()).hasSize(completed);
  }

  /** Its number is that of the next one, so that nobody misses it. */
  @Test
  void whatTheBrokerRefusedLeavesNoGapInTheNumbers() throws Exception {
    done = false;
    cause = new ActiveMQAddressFullException("the queue is full");
    OutgoingMessage numbered =
        new OutgoingMessage(
            new MessageSpec(BodyKind.BYTES, 10),
            PutOptions.NON_PERSISTENT,
            Delivery.of(Delivery.Role.ACCOUNT).stamping(new DeliverySpec(true, EndToEnd.OFF), ""));
    run(Sender.factory(new Sender.Settings(plain(), queue.plan(), numbered)));

    List<Message> drained = queue.drain();
    Set<String> senders = new HashSet<>();
    List<Long> numbers = new ArrayList<>();
    for (Message message : drained) {
      senders.add(message.getStringProperty("SluiceFrom"));
      numbers.add(message.getLongProperty("SluiceSeq"));
    }
    assertThat(senders).hasSize(1);
    assertThat(numbers)
        .containsExactlyElementsOf(LongStream.rangeClosed(1, completed).boxed().toList());
  }

  static Stream<Exception> failuresOfBothClients() {
    return Stream.concat(
        Stream.of(ActiveMQExceptionType.values()).map(type -> type.createException("it failed")),
        IntStream.of(2009, 2018, 2019, 2033, 2035, 2053, 2059, 2085, 2161, 2195, 2549)
            .mapToObj(reason -> new MQException(MQConstants.MQCC_FAILED, reason, "a put")));
  }

  /** What fails with its connection may have been done before that broke. */
  @ParameterizedTest
  @MethodSource("failuresOfBothClients")
  void theMessageLogSaysWhatTheAccountSays(Exception failure) throws Exception {
    done = true;
    cause = failure;
    MqEndpoint nowhere = new MqEndpoint.Direct("localhost", 1, "C", "QM1");
    try (JmsProvider mq = IbmMqSettings.of(nowhere).create()) {
      explainer = failure instanceof MQException ? mq : BROKER.provider();
      Path file = directory.resolve("messages.csv");
      DeliverySpec logged = new DeliverySpec(true, EndToEnd.OFF, Optional.of(file));
      OutgoingMessage numbered =
          new OutgoingMessage(
              new MessageSpec(BodyKind.BYTES, 10),
              PutOptions.NON_PERSISTENT,
              Delivery.of(Delivery.Role.ACCOUNT).stamping(logged, ""));
      run(Sender.factory(new Sender.Settings(plain(), queue.plan(), numbered)));

      assertThat(failed + inDoubt).isEqualTo(ITERATIONS / ONE_IN);
      assertThat(Files.readAllLines(file).stream().filter(line -> line.contains("sent-in-doubt")))
          .hasSize(inDoubt);
      Failure explained = explainer.explain(jmsFailure());
      assertThat(inDoubt > 0)
          .isEqualTo(
              explained.outcomeUnknown()
                  || (explained.connectionBroken() && !explained.configuration()));
    }
  }

  /** Whoever receives all the rest. */
  @ParameterizedTest
  @MethodSource("failuresOfBothClients")
  void theTotalsSayWhatTheAccountSays(Exception failure) throws Exception {
    cause = failure;
    DeliverySpec verified = new DeliverySpec(true, EndToEnd.OFF);
    Delivery deliveries = Delivery.of(Delivery.Role.ACCOUNT);
    OutgoingMessage numbered =
        new OutgoingMessage(
            new MessageSpec(BodyKind.BYTES, 10),
            PutOptions.NON_PERSISTENT,
            deliveries.stamping(verified, ""));
    ArrivalChecking checking = deliveries.checking(verified, Receivers.ofQueues(queue.plan()));
    MqEndpoint nowhere = new MqEndpoint.Direct("localhost", 1, "C", "QM1");
    try (JmsProvider mq = IbmMqSettings.of(nowhere).create()) {
      explainer = failure instanceof MQException ? mq : BROKER.provider();
      run(Sender.factory(new Sender.Settings(plain(), queue.plan(), numbered)));
    }
    bench.run(
        Receiver.factory(
                new Receiver.Settings(BROKER.session(), queue.plan(), Waits.AMPLE, checking))
            .create(0),
        completed);

    DeliveryCounts found = checking.finalCounts().orElseThrow();
    assertThat(found.get(DeliveryFigure.CHECKED)).isEqualTo(completed);
    assertThat(found.get(DeliveryFigure.POSSIBLY_LOST)).isEqualTo(inDoubt);
    assertThat(found.get(DeliveryFigure.LOST)).isZero();
  }

  @Test
  void aRoundTripWhosePutGotNoAnswerIsInDoubt() throws Exception {
    done = true;
    cause = new ActiveMQUnBlockedException("the connection failed during a call");
    RoundTrip trip =
        new RoundTrip(
            plain(),
            OutgoingMessages.small(),
            Waits.AMPLE,
            true,
            CommitOn.BOTH,
            new CorrelationForm(true, "own"),
            "",
            ArrivalChecking.OFF);
    run(
        PutGet.factory(
            new PutGet.Settings(trip, queue.plan(), ReplyMatch.REQUEST_ID, Optional.empty())));

    assertThat(inDoubt).isEqualTo(ITERATIONS / ONE_IN);
    assertThat(queue.drain()).hasSize(inDoubt);
  }

  @Test
  void aGetThatGotNoAnswerIsInDoubtWhereItMayHaveTakenItsMessage() throws Exception {
    done = true;
    getsTakeAtOnce = true;
    getsFail();

    assertThat(inDoubt).isEqualTo(ITERATIONS / ONE_IN);
    assertThat(failed).isZero();
    assertThat(queue.drain()).hasSize(ITERATIONS - completed - inDoubt);
  }

  @Test
  void whereItWouldBeBroughtAgainTheGetFailed() throws Exception {
    getsFail();

    assertThat(inDoubt).isZero();
    assertThat(failed).isEqualTo(ITERATIONS / ONE_IN);
    assertThat(queue.drain()).hasSize(ITERATIONS - completed);
  }

  @Test
  void aGetWhoseMessageTheClientCouldNotMakeIsInDoubt() throws Exception {
    done = true;
    cause = new ClassNotFoundException("client.TextMessage");
    getsFail(plain());

    assertThat(inDoubt).isEqualTo(ITERATIONS / ONE_IN);
    assertThat(failed).isZero();
    assertThat(queue.drain()).hasSize(ITERATIONS - completed - inDoubt);
  }

  @Test
  void inATransactionTheGetFailed() throws Exception {
    getsTakeAtOnce = true;
    cause = new ActiveMQUnBlockedException("the connection failed during a call");
    getsFail(plain().transacted(1));

    assertThat(inDoubt).isZero();
    assertThat(failed).isEqualTo(ITERATIONS / ONE_IN);
    assertThat(queue.drain()).hasSize(ITERATIONS - completed);
  }

  private void getsFail() throws Exception {
    cause = new ActiveMQUnBlockedException("the connection failed during a call");
    getsFail(plain());
  }

  private void getsFail(SessionSettings session) throws Exception {
    queue.fill(ITERATIONS);
    failingCalls = Set.of("receive");
    run(
        Receiver.factory(
            new Receiver.Settings(session, queue.plan(), Waits.AMPLE, ArrivalChecking.OFF)));
  }

  @Test
  void whatCouldNotBePreparedWasNotSent() throws Exception {
    done = true;
    cause = new ActiveMQUnBlockedException("the connection failed during a call");
    Worker sender = bench.opened(sender(plain()).create(0));

    assertThat(sender.leavesInDoubt(new JMSException("of another time"))).isFalse();
    sender.close();
  }

  private SessionSettings plain() {
    return SessionSettings.of(failing(BROKER.provider()));
  }

  private WorkerFactory sender(SessionSettings session) {
    return Sender.factory(new Sender.Settings(session, queue.plan(), OutgoingMessages.small()));
  }

  private WorkerFactory forwarder(SessionSettings session) throws JMSException {
    from.fill(ITERATIONS);
    return Forwarder.factory(
        new Forwarder.Settings(
            new Passing(
                session,
                from.plan(),
                false,
                OutgoingMessages.small(),
                Waits.AMPLE,
                Work.NONE,
                false,
                ArrivalChecking.OFF),
            queue.plan()));
  }

  /** A worker's life, in which each failure is one that it survives. */
  private void run(WorkerFactory factory) throws Exception {
    Worker worker = bench.opened(factory.create(0));
    for (int i = 0; i < ITERATIONS; i++) {
      try {
        assertThat(worker.iterate()).isEqualTo(Worker.Outcome.DONE);
        completed++;
      } catch (JMSException e) {
        if (worker.leavesInDoubt(e)) {
          inDoubt++;
        } else {
          failed++;
        }
      }
    }
    worker.close();
  }

  private void reset() throws JMSException {
    completed = 0;
    failed = 0;
    inDoubt = 0;
    from.drain();
  }

  /** The provider, but one in N of some calls fails. */
  private JmsProvider failing(JmsProvider provider) {
    return wrapped(JmsProvider.class, provider, false);
  }

  private <T> T wrapped(Class<T> type, T target, boolean mayFail) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (self, method, arguments) -> call(target, method, arguments, mayFail)));
  }

  private Object call(Object target, Method method, Object[] arguments, boolean mayFail)
      throws Throwable {
    if (method.getName().equals("getsTakeAtOnce")) {
      return getsTakeAtOnce;
    }
    if (method.getName().equals("explain")) {
      return explainer.explain((Throwable) arguments[0]);
    }
    boolean fails =
        mayFail && failingCalls.contains(method.getName()) && calls.incrementAndGet() % ONE_IN == 0;
    Object result = null;
    if (!fails || done) {
      result = passed(target, method, arguments);
    }
    if (fails) {
      throw jmsFailure();
    }
    if (result instanceof Connection connection) {
      return wrapped(Connection.class, connection, false);
    }
    if (result instanceof Session session) {
      return wrapped(Session.class, session, true);
    }
    if (result instanceof MessageProducer producer) {
      return wrapped(MessageProducer.class, producer, !((Session) target).getTransacted());
    }
    if (result instanceof MessageConsumer consumer) {
      return wrapped(MessageConsumer.class, consumer, true);
    }
    return result;
  }

  private JMSException jmsFailure() {
    JMSException failure = new JMSException(cause.getMessage());
    failure.initCause(cause);
    return failure;
  }

  private static Object passed(Object target, Method method, Object[] arguments) throws Throwable {
    try {
      return method.invoke(target, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }
}
