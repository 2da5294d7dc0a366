package dev.sluice.jms.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.sluice.core.stats.LatencyKind;
import dev.sluice.core.worker.Worker;
import dev.sluice.core.worker.Worker.Outcome;
import dev.sluice.core.worker.WorkerFactory;
import dev.sluice.jms.BrokerFixture;
import dev.sluice.jms.TestQueue;
import dev.sluice.jms.Waits;
import dev.sluice.jms.destination.ConsumerPlan;
import dev.sluice.jms.destination.SelectorPlan;
import dev.sluice.jms.destination.SubscriptionPlan;
import dev.sluice.jms.message.BodyKind;
import dev.sluice.jms.message.CorrelationForm;
import dev.sluice.jms.message.MessageSpec;
import dev.sluice.jms.message.MessageSpec.Correlation;
import dev.sluice.jms.session.PutOptions;
import dev.sluice.jms.session.SessionSettings;
import dev.sluice.jms.session.SessionSettings.Api;
import dev.sluice.jms.session.SessionSettings.SessionMode;
import dev.sluice.jms.tracking.ArrivalChecking;
import jakarta.jms.Message;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ReceiverTest {

  @RegisterExtension static final BrokerFixture BROKER = new BrokerFixture();

  private final TestQueue queue = BROKER.newQueue();
  private final Workbench bench = new Workbench();

  @Test
  void whatASenderSendsAReceiverReceives() throws Exception {
    Worker sender =
        Sender.factory(
                new Sender.Settings(BROKER.session(), queue.plan(), OutgoingMessages.ofBytes(100)))
            .create(0);
    Worker receiver = receivers(BROKER.session(), Waits.AMPLE).create(0);
    sender.open();
    receiver.open();

    Workbench.iterate(sender, 100);
    Workbench.iterate(receiver, 100);
    sender.close();
    receiver.close();

    assertThat(queue.depth()).isZero();
  }

  @Test
  void aReceiveThatTimesOutFindsNothing() throws Exception {
    Worker receiver = bench.opened(receivers(BROKER.session(), Waits.SHORT).create(0));

    assertThat(receiver.iterate()).isEqualTo(Outcome.NOTHING);
    receiver.close();
  }

  @Test
  void aReceiverCommitsEveryNAndTheRestAtItsEnd() throws Exception {
    queue.fill(5);
    bench.run(receivers(BROKER.session().transacted(3), Waits.AMPLE).create(0), 4);

    assertThat(queue.depth()).isEqualTo(1);
    assertThat(bench.told().rolledBack()).isZero();
  }

  @Test
  void aReceiverWorksOnAMessageBeforeItIsSettled() throws Exception {
    queue.fill(3);
    Work work = new Work(new Work.Uniform(20_000_000, 20_000_000), 1);
    bench.run(
        Receiver.factory(
                new Receiver.Settings(
                    BROKER.session().transacted(1), queue.plan(), Waits.AMPLE, ArrivalChecking.OFF),
                work)
            .create(0),
        2);

    assertThat(bench.told().parts())
        .containsExactly(
            LatencyKind.GET,
            LatencyKind.WORK,
            LatencyKind.COMMIT,
            LatencyKind.GET,
            LatencyKind.WORK,
            LatencyKind.COMMIT);
    assertThat(bench.told().nanosOf(LatencyKind.WORK)).allMatch(nanos -> nanos >= 20_000_000);
    assertThat(queue.depth()).isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource(Api.class)
  void clientAcknowledgeReallyAcknowledges(Api api) throws Exception {
    queue.fill(5);
    SessionSettings session = BROKER.session().withApi(api).withMode(SessionMode.CLIENT, 2);
    bench.run(receivers(session, Waits.AMPLE).create(0), 3);

    assertThat(queue.drain())
        .hasSize(2)
        .allSatisfy(m -> assertThat(m.getJMSRedelivered()).isFalse());
  }

  @ParameterizedTest
  @EnumSource(Api.class)
  void aReceiverGetsTheMessagesOfTheSenderOfItsNumber(Api api) throws Exception {
    SessionSettings session = BROKER.session().withApi(api);
    for (CorrelationForm form :
        new CorrelationForm[] {
          new CorrelationForm(false, "pairs"), new CorrelationForm(true, "pairs")
        }) {
      MessageSpec message =
          new MessageSpec(BodyKind.BYTES, 10)
              .withCorrelation(new Correlation(Correlation.Scope.WORKER, form));
      var senders =
          Sender.factory(
              new Sender.Settings(
                  session, queue.plan(), new OutgoingMessage(message, PutOptions.NON_PERSISTENT)));
      for (int i = 0; i < 3; i++) {
        bench.run(senders.create(i), i + 1);
      }
      ConsumerPlan intake =
          new ConsumerPlan(queue.plan(), SelectorPlan.ofCorrelation(form), SubscriptionPlan.PLAIN);
      bench.run(
          Receiver.factory(new Receiver.Settings(session, intake, Waits.AMPLE, ArrivalChecking.OFF))
              .create(1),
          2);

      assertThat(queue.drain())
          .extracting(Message::getJMSCorrelationID)
          .containsExactly(
              form.forWorker(0).ofWorker(),
              form.forWorker(2).ofWorker(),
              form.forWorker(2).ofWorker(),
              form.forWorker(2).ofWorker());
    }
  }

  @Test
  void settingsAreChecked() {
    assertThatIllegalArgumentException().isThrownBy(() -> BROKER.session().transacted(0));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> receivers(BROKER.session(), Duration.ofMillis(-1)));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> receivers(BROKER.session(), Duration.ofNanos(1)));
  }

  private WorkerFactory receivers(SessionSettings session, Duration timeout) {
    return Receiver.factory(
        new Receiver.Settings(session, queue.plan(), timeout, ArrivalChecking.OFF));
  }
}
