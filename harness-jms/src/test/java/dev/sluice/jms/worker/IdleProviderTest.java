package dev.sluice.jms.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.worker.Worker;
import dev.sluice.core.worker.Worker.Outcome;
import dev.sluice.jms.destination.DestinationPlan;
import dev.sluice.jms.provider.IdleProvider;
import dev.sluice.jms.session.Api;
import dev.sluice.jms.session.SessionSettings;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Workers must be able to practise: with a provider that does nothing, nothing goes wrong. */
class IdleProviderTest {

  private final DestinationPlan queue = DestinationPlan.of("Q");

  @ParameterizedTest
  @EnumSource(Api.class)
  void sendersSend(Api api) throws Exception {
    assertThat(
            outcomeOf(
                Sender.factory(
                        new Sender.Settings(
                            settings(api).transacted(1), queue, OutgoingMessages.small()))
                    .create(0)))
        .isEqualTo(Outcome.DONE);
  }

  @ParameterizedTest
  @EnumSource(Api.class)
  void receiversFindNothing(Api api) throws Exception {
    assertThat(
            outcomeOf(
                Receiver.factory(new Receiver.Settings(settings(api), queue, Duration.ofMillis(1)))
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
