package dev.sluice.jms.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.worker.Worker;
import dev.sluice.core.worker.Worker.Outcome;
import dev.sluice.jms.BrokerFixture;
import dev.sluice.jms.TestQueue;
import dev.sluice.jms.message.BodyKind;
import dev.sluice.jms.message.MessageSpec;
import dev.sluice.jms.provider.Credentials;
import dev.sluice.jms.provider.JmsProvider;
import dev.sluice.jms.provider.artemis.ArtemisProvider;
import dev.sluice.jms.session.PutOptions;
import dev.sluice.jms.session.SessionSettings;
import dev.sluice.jms.session.SessionSettings.Api;
import dev.sluice.jms.tracking.TrackingProperties;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class AsyncSenderTest {

  @RegisterExtension static final BrokerFixture BROKER = new BrokerFixture();

  private final TestQueue queue = BROKER.newQueue();
  private final Workbench bench = new Workbench();

  @ParameterizedTest
  @EnumSource(Api.class)
  void anAsynchronousSenderCountsEachMessageOnceItIsAnswered(Api api) throws Exception {
    Worker sender = sender(api, OutgoingMessages.small());
    for (int i = 0; i < 50; i++) {
      assertThat(sender.iterate()).isEqualTo(Outcome.BEGUN);
    }
    sender.close();

    assertThat(bench.told().completed()).isEqualTo(50);
    assertThat(bench.told().inDoubt()).isZero();
    assertThat(queue.drain()).hasSize(50);
  }

  @ParameterizedTest
  @EnumSource(Api.class)
  void anAsynchronousSenderThatCannotStampAMessageHasNotSentIt(Api api) throws Exception {
    FailingStamps stamps = new FailingStamps(3);
    Worker sender =
        sender(
            api,
            new OutgoingMessage(
                new MessageSpec(BodyKind.BYTES, 10), PutOptions.NON_PERSISTENT, worker -> stamps));
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
    assertThat(bench.told().completed()).isEqualTo(8);
    assertThat(bench.told().inDoubt()).isZero();
    assertThat(queue.drain()).hasSize(8);
  }

  @ParameterizedTest
  @EnumSource(Api.class)
  void whatTheBrokerHasNotTakenIsInDoubt(Api api) throws Exception {
    try (DeafBroker broker = new DeafBroker(2);
        JmsProvider provider = new ArtemisProvider(broker.url(), Credentials.NONE)) {
      TestQueue there = new TestQueue(provider, "Q");
      Worker sender =
          sender(SessionSettings.of(provider).withApi(api), there, OutgoingMessages.small());
      for (int i = 0; i < 4; i++) {
        assertThat(sender.iterate()).isEqualTo(Outcome.BEGUN);
      }
      sender.close();

      assertThat(bench.told().completed()).isEqualTo(2);
      assertThat(bench.told().inDoubt()).isEqualTo(2);
      assertThat(there.drain()).hasSize(2);
    }
  }

  private Worker sender(Api api, OutgoingMessage outgoing) throws Exception {
    return sender(BROKER.session().withApi(api), queue, outgoing);
  }

  private Worker sender(SessionSettings session, TestQueue to, OutgoingMessage outgoing)
      throws Exception {
    return bench.opened(
        AsyncSender.factory(new AsyncSender.Settings(session, to.plan(), outgoing, 4)).create(0));
  }

  /** Fails to stamp one message. */
  private static final class FailingStamps implements TrackingProperties {

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
}
