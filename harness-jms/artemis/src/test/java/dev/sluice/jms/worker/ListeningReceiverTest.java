package dev.sluice.jms.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.sluice.core.worker.Worker;
import dev.sluice.core.worker.Worker.Outcome;
import dev.sluice.core.worker.WorkerFactory;
import dev.sluice.jms.BrokerFixture;
import dev.sluice.jms.TestQueue;
import dev.sluice.jms.WorkRecord;
import dev.sluice.jms.destination.ConsumerPlan;
import dev.sluice.jms.provider.JmsProvider;
import dev.sluice.jms.session.SessionSettings;
import dev.sluice.jms.session.SessionSettings.Api;
import dev.sluice.jms.session.SessionSettings.SessionMode;
import dev.sluice.jms.tracking.ArrivalChecking;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.lang.reflect.Proxy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ListeningReceiverTest {

  @RegisterExtension static final BrokerFixture BROKER = new BrokerFixture();

  private final TestQueue queue = BROKER.newQueue();
  private final WorkRecord told = new WorkRecord();

  @ParameterizedTest
  @EnumSource(Api.class)
  void aListenerCountsItsMessages(Api api) throws Exception {
    queue.fill(25);
    Worker listener = listeners(BROKER.session().withApi(api).transacted(10)).create(0);
    listener.attach(told.context());
    listener.open();
    iterateUntilCompleted(listener, 25);
    listener.close();

    assertThat(queue.drain()).isEmpty();
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
    queue.fill(10);
    takeFour(listeners(BROKER.session().withApi(api).withMode(mode, batch)).create(0));

    assertThat(queue.drain()).hasSize(6);
  }

  /** What it is brought beyond that goes back unseen: a rollback for it would wait for itself. */
  @ParameterizedTest
  @EnumSource(Api.class)
  void aListenerWithSeveralConsumersTakesItsCountAndNoMore(Api api) throws Exception {
    queue.fill(30);
    takeFour(listeners(BROKER.session().withApi(api), 3).create(0));

    assertThat(queue.drain()).hasSize(26).noneMatch(ListeningReceiverTest::redelivered);
  }

  /** It throws where that is the only way; with one consumer nothing waits for that. */
  @ParameterizedTest
  @EnumSource(Api.class)
  void aListenerThatCanOnlyThrowTakesItsCountAndNoMore(Api api) throws Exception {
    queue.fill(10);
    JmsProvider throwing =
        (JmsProvider)
            Proxy.newProxyInstance(
                JmsProvider.class.getClassLoader(),
                new Class<?>[] {JmsProvider.class},
                (proxy, method, arguments) ->
                    method.getName().equals("closingConsumersRefuse")
                        ? false
                        : method.invoke(BROKER.provider(), arguments));
    takeFour(listeners(SessionSettings.of(throwing).withApi(api), 1).create(0));

    assertThat(queue.drain()).hasSize(6);
  }

  @Test
  void aListenerHasNoRate() {
    assertThat(listeners(BROKER.session()).paceable()).isFalse();
  }

  @Test
  void severalConsumersOfASharedConnectionAreRefused() {
    SessionSettings shared = BROKER.session(Api.CLASSIC, true, "");

    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                new ListeningReceiver.Settings(
                    shared, ConsumerPlan.of(queue.plan()), 2, ArrivalChecking.OFF))
        .withMessageContaining("shared");
  }

  private WorkerFactory listeners(SessionSettings session) {
    return listeners(session, 1);
  }

  private WorkerFactory listeners(SessionSettings session, int consumers) {
    return ListeningReceiver.factory(
        new ListeningReceiver.Settings(
            session, ConsumerPlan.of(queue.plan()), consumers, ArrivalChecking.OFF));
  }

  private void takeFour(Worker listener) throws Exception {
    listener.attach(told.context(4));
    listener.open();
    iterateUntilCompleted(listener, 4);
    listener.iterate(); // and is brought one more, if it is brought any
    listener.close();

    assertThat(told.completed()).isEqualTo(4);
    assertThat(told.inDoubt()).isZero();
  }

  private static boolean redelivered(Message message) {
    try {
      return message.getJMSRedelivered();
    } catch (JMSException e) {
      throw new IllegalStateException(e);
    }
  }

  private void iterateUntilCompleted(Worker listener, long count) throws Exception {
    while (told.completed() < count) {
      assertThat(listener.iterate()).isEqualTo(Outcome.COUNTED);
    }
  }
}
