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
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * What the times of an iteration are of, by a clock that stands still but while a message is made,
 * put, committed and got: the parts are the calls alone, the whole has the making of the message
 * too.
 */
class TimesOfCallsTest {

  @RegisterExtension static final BrokerFixture BROKER = new BrokerFixture();

  /** Different numbers, each sum of which says what is in it. */
  private static final long MAKING = 1_000;

  private static final long PUT = 20_000;
  private static final long COMMIT = 300_000;
  private static final long GET = 4_000_000;
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
  private long nowNanos;

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

  private long nanosOfAnIteration(Worker worker) throws Exception {
    worker.attach(
        new WorkerContext(
            ConnectionWatch.NOBODY, told, IterationTimes.NONE, new SetClock(() -> nowNanos)));
    worker.open();
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
              nowNanos += NANOS_OF_CALLS.getOrDefault(method.getName(), 0L);
              if (method.getName().equals("send")) {
                arguments[0] = untimed.get(arguments[0]); // the broker's own message
              }
              try {
                return timed(method.invoke(target, arguments));
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
    } else if (result instanceof TextMessage message) {
      TextMessage timed = timed(TextMessage.class, message);
      untimed.put(timed, message);
      return timed;
    }
    return result;
  }
}
