package dev.sluice.jms.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.sluice.core.worker.Worker;
import dev.sluice.core.worker.Worker.Outcome;
import dev.sluice.jms.BrokerFixture;
import dev.sluice.jms.TestQueue;
import dev.sluice.jms.destination.SelectorPlan;
import dev.sluice.jms.provider.Failure;
import dev.sluice.jms.session.SessionSettings.Api;
import jakarta.jms.JMSException;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class BrowserTest {

  @RegisterExtension static final BrokerFixture BROKER = new BrokerFixture();

  private final TestQueue queue = BROKER.newQueue();
  private final Workbench bench = new Workbench();

  @ParameterizedTest
  @EnumSource(Api.class)
  void aBrowserLooksAndTakesNothing(Api api) throws Exception {
    queue.fill(3);
    Worker browser = bench.opened(browser(api, SelectorPlan.ALL));
    Workbench.iterate(browser, 3);
    assertThat(browser.iterate()).isEqualTo(Outcome.NOTHING);
    assertThat(browser.iterate()).isEqualTo(Outcome.DONE);
    browser.close();

    assertThat(queue.drain()).hasSize(3);
  }

  @ParameterizedTest
  @EnumSource(Api.class)
  void aBrowserWithAWrongSelectorDoesNotOpen(Api api) {
    Worker wrong = browser(api, SelectorPlan.of("color ="));

    Exception thrown = catchThrowableOfType(JMSException.class, () -> bench.opened(wrong));

    Failure failure = BROKER.provider().explain(thrown);
    assertThat(failure.configuration()).isTrue();
    assertThat(failure.cause()).contains("the selector is invalid");
  }

  private Worker browser(Api api, SelectorPlan selector) {
    return Browser.factory(
            new Browser.Settings(
                BROKER.session().withApi(api), queue.plan(), selector, Browser.Granularity.MESSAGE))
        .create(0);
  }
}
