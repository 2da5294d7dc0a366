package dev.sluice.jms.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.sluice.core.worker.Worker;
import dev.sluice.core.worker.Worker.Outcome;
import dev.sluice.jms.TestQueue;
import dev.sluice.jms.Waits;
import dev.sluice.jms.message.CorrelationForm;
import dev.sluice.jms.provider.Credentials;
import dev.sluice.jms.provider.JmsProvider;
import dev.sluice.jms.provider.artemis.ArtemisProvider;
import dev.sluice.jms.provider.embedded.EmbeddedProvider;
import dev.sluice.jms.session.SessionSettings;
import dev.sluice.jms.tracking.ArrivalChecking;
import dev.sluice.jms.worker.Requester.ReplyPlace;
import dev.sluice.jms.worker.RoundTrip.CommitOn;
import dev.sluice.jms.worker.RoundTrip.ReplyMatch;
import jakarta.jms.JMSException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Workers whose broker goes away. */
class LostBrokerTest {

  private EmbeddedProvider broker = EmbeddedProvider.withTcp(0);
  private final int port = broker.tcpPort();
  private final JmsProvider client =
      new ArtemisProvider("tcp://127.0.0.1:" + port, Credentials.NONE);
  private final TestQueue queue = new TestQueue(client, "Q");
  private final Workbench bench = new Workbench();

  @AfterEach
  void close() {
    client.close();
    broker.close();
  }

  @Test
  void aBrokerThatStopsIsNoticedExplainedAndFoundAgain() throws Exception {
    Worker sender = bench.opened(sender(SessionSettings.of(client).transacted(10)));
    Worker receiver =
        Receiver.factory(
                new Receiver.Settings(
                    SessionSettings.of(client), queue.plan(), Waits.FOR_EVER, ArrivalChecking.OFF))
            .create(0);
    receiver.open(); // not told of on the bench, which is for what the sender loses
    Workbench.iterate(sender, 3);
    CompletableFuture<Outcome> waiting = Elsewhere.iterate(receiver);

    broker.close();

    JMSException lost =
        catchThrowableOfType(JMSException.class, () -> Workbench.iterate(sender, 10_000));
    assertThat(sender.survives(lost)).isFalse();
    assertThat(sender.causeOf(lost)).containsAnyOf("DISCONNECTED", "OBJECT_CLOSED", "NOT_CONN");
    assertThat(bench.told().rolledBack() + bench.told().inDoubt()).isGreaterThanOrEqualTo(3);
    ExecutionException failed = catchThrowableOfType(ExecutionException.class, waiting::get);
    assertThat(receiver.survives((Exception) failed.getCause())).isFalse();
    sender.close();
    receiver.close();

    broker = EmbeddedProvider.withTcp(port);
    sender.open();
    receiver.open();
    Workbench.iterate(sender, 10);
    Workbench.iterate(receiver, 10);
    sender.close();
    receiver.close();
    assertThat(queue.depth()).isZero();
  }

  @Test
  void aWaitForAReplyFailsWithTheLossAndNotWithATimeOut() throws Exception {
    RoundTrip trip =
        new RoundTrip(
            SessionSettings.of(client),
            OutgoingMessages.small(),
            Waits.AMPLE,
            true,
            CommitOn.BOTH,
            new CorrelationForm(true, "own"),
            "",
            ArrivalChecking.OFF);
    for (ReplyMatch match : ReplyMatch.values()) {
      Worker requester =
          Requester.factory(
                  new Requester.Settings(
                      trip,
                      queue.plan(),
                      queue.and(".REPLY").plan(),
                      ReplyPlace.FIXED,
                      match,
                      Optional.empty()))
              .create(0);
      requester.open();
      CompletableFuture<Outcome> waiting = Elsewhere.iterate(requester);
      while (queue.depth() == 0) {
        Thread.onSpinWait();
      }

      broker.close();

      ExecutionException failed = catchThrowableOfType(ExecutionException.class, waiting::get);
      Exception lost = (Exception) failed.getCause();
      assertThat(requester.causeOf(lost)).doesNotContain("no answer");
      requester.close();
      broker = EmbeddedProvider.withTcp(port);
    }
  }

  @Test
  void aFailedOpenLeavesNothingToClose() {
    broker.close();
    Worker sender = sender(SessionSettings.of(client));

    JMSException failure = catchThrowableOfType(JMSException.class, sender::open);

    assertThat(sender.causeOf(failure)).startsWith("NOT_CONNECTED");
    sender.close();
  }

  private Worker sender(SessionSettings session) {
    return Sender.factory(new Sender.Settings(session, queue.plan(), OutgoingMessages.ofBytes(100)))
        .create(0);
  }
}
