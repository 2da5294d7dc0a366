package dev.sluice.core.pacing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/** When iterations started, of one worker or of all of a workload. */
final class Starts {

  private final long[] nanos; // since the start of the schedule

  private Starts(long[] nanos) {
    this.nanos = nanos;
  }

  /** Runs all workers of a workload by one script. */
  static Starts of(int workers, double seconds, Consumer<SimulatedWorker> script) {
    return new Starts(
        IntStream.range(0, workers)
            .mapToObj(k -> SimulatedWorker.exact(k, workers))
            .peek(script)
            .flatMapToLong(worker -> Arrays.stream(worker.run(seconds).started()))
            .toArray());
  }

  static Starts of(SimulatedWorker worker) {
    return new Starts(worker.started());
  }

  long between(double fromSeconds, double toSeconds) {
    return Arrays.stream(nanos).filter(t -> t > fromSeconds * 1e9 && t <= toSeconds * 1e9).count();
  }

  /** All of a period, and each 100 ms of it, has its share to within one iteration. */
  void assertEven(double from, double to, double perSecond) {
    for (double t = from; t + 0.1 <= to; t += 0.1) {
      assertThat((double) between(t, t + 0.1))
          .as("from %.3f s", t)
          .isCloseTo(perSecond * 0.1, within(1.01));
    }
    assertThat((double) between(from, to)).isCloseTo(perSecond * (to - from), within(1.01));
  }
}
