package dev.sluice.jms.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.sluice.core.worker.Worker;
import dev.sluice.core.worker.Worker.Outcome;
import dev.sluice.jms.BrokerFixture;
import dev.sluice.jms.TestQueue;
import dev.sluice.jms.Waits;
import dev.sluice.jms.session.SessionSettings;
import dev.sluice.jms.tracking.ArrivalChecking;
import jakarta.jms.JMSException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Workers whose wait inside the provider another thread ends. */
class UnblockingTest {

  @RegisterExtension static final BrokerFixture BROKER = new BrokerFixture();

  private final TestQueue queue = BROKER.newQueue();
  private final Workbench bench = new Workbench();

  @Test
  void aReceiverThatWaitsForEverIsUnblocked() throws Exception {
    Worker receiver = bench.opened(receiver(BROKER.session(), Waits.FOR_EVER));
    CompletableFuture<Outcome> waiting = Elsewhere.iterate(receiver);

    receiver.unblock();

    assertThat(waiting.get()).isEqualTo(Outcome.NOTHING);
    receiver.close();
  }

  @Test
  void anUnblockedReceiverCommitsWhatItHas() throws Exception {
    queue.fill(2);
    Worker receiver = bench.opened(receiver(BROKER.session().transacted(10), Waits.FOR_EVER));
    Workbench.iterate(receiver, 2);
    CompletableFuture<Outcome> waiting = Elsewhere.iterate(receiver);

    receiver.unblock();
    assertThat(waiting.get()).isEqualTo(Outcome.NOTHING);
    receiver.close();

    assertThat(queue.depth()).isZero();
    assertThat(bench.told().rolledBack()).isZero();
  }

  @Test
  void aReceiverUnblockedBeforeItIsOpenDoesNotWait() throws Exception {
    Worker receiver = receiver(BROKER.session(), Waits.FOR_EVER);
    receiver.unblock();
    receiver.open();

    assertThat(receiver.iterate()).isEqualTo(Outcome.NOTHING);
    receiver.close();
  }

  @Test
  void unblockingRacesWithClosing() throws Exception {
    for (int i = 0; i < 50; i++) {
      Worker receiver = receiver(BROKER.session().transacted(2), Waits.SHORT);
      receiver.open();
      CompletableFuture<Void> unblocking = CompletableFuture.runAsync(receiver::unblock);
      receiver.iterate();
      receiver.close();
      unblocking.get();
    }

    assertThat(queue.depth()).isZero();
  }

  @Test
  void aSenderThatWaitsForRoomIsUnblocked() throws Exception {
    int mebibyte = 1 << 20;
    Worker sender =
        Sender.factory(
                new Sender.Settings(
                    BROKER.session(), queue.plan(), OutgoingMessages.ofBytes(mebibyte)))
            .create(0);
    sender.open();
    CompletableFuture<JMSException> blocked =
        CompletableFuture.supplyAsync(
            () ->
                catchThrowableOfType(JMSException.class, () -> Workbench.iterate(sender, 10_000)));

    sender.unblock();

    assertThat(blocked.get()).isNotNull();
    sender.close();
  }

  private Worker receiver(SessionSettings session, Duration timeout) {
    return Receiver.factory(
            new Receiver.Settings(session, queue.plan(), timeout, ArrivalChecking.OFF))
        .create(0);
  }
}
