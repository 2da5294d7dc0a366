package dev.sluice.jms.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.stats.LatencyKind;
import dev.sluice.jms.BrokerFixture;
import dev.sluice.jms.TestQueue;
import dev.sluice.jms.Waits;
import dev.sluice.jms.session.SessionSettings.Api;
import dev.sluice.jms.tracking.ArrivalChecking;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ForwarderTest {

  @RegisterExtension static final BrokerFixture BROKER = new BrokerFixture();

  private static final long WORK_NANOS = 20_000_000;

  @ParameterizedTest
  @CsvSource({
    "false, false, GET WORK PUT",
    "true, false, GET WORK PUT COMMIT",
    "true, true, GET WORK COMMIT PUT COMMIT"
  })
  void workIsDoneBetweenGetAndPut(boolean transacted, boolean commitBetween, String parts)
      throws Exception {
    TestQueue from = BROKER.newQueue();
    TestQueue to = BROKER.newQueue();
    from.fill(1);
    Forwarder.Settings settings =
        new Forwarder.Settings(
            new Passing(
                transacted ? BROKER.session().transacted(1) : BROKER.session(),
                from.plan(),
                false,
                OutgoingMessages.small(),
                Waits.AMPLE,
                new Work(new Work.Uniform(WORK_NANOS, WORK_NANOS), 1),
                commitBetween,
                ArrivalChecking.OFF),
            to.plan());
    Workbench bench = new Workbench();
    bench.run(Forwarder.factory(settings).create(0), 1);

    assertThat(bench.told().parts()).extracting(Enum::name).containsExactly(parts.split(" "));
    assertThat(bench.told().nanosOf(LatencyKind.WORK)).allMatch(nanos -> nanos >= WORK_NANOS);
    assertThat(to.drain()).hasSize(1);
  }

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
                Work.NONE,
                false,
                ArrivalChecking.OFF),
            to.plan());
    new Workbench().run(Forwarder.factory(settings).create(0), 3);

    assertThat(from.drain()).isEmpty();
    assertThat(to.drain()).hasSize(3);
  }
}
