package dev.sluice.control.fleet.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.fleet.protocol.FleetTiming;
import dev.sluice.control.format.RecordedInterval;
import dev.sluice.core.result.Snapshot;
import dev.sluice.core.result.Summary;
import dev.sluice.core.run.RunExecution;
import dev.sluice.core.stats.Counts;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A run on a fleet in one process, judged by counts. */
@Timeout(60)
class FleetRunTest {

  private static final String PLAN =
      """
      providers: {p: {type: 'null'}}
      workloads:
        senders: {type: send, queue: Q, threads: 9, total-rate: 300}
      run: {duration: 2s, interval: 500ms}
      """;

  private final Map<String, Counts> countsByAgent = new ConcurrentHashMap<>();

  private void add(String agent, RecordedInterval interval) {
    for (Snapshot.Workload workload : interval.snapshot().workloads()) {
      countsByAgent.merge(agent, workload.measures().counts(), Counts::plus);
    }
  }

  @Test
  void threeAgentsDoOneTotalAndTellOneSummary() throws Exception {
    try (LocalFleet fleet = new LocalFleet(FleetTiming.standard())) {
      for (String name : List.of("a1", "a2", "a3")) {
        fleet.agent(name, Map.of());
      }
      RunExecution run = fleet.run(PLAN, this::add, List.of());

      Summary summary = run.execute();

      Summary.Workload senders = summary.workloads().get(0);
      assertThat(countsByAgent).containsOnlyKeys("a1", "a2", "a3");
      assertThat(senders.measured().counts())
          .isEqualTo(countsByAgent.values().stream().reduce(Counts.ZERO, Counts::plus));
      assertThat(senders.measured().counts().due()).isBetween(595L, 640L);
      assertThat(countsByAgent.get("a1").due())
          .isBetween(countsByAgent.get("a3").due() - 3, countsByAgent.get("a3").due() + 3);
      assertThat(summary.clean()).isTrue();
      assertThat(senders.wholeAccount().counts().underWayGrowth()).isZero();
    }
  }
}
