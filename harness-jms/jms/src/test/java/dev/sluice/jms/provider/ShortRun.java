package dev.sluice.jms.provider;

import dev.sluice.core.result.Summary;
import dev.sluice.core.run.Run;
import dev.sluice.core.run.RunSpec;
import dev.sluice.core.run.WorkloadSpec;
import dev.sluice.core.run.watch.CpuMeter;
import dev.sluice.core.time.NanoClock;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.SplittableRandom;

/** A whole run, without outputs. */
final class ShortRun {

  private ShortRun() {}

  /** Plays workloads for a time, or until all of their workers have ended. */
  static Summary of(Duration duration, WorkloadSpec... workloads) throws Exception {
    RunSpec spec =
        new RunSpec(
            "",
            List.of(workloads),
            duration,
            Duration.ZERO,
            Duration.ofSeconds(1),
            Duration.ofSeconds(30));
    return new Run(
            spec,
            NanoClock.SYSTEM,
            InstantSource.system(),
            CpuMeter.ofThisProcess(),
            new SplittableRandom(1),
            List.of())
        .execute();
  }
}
