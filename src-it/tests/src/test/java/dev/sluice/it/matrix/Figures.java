package dev.sluice.it.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.result.Summary;
import dev.sluice.core.stats.LatencyKind;
import dev.sluice.it.run.HarnessRun;
import java.util.EnumMap;
import java.util.Map;

/** The summary of a run, which must have been without a fault. */
final class Figures {

  private final Summary summary;

  Figures(Summary summary) {
    this.summary = summary;
    assertThat(summary.endReason()).as("%s", summary).isEqualTo("all workers have ended");
    for (Summary.Workload workload : summary.workloads()) {
      assertThat(workload.whole().end().errorsByCause()).isEmpty();
      assertThat(workload.whole().counts().inDoubt()).isZero();
      assertThat(workload.whole().counts().rolledBack()).isZero();
    }
    assertThat(summary.clean()).isTrue();
  }

  /**
   * A workload did this many iterations, each of which is timed, with these parts and no others.
   */
  Figures did(String name, long iterations, Map<LatencyKind, Long> parts) {
    Summary.Workload workload = HarnessRun.workload(summary, name);
    assertThat(workload.whole().counts().iterations())
        .as("iterations of the %s", name)
        .isEqualTo(iterations);
    assertThat(workload.measured().counts().iterations()).isEqualTo(iterations);
    assertThat(workload.measured().service().count()).isEqualTo(iterations);
    assertThat(timed(workload)).as("parts of the %s", name).isEqualTo(parts);
    return this;
  }

  private static Map<LatencyKind, Long> timed(Summary.Workload workload) {
    Map<LatencyKind, Long> timed = new EnumMap<>(LatencyKind.class);
    workload
        .measured()
        .parts()
        .forEach(
            (part, times) -> {
              if (times.count() > 0) {
                timed.put(part, times.count());
              }
            });
    return timed;
  }
}
