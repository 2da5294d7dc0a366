package dev.sluice.control.fleet.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.run.RateTarget;
import dev.sluice.core.run.WorkloadSpec;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** A workload and the thread of its fleet, which does what it is told after what it is at. */
class FleetWorkloadTest {

  private FleetWorkload workload;

  private final Fleet fleet =
      (Fleet)
          Proxy.newProxyInstance(
              Fleet.class.getClassLoader(),
              new Class<?>[] {Fleet.class},
              (self, method, arguments) -> {
                assertThat(asked("a")).isPresent();
                return null;
              });

  /** By the fleet's thread, when an agent tells its first figures. */
  private Optional<Integer> asked(String member) throws Exception {
    return CompletableFuture.supplyAsync(() -> workload.workersOf(member))
        .get(30, TimeUnit.SECONDS);
  }

  @Test
  void theFleetsThreadMayAskForWorkersWhileTheyChange() throws Exception {
    workload =
        new FleetWorkload(
            WorkloadSpec.of(
                "senders",
                index -> {
                  throw new IllegalStateException("it works elsewhere");
                },
                4,
                new RateTarget.PerWorker(1)),
            fleet,
            name -> List.of());
    workload.placed(Map.of("a", 2, "b", 2));

    workload.addWorkers(2);
    assertThat(asked("a")).contains(3);

    assertThat(workload.replace("c", "b"::equals)).isTrue();
    assertThat(asked("b")).isEmpty();
    assertThat(asked("c")).contains(3);
  }
}
