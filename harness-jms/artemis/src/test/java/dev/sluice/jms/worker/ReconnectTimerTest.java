package dev.sluice.jms.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.stats.LatencyKind;
import dev.sluice.core.worker.Worker;
import dev.sluice.jms.BrokerFixture;
import dev.sluice.jms.Waits;
import dev.sluice.jms.message.CorrelationForm;
import dev.sluice.jms.session.SessionSettings.Api;
import dev.sluice.jms.tracking.ArrivalChecking;
import dev.sluice.jms.worker.RoundTrip.CommitOn;
import dev.sluice.jms.worker.RoundTrip.ReplyMatch;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ReconnectTimerTest {

  @RegisterExtension static final BrokerFixture BROKER = new BrokerFixture();

  private final Workbench bench = new Workbench();
  private final List<String> lines = new ArrayList<>();

  @ParameterizedTest
  @EnumSource(Api.class)
  void anOutageLastsFromTheLastGoodCallToTheFirstGoodOne(Api api) throws Exception {
    RoundTrip trip =
        new RoundTrip(
            BROKER.session().withApi(api),
            OutgoingMessages.small(),
            Waits.AMPLE,
            true,
            CommitOn.BOTH,
            new CorrelationForm(true, "own"),
            "",
            ArrivalChecking.OFF);
    Worker timer =
        bench.opened(
            ReconnectTimer.factory(
                    new PutGet.Settings(
                        trip, BROKER.newQueue().plan(), ReplyMatch.WORKER, Optional.empty()),
                    lines::add)
                .create(0));
    timer.iterate();
    assertThat(bench.told().parts()).doesNotContain(LatencyKind.OUTAGE);
    timer.close();
    timer.open();
    timer.iterate();
    timer.iterate();
    timer.close();

    assertThat(bench.told().parts()).containsOnlyOnce(LatencyKind.OUTAGE);
    assertThat(lines).singleElement().asString().startsWith("worker 1: nothing worked for ");
  }
}
