package dev.sluice.jms.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.stats.LatencyKind;
import dev.sluice.jms.BrokerFixture;
import dev.sluice.jms.session.SessionSettings.Api;
import java.util.Collections;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ChurnTest {

  @RegisterExtension static final BrokerFixture BROKER = new BrokerFixture();

  private final Workbench bench = new Workbench();

  @ParameterizedTest
  @EnumSource(Api.class)
  void churnTimesConnectionsAndSessions(Api api) throws Exception {
    for (Churn.Cycle cycle : Churn.Cycle.values()) {
      bench.run(Churn.factory(BROKER.session().withApi(api), cycle).create(0), 3);
    }

    assertThat(bench.told().parts()).isEqualTo(Collections.nCopies(6, LatencyKind.CONNECT));
  }
}
