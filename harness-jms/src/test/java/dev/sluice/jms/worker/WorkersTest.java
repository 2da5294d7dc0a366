package dev.sluice.jms.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.sluice.core.worker.Worker;
import dev.sluice.core.worker.Worker.Outcome;
import dev.sluice.core.worker.WorkerFactory;
import dev.sluice.jms.destination.DestinationPlan;
import dev.sluice.jms.message.BodyKind;
import dev.sluice.jms.message.MessageSpec;
import dev.sluice.jms.provider.Credentials;
import dev.sluice.jms.provider.JmsProvider;
import dev.sluice.jms.provider.artemis.ArtemisSettings;
import dev.sluice.jms.provider.embedded.EmbeddedProvider;
import dev.sluice.jms.provider.embedded.EmbeddedSettings;
import dev.sluice.jms.session.PutOptions;
import dev.sluice.jms.session.SessionSettings;
import jakarta.jms.Connection;
import jakarta.jms.DeliveryMode;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.QueueBrowser;
import jakarta.jms.Session;
import java.time.Duration;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Enumeration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Workers against a broker in this process. */
class WorkersTest {

  private static final Duration FOR_EVER = Duration.ZERO;

  /** Long enough for a message that is there, so that a test that is right never waits it out. */
  private static final Duration SECONDS = Duration.ofSeconds(20);

  private static final Duration SHORT = Duration.ofMillis(1);

  private final LostWork lostWork = new LostWork();
  private EmbeddedProvider broker;

  @BeforeEach
  void startBroker() {
    broker = EmbeddedSettings.withTcp(0).create();
  }

  @AfterEach
  void stopBroker() {
    broker.close();
  }

  @Test
  void whatASenderSendsAReceiverReceives() throws Exception {
    Worker sender = senders(broker, 0).create(0);
    Worker receiver = receivers(broker, SECONDS, 0).create(0);
    sender.open();
    receiver.open();

    for (int i = 0; i < 100; i++) {
      assertThat(sender.iterate()).isEqualTo(Outcome.DONE);
    }
    for (int i = 0; i < 100; i++) {
      assertThat(receiver.iterate()).isEqualTo(Outcome.DONE);
    }
    sender.close();
    receiver.close();

    assertThat(depth("Q")).isZero();
  }

  @Test
  void aReceiveThatTimesOutFindsNothing() throws Exception {
    Worker receiver = receivers(broker, SHORT, 0).create(0);
    receiver.open();

    assertThat(receiver.iterate()).isEqualTo(Outcome.NOTHING);
    receiver.close();
  }

