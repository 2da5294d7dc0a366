package dev.sluice.jms.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.jms.BrokerFixture;
import dev.sluice.jms.TestQueue;
import dev.sluice.jms.Waits;
import dev.sluice.jms.session.SessionSettings.Api;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class DeadLetterMonitorTest {

  @RegisterExtension static final BrokerFixture BROKER = new BrokerFixture();

  private final TestQueue queue = BROKER.newQueue();
  private final List<String> lines = new ArrayList<>();

  @ParameterizedTest
  @EnumSource(Api.class)
  void deadLettersAreTakenAndCountedByReason(Api api) throws Exception {
    queue.fill(3);
    DeadLetterMonitor.Settings settings =
        new DeadLetterMonitor.Settings(BROKER.session().withApi(api), queue.plan(), Waits.AMPLE);
    new Workbench().run(DeadLetterMonitor.factory(settings, lines::add).create(0), 3);

    assertThat(lines)
        .containsExactly(
            "dead letter: no reason given", "dead letters so far: 3 x no reason given");
    assertThat(queue.drain()).isEmpty();
  }
}
