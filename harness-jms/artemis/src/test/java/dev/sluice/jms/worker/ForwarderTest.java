package dev.sluice.jms.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.jms.BrokerFixture;
import dev.sluice.jms.TestQueue;
import dev.sluice.jms.Waits;
import dev.sluice.jms.session.SessionSettings.Api;
import dev.sluice.jms.tracking.ArrivalChecking;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ForwarderTest {

  @RegisterExtension static final BrokerFixture BROKER = new BrokerFixture();

  @ParameterizedTest
  @EnumSource(Api.class)
  void aForwarderMovesMessages(Api api) throws Exception {
    TestQueue from = BROKER.newQueue();
    TestQueue to = BROKER.newQueue();
    from.fill(3);
    Forwarder.Settings settings =
        new Forwarder.Settings(
            new Passing(
                BROKER.session().withApi(api).transacted(2),
                from.plan(),
                true,
                OutgoingMessages.small(),
                Waits.AMPLE,
                false,
                ArrivalChecking.OFF),
            to.plan());
    new Workbench().run(Forwarder.factory(settings).create(0), 3);

    assertThat(from.drain()).isEmpty();
    assertThat(to.drain()).hasSize(3);
  }
}