  @Test
  void messagesAreAsAskedFor() throws Exception {
    Worker sender =
        Sender.factory(
                new Sender.Settings(
                    SessionSettings.of(broker),
                    DestinationPlan.of("Q"),
                    new Outgoing(new MessageSpec(BodyKind.TEXT, 5), PutOptions.of(true))))
            .create(0);
    sender.open();
    sender.iterate();
    sender.close();

    try (Connection connection = broker.connect();
        Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE)) {
      connection.start();
      Message message = session.createConsumer(session.createQueue("Q")).receive();
      assertThat(message.getJMSDeliveryMode()).isEqualTo(DeliveryMode.PERSISTENT);
      assertThat(message.getBody(String.class)).isEqualTo("abcde");
    }
  }

  @Test
  void workersUseTheQueueOfTheirNumber() throws Exception {
    WorkerFactory factory =
        Sender.factory(
            new Sender.Settings(
                SessionSettings.of(broker),
                DestinationPlan.numbered("Q", 1, 2),
                new Outgoing(new MessageSpec(BodyKind.BYTES, 10), PutOptions.NON_PERSISTENT)));
    for (int index = 0; index < 3; index++) {
      Worker sender = factory.create(index);
      sender.open();
      sender.iterate();
      sender.close();
    }

    assertThat(depth("Q1")).isEqualTo(2);
    assertThat(depth("Q2")).isEqualTo(1);
  }

  @Test
  void aSenderCommitsEveryNAndTheRestAtItsEnd() throws Exception {
    Worker sender = senders(broker, 3).create(0);
    sender.attach(lostWork.context());
    sender.open();

    iterate(sender, 2);
    assertThat(depth("Q")).isZero();
    iterate(sender, 1);
    assertThat(depth("Q")).isEqualTo(3);
    iterate(sender, 1);
    assertThat(depth("Q")).isEqualTo(3);
    sender.close();

    assertThat(depth("Q")).isEqualTo(4);
    assertThat(lostWork.rolledBack()).isZero();
    assertThat(lostWork.inDoubt()).isZero();
  }

  @Test
  void aReceiverCommitsEveryNAndTheRestAtItsEnd() throws Exception {
    fill("Q", 5);
    Worker receiver = receivers(broker, SECONDS, 3).create(0);
    receiver.attach(lostWork.context());
    receiver.open();
    iterate(receiver, 4);
    receiver.close();

    assertThat(depth("Q")).isEqualTo(1);
    assertThat(lostWork.rolledBack()).isZero();
  }

  @Test
  void aReceiverThatWaitsForEverIsUnblocked() throws Exception {
    Worker receiver = receivers(broker, FOR_EVER, 0).create(0);
    receiver.open();
    CompletableFuture<Outcome> waiting = iterateElsewhere(receiver);

    receiver.unblock();

    assertThat(waiting.get()).isEqualTo(Outcome.NOTHING);
    receiver.close();
  }

  @Test
  void anUnblockedReceiverCommitsWhatItHas() throws Exception {
    fill("Q", 2);
    Worker receiver = receivers(broker, FOR_EVER, 10).create(0);
    receiver.attach(lostWork.context());
    receiver.open();
    iterate(receiver, 2);
    CompletableFuture<Outcome> waiting = iterateElsewhere(receiver);

    receiver.unblock();
    assertThat(waiting.get()).isEqualTo(Outcome.NOTHING);
    receiver.close();

    assertThat(depth("Q")).isZero();
    assertThat(lostWork.rolledBack()).isZero();
  }

  @Test
  void aReceiverUnblockedBeforeItIsOpenDoesNotWait() throws Exception {
    Worker receiver = receivers(broker, FOR_EVER, 0).create(0);
    receiver.unblock();
    receiver.open();

    assertThat(receiver.iterate()).isEqualTo(Outcome.NOTHING);
    receiver.close();
  }

  @Test
  void unblockingRacesWithClosing() throws Exception {
    for (int i = 0; i < 50; i++) {
      Worker receiver = receivers(broker, SHORT, 2).create(0);
      receiver.open();
      CompletableFuture<Void> unblocking = CompletableFuture.runAsync(receiver::unblock);
      receiver.iterate();
      receiver.close();
      unblocking.get();
    }

    assertThat(depth("Q")).isZero();
  }

  @Test
  void aSenderThatWaitsForRoomIsUnblocked() throws Exception {
    int mebibyte = 1 << 20;
    WorkerFactory factory =
        Sender.factory(
            new Sender.Settings(
                SessionSettings.of(broker),
                DestinationPlan.of("Q"),
                new Outgoing(
                    new MessageSpec(BodyKind.BYTES, mebibyte), PutOptions.NON_PERSISTENT)));
    Worker sender = factory.create(0);
    sender.open();
    CompletableFuture<JMSException> blocked =
        CompletableFuture.supplyAsync(
            () -> catchThrowableOfType(JMSException.class, () -> iterate(sender, 10_000)));

    sender.unblock();

    assertThat(blocked.get()).isNotNull();
    sender.close();
  }

  @Test
  void aBrokerThatStopsIsNoticedExplainedAndFoundAgain() throws Exception {
    int port = broker.tcpPort();
    String url = "tcp://127.0.0.1:" + port;
    try (JmsProvider client = new ArtemisSettings(url, Credentials.NONE).create()) {
      Worker sender = senders(client, 10).create(0);
      sender.attach(lostWork.context());
      Worker receiver = receivers(client, FOR_EVER, 0).create(0);
      sender.open();
      receiver.open();
      iterate(sender, 3);
      CompletableFuture<Outcome> waiting = iterateElsewhere(receiver);

      broker.close();

      JMSException lost = catchThrowableOfType(JMSException.class, () -> iterate(sender, 10_000));
      assertThat(sender.survives(lost)).isFalse();
      assertThat(sender.causeOf(lost)).containsAnyOf("DISCONNECTED", "OBJECT_CLOSED", "NOT_CONN");
      assertThat(lostWork.rolledBack() + lostWork.inDoubt()).isGreaterThanOrEqualTo(3);
      ExecutionException failed = catchThrowableOfType(ExecutionException.class, waiting::get);
      assertThat(receiver.survives((Exception) failed.getCause())).isFalse();
      sender.close();
      receiver.close();

      broker = EmbeddedSettings.withTcp(port).create();
      sender.open();
      receiver.open();
      iterate(sender, 10);
      iterate(receiver, 10);
      sender.close();
      receiver.close();
      assertThat(depth("Q")).isZero();
    }
  }

  @Test
  void aFailedOpenLeavesNothingToClose() throws Exception {
    int port = broker.tcpPort();
    try (JmsProvider client =
        new ArtemisSettings("tcp://127.0.0.1:" + port, Credentials.NONE).create()) {
      broker.close();
      Worker sender = senders(client, 0).create(0);

      JMSException failure = catchThrowableOfType(JMSException.class, sender::open);

      assertThat(sender.causeOf(failure)).startsWith("NOT_CONNECTED");
      sender.close();
    }
  }

  @Test
  void theNullWorkerIsAlwaysDone() throws Exception {
    Worker worker = new NullWorkerFactory().create(0);
    worker.open();

    assertThat(worker.iterate()).isEqualTo(Outcome.DONE);
    worker.close();
  }

  @Test
  void settingsAreChecked() {
    assertThatIllegalArgumentException().isThrownBy(() -> SessionSettings.of(broker).transacted(0));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> receivers(broker, Duration.ofMillis(-1), 0));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> receivers(broker, Duration.ofNanos(1), 0));
  }

  /**
   * @param batch messages in a transaction, 0 for none
   */
  private static WorkerFactory senders(JmsProvider provider, int batch) {
    return Sender.factory(
        new Sender.Settings(
            session(provider, batch),
            DestinationPlan.of("Q"),
            new Outgoing(new MessageSpec(BodyKind.BYTES, 100), PutOptions.NON_PERSISTENT)));
  }

  private static WorkerFactory receivers(JmsProvider provider, Duration timeout, int batch) {
    return Receiver.factory(
        new Receiver.Settings(session(provider, batch), DestinationPlan.of("Q"), timeout));
  }

  private static SessionSettings session(JmsProvider provider, int batch) {
    SessionSettings settings = SessionSettings.of(provider);
    return batch == 0 ? settings : settings.transacted(batch);
  }

  private static void iterate(Worker worker, int times) throws Exception {
    for (int i = 0; i < times; i++) {
      assertThat(worker.iterate()).isEqualTo(Outcome.DONE);
    }
  }

  /** Returns when the other thread waits inside the provider, or has returned. */
  private static CompletableFuture<Outcome> iterateElsewhere(Worker worker) {
    CompletableFuture<Outcome> outcome = new CompletableFuture<>();
    Thread thread =
        new Thread(
            () -> {
              try {
                outcome.complete(worker.iterate());
              } catch (Exception e) {
                outcome.completeExceptionally(e);
              }
            });
    thread.setDaemon(true);
    thread.start();
    Set<Thread.State> waiting = EnumSet.of(Thread.State.WAITING, Thread.State.TIMED_WAITING);
    while (!outcome.isDone() && !waiting.contains(thread.getState())) {
      Thread.onSpinWait();
    }
    return outcome;
  }

  private void fill(String queue, int messages) throws JMSException {
    try (Connection connection = broker.connect();
        Session session = connection.createSession(true, Session.SESSION_TRANSACTED)) {
      var producer = session.createProducer(session.createQueue(queue));
      for (int i = 0; i < messages; i++) {
        producer.send(session.createMessage());
      }
      session.commit();
    }
  }

  private int depth(String queue) throws JMSException {
    try (Connection connection = broker.connect();
        Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
        QueueBrowser browser = session.createBrowser(session.createQueue(queue))) {
      connection.start();
      Enumeration<?> messages = browser.getEnumeration();
      return Collections.list(messages).size();
    }
  }
}
