package dev.sluice.jms.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.pacing.IterationTimes;
import dev.sluice.core.stats.LatencyKind;
import dev.sluice.core.worker.ConnectionWatch;
import dev.sluice.core.worker.Worker;
import dev.sluice.core.worker.Worker.Outcome;
import dev.sluice.core.worker.Worker.WorkerContext;
import dev.sluice.jms.BrokerFixture;
import dev.sluice.jms.SetClock;
import dev.sluice.jms.TestQueue;
import dev.sluice.jms.Waits;
import dev.sluice.jms.WorkRecord;
import dev.sluice.jms.destination.DestinationPlan;
import dev.sluice.jms.message.BodyKind;
import dev.sluice.jms.message.Content;
import dev.sluice.jms.message.CorrelationForm;
import dev.sluice.jms.message.GeneratedBodies;
import dev.sluice.jms.message.MessageSpec;
import dev.sluice.jms.message.SizeDistribution;
import dev.sluice.jms.provider.JmsProvider;
import dev.sluice.jms.session.PutOptions;
import dev.sluice.jms.session.SessionSettings;
import dev.sluice.jms.tracking.ArrivalChecking;
import dev.sluice.jms.worker.RoundTrip.CommitOn;
import dev.sluice.jms.worker.RoundTrip.ReplyMatch;
import jakarta.jms.Connection;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What the times of an iteration are of, by a clock that stands still but while a message is made,
 * put, committed and got: the parts are the calls alone, the whole has the making of the message
 * too, and a call that waits for a message is idle until that is sent.
 */
class TimesOfCallsTest {

  @RegisterExtension static final BrokerFixture BROKER = new BrokerFixture();

  /** Different numbers, each sum of which says what is in it. */
  private static final long MAKING = 1_000;

  private static final long PUT = 20_000;
  private static final long COMMIT = 300_000;
  private static final long GET = 4_000_000;
  private static final long HOUR = 3_600_000_000_000L;
  private static final Map<String, Long> NANOS_OF_CALLS =
      Map.of("setText", MAKING, "send", PUT, "commit", COMMIT, "receive", GET);

  private final TestQueue queue = BROKER.newQueue();
  private final WorkRecord told = new WorkRecord();
  private final OutgoingMessage varying =
      new OutgoingMessage(
          new MessageSpec(
              BodyKind.TEXT, new GeneratedBodies(SizeDistribution.of(10), Content.Plain.RANDOM)),
          PutOptions.NON_PERSISTENT);
  private final SessionSettings session =
      SessionSettings.of(timed(JmsProvider.class, BROKER.provider())).transacted(1);
  private final IdentityHashMap<Object, Message> untimed = new IdentityHashMap<>();
  private final Map<String, Long> nanosOfCalls = new HashMap<>(NANOS_OF_CALLS);
  private final List<Long> idleNanos = new ArrayList<>(); // of each wait for a message
  private long nowNanos;
  private long sentBeforeMillis; // of messages, by their own time

  private final IterationTimes times =
      new IterationTimes() {
        private long sinceNanos;

        @Override
        public boolean paced() {
          return true;
        }

        @Override
        public void waits(long nanos) {
          sinceNanos = nanos;
        }

        @Override
        public void waitedUntil(long nanos) {
          idleNanos.add(nanos - sinceNanos);
        }
      };

  @Test
  void aPutIsTheSendAndAnIterationHasTheMakingOfItsMessageToo() throws Exception {
    long tookNanos =
        nanosOfAnIteration(
            Sender.factory(new Sender.Settings(session, queue.plan(), varying)).create(0));

    assertThat(told.nanosOf(LatencyKind.PUT)).containsExactly(PUT);
    assertThat(told.nanosOf(LatencyKind.COMMIT)).containsExactly(COMMIT);
    assertThat(tookNanos).isEqualTo(MAKING + PUT + COMMIT);
  }

  @Test
  void aRoundTripBeginsWhenItsMessageIsMade() throws Exception {
    RoundTrip trip =
        new RoundTrip(
            session,
            varying,
            Waits.AMPLE,
            true,
            CommitOn.BOTH,
            new CorrelationForm(true, "times"),
            "",
            ArrivalChecking.OFF);
    long tookNanos =
        nanosOfAnIteration(
            PutGet.factory(
                    new PutGet.Settings(trip, queue.plan(), ReplyMatch.NONE, Optional.empty()))
                .create(0));

    assertThat(told.nanosOf(LatencyKind.PUT)).containsExactly(PUT);
    assertThat(told.nanosOf(LatencyKind.GET)).containsExactly(GET);
    assertThat(told.nanosOf(LatencyKind.ROUND_TRIP)).containsExactly(PUT + COMMIT + GET);
    assertThat(tookNanos).isEqualTo(MAKING + PUT + COMMIT + GET + COMMIT);
  }

