package dev.sluice.it.matrix;

import dev.sluice.core.stats.LatencyKind;
import dev.sluice.jms.worker.Churn;
import java.util.Map;

/** Workers that connect. */
final class ConnectionTrials {

  private ConnectionTrials() {}

  static void churn(Stand stand) throws Exception {
    for (Churn.Cycle cycle : Churn.Cycle.values()) {
      stand
          .run(stand.workload("churners", Churn.factory(stand.session(), cycle)))
          .did("churners", Stand.all(), Map.of(LatencyKind.CONNECT, Stand.all()));
    }
  }
}
