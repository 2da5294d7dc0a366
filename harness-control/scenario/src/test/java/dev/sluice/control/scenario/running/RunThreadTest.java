package dev.sluice.control.scenario.running;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.core.run.RateTarget;
import dev.sluice.core.run.Run;
import dev.sluice.core.run.RunExecution.StartFailedException;
import dev.sluice.core.run.RunSpec;
import dev.sluice.core.run.WorkloadSpec;
import dev.sluice.core.run.watch.CpuMeter;
import dev.sluice.core.time.NanoClock;
import dev.sluice.core.worker.Worker;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class RunThreadTest {

  /** One whose client shows at its first call that it does not have it. */
  private static final class Unable implements Worker {

    @Override
    public void open() {}

    @Override
    public Outcome iterate() {
      throw new UnsupportedOperationException("no delays");
    }

    @Override
    public boolean impossible(Exception failure) {
      return true;
    }

    @Override
    public void close() {}
  }

  @Test
  void tellsAtTheEndWhatNoWorkerCanDo() throws Exception {
    RunSpec spec =
        new RunSpec(
            "test",
            List.of(
                WorkloadSpec.of(
                    "senders", index -> new Unable(), 1, RateTarget.asFastAsPossible())),
            Duration.ofMinutes(1),
            Duration.ZERO,
            Duration.ofSeconds(1),
            Duration.ofSeconds(1));
    RunThread run =
        new RunThread(
            new Run(
                spec,
                NanoClock.SYSTEM,
                InstantSource.system(),
                CpuMeter.ofThisProcess(),
                new SplittableRandom(1),
                List.of()),
            NanoClock.SYSTEM);

    assertThatThrownBy(
            () -> {
              run.start(); // fails itself if the run is over before it returns
              run.awaitEnd();
              run.requirePossible();
            })
        .isInstanceOf(StartFailedException.class)
        .hasMessageContaining("senders")
        .hasRootCauseMessage("no delays");
  }
}