  @ParameterizedTest
  @EnumSource
  void thereWasNothingToDoUntilAMessageWasSent(Taker taker) throws Exception {
    Worker worker = opened(taker.of(this, Waits.AMPLE));
    taker.feed(this); // at the end of the hour, but for how long this test takes
    nanosOfCalls.put("receive", HOUR);

    assertThat(worker.iterate()).isEqualTo(Outcome.DONE);
    worker.close();
    assertThat(idleNanos).hasSize(1).allMatch(nanos -> HOUR / 2 < nanos && nanos <= HOUR);
  }

  @ParameterizedTest
  @EnumSource
  void aMessageThatHasBeenThereIsWork(Taker taker) throws Exception {
    Worker worker = opened(taker.of(this, Waits.AMPLE));
    taker.feed(this);
    nanosOfCalls.put("receive", HOUR);
    sentBeforeMillis = HOUR / 1_000_000;

    assertThat(worker.iterate()).isEqualTo(Outcome.DONE);
    worker.close();
    assertThat(idleNanos).hasSize(1).allMatch(nanos -> nanos <= 0);
  }

  @ParameterizedTest
  @EnumSource
  void thereWasNothingToDoForAsLongAsNothingCame(Taker taker) throws Exception {
    Worker worker = opened(taker.of(this, Waits.SHORT));
    nanosOfCalls.put("receive", HOUR);

    assertThat(worker.iterate()).isEqualTo(Outcome.NOTHING);
    worker.close();
    assertThat(idleNanos).containsExactly(HOUR);
  }

  /** A worker that takes messages which others send. */
  private enum Taker {
    RECEIVER,
    SUBSCRIBER,
    FORWARDER;

    Worker of(TimesOfCallsTest test, Duration timeout) {
      DestinationPlan from = from(test);
      return switch (this) {
        case RECEIVER, SUBSCRIBER ->
            Receiver.factory(
                    new Receiver.Settings(test.session, from, timeout, ArrivalChecking.OFF))
                .create(0);
        case FORWARDER ->
            Forwarder.factory(
                    new Forwarder.Settings(
                        new Passing(
                            test.session,
                            from,
                            true,
                            test.varying,
                            timeout,
                            Work.NONE,
                            false,
                            ArrivalChecking.OFF),
                        test.queue.and(".NEXT").plan()))
                .create(0);
      };
    }

    void feed(TimesOfCallsTest test) throws Exception {
      Worker sender =
          Sender.factory(
                  new Sender.Settings(BROKER.session(), from(test), OutgoingMessages.small()))
              .create(0);
      new Workbench().run(sender, 1);
    }

    private DestinationPlan from(TimesOfCallsTest test) {
      return this == SUBSCRIBER ? test.queue.plan().asTopics() : test.queue.plan();
    }
  }

  private Worker opened(Worker worker) throws Exception {
    worker.attach(
        new WorkerContext(ConnectionWatch.NOBODY, told, times, new SetClock(() -> nowNanos)));
    worker.open();
    return worker;
  }

  private long nanosOfAnIteration(Worker worker) throws Exception {
    opened(worker);
    long startNanos = nowNanos;
    assertThat(worker.iterate()).isEqualTo(Outcome.DONE);
    long tookNanos = nowNanos - startNanos;
    worker.close();
    return tookNanos;
  }

  /** The same, but each call takes its time by the test's clock. */
  private <T> T timed(Class<T> type, T target) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (self, method, arguments) -> {
              nowNanos += nanosOfCalls.getOrDefault(method.getName(), 0L);
              if (method.getName().equals("send")) {
                arguments[0] = untimed.get(arguments[0]); // the broker's own message
              }
              try {
                Object result = timed(method.invoke(target, arguments));
                return List.of("getJMSTimestamp", "getJMSDeliveryTime").contains(method.getName())
                    ? (long) result - sentBeforeMillis
                    : result;
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            }));
  }

  private Object timed(Object result) {
    if (result instanceof Connection connection) {
      return timed(Connection.class, connection);
    } else if (result instanceof Session opened) {
      return timed(Session.class, opened);
    } else if (result instanceof MessageProducer producer) {
      return timed(MessageProducer.class, producer);
    } else if (result instanceof MessageConsumer consumer) {
      return timed(MessageConsumer.class, consumer);
    } else if (result instanceof Message message) {
      Message timed =
          message instanceof TextMessage text
              ? timed(TextMessage.class, text)
              : timed(Message.class, message);
      untimed.put(timed, message);
      return timed;
    }
    return result;
  }
}
