package dev.sluice.jms.provider.idle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.worker.Worker;
import dev.sluice.core.worker.Worker.Outcome;
import dev.sluice.jms.destination.DestinationPlan;
import dev.sluice.jms.message.BodyKind;
import dev.sluice.jms.message.MessageSpec;
import dev.sluice.jms.session.PutOptions;
import dev.sluice.jms.session.SessionSettings;
import dev.sluice.jms.session.SessionSettings.Api;
import dev.sluice.jms.tracking.ArrivalChecking;
import dev.sluice.jms.worker.OutgoingMessage;
import dev.sluice.jms.worker.Receiver;
import dev.sluice.jms.worker.Sender;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Workers must be able to practise: with a provider that does nothing, nothing goes wrong. */
class IdleProviderTest {

  private static final OutgoingMessage SMALL =
      new OutgoingMessage(new MessageSpec(BodyKind.BYTES, 10), PutOptions.NON_PERSISTENT);

  private final DestinationPlan queue = DestinationPlan.of("Q");

  @ParameterizedTest
  @EnumSource(Api.class)
  void sendersSend(Api api) throws Exception {
    assertThat(
            outcomeOf(
                Sender.factory(new Sender.Settings(settings(api).transacted(1), queue, SMALL))
                    .create(0)))
        .isEqualTo(Outcome.DONE);
  }

  @ParameterizedTest
  @EnumSource(Api.class)
  void receiversFindNothing(Api api) throws Exception {
    assertThat(
            outcomeOf(
                Receiver.factory(
                        new Receiver.Settings(
                            settings(api), queue, Duration.ofMillis(1), ArrivalChecking.OFF))
                    .create(0)))
        .isEqualTo(Outcome.NOTHING);
  }

  private static SessionSettings settings(Api api) {
    return SessionSettings.of(new IdleProvider()).withApi(api);
  }

  private static Outcome outcomeOf(Worker worker) throws Exception {
    worker.open();
    try {
      return worker.iterate();
    } finally {
      worker.close();
    }
  }
}
