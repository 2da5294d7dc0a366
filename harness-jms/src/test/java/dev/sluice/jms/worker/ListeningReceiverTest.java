package dev.sluice.jms.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.sluice.core.worker.Worker;
import dev.sluice.core.worker.Worker.Outcome;
import dev.sluice.core.worker.WorkerFactory;
import dev.sluice.jms.BrokerFixture;
import dev.sluice.jms.TestQueue;
import dev.sluice.jms.WorkRecord;
import dev.sluice.jms.delivery.ArrivalChecking;
import dev.sluice.jms.session.Api;
import dev.sluice.jms.session.SessionMode;
import dev.sluice.jms.session.SessionSettings;
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
  void aListenerCountsWhatItIsBrought(Api api) throws Exception {
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
    Worker listener = listeners(BROKER.session().withApi(api).withMode(mode, batch)).create(0);
    listener.attach(told.context(4));
    listener.open();
    iterateUntilCompleted(listener, 4);
    listener.iterate(); // and is brought one more, if it is brought any
    listener.close();

    assertThat(told.completed()).isEqualTo(4);
    assertThat(told.inDoubt()).isZero();
    assertThat(queue.drain()).hasSize(6);
  }

  @Test
  void aListenerHasNoRate() {
    assertThat(listeners(BROKER.session()).paceable()).isFalse();
  }

  @Test
  void severalConsumersOfASharedConnectionAreRefused() {
    SessionSettings shared = BROKER.session().withSharedConnection();

    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                new ListeningReceiver.Settings(
                    shared, Intake.of(queue.plan()), 2, ArrivalChecking.OFF))
        .withMessageContaining("shared");
  }

  private WorkerFactory listeners(SessionSettings session) {
    return ListeningReceiver.factory(
        new ListeningReceiver.Settings(session, Intake.of(queue.plan()), 1, ArrivalChecking.OFF));
  }

  private void iterateUntilCompleted(Worker listener, long count) throws Exception {
    while (told.completed() < count) {
      assertThat(listener.iterate()).isEqualTo(Outcome.COUNTED);
    }
  }
}
