package dev.sluice.core.worker;

import static dev.sluice.core.time.Nanos.MILLI;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.sluice.core.pacing.CatchUp;
import dev.sluice.core.pacing.Pacer.Pacing;
import dev.sluice.core.pacing.RateCurve.ConstantRate;
import dev.sluice.core.stats.Latency;
import dev.sluice.core.stats.LatencyKind;
import dev.sluice.core.stats.Window;
import dev.sluice.core.stats.WorkLog;
import dev.sluice.core.worker.Worker.WorkerContext;
import dev.sluice.core.worker.WorkerSettings.Disconnects;
import java.io.IOException;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/**
 * What the times of iterations are of, by a clock that only moves while the worker prepares, calls
 * and waits: at 10 a second, the first iteration takes 250 ms, so that the second is 150 ms late
 * and the third 60 ms.
 */
class TimesOfIterationsTest {

  private static final long PREPARING = 4 * MILLI;
  private static final long[] CALLS = {246 * MILLI, 6 * MILLI, 16 * MILLI, 26 * MILLI};

  private final Preparing worker = new Preparing();
  private final SimulatedLife life =
      new SimulatedLife(worker, Pacing.SCHEDULE, CatchUp.DEFAULT, CALLS.length, Disconnects.NEVER);

  @Test
  void serviceIsTheWholeIterationFromItsStartAndAPartIsTheCallAlone() {
    Window measures = measured();

    assertThat(measures.parts()).containsOnlyKeys(LatencyKind.PUT);
    assertHas(measures.parts().get(LatencyKind.PUT), CALLS.clone());
    assertHas(measures.service(), Arrays.stream(CALLS).map(call -> PREPARING + call).toArray());
  }

  @Test
  void latencyIsFromWhenTheIterationWasDue() {
    Window measures = measured();

    assertHas(measures.lateness(), 0, 150 * MILLI, 60 * MILLI, 0);
    assertHas(measures.latency(), 250 * MILLI, 160 * MILLI, 80 * MILLI, 30 * MILLI);
  }

  /**
   * Calls that failed, or that nobody knows the end of, took time too: each in a row of its own.
   */
  @Test
  void callsThatFailedAndCallsInDoubtHaveTimesOfTheirOwn() {
    worker.failsAt = 1;
    worker.inDoubtAt = 2;

    Window measures = measured();

    assertHas(measures.parts().get(LatencyKind.FAILED_CALLS), PREPARING + CALLS[1]);
    assertHas(measures.parts().get(LatencyKind.CALLS_IN_DOUBT), PREPARING + CALLS[2]);
    assertHas(measures.service(), PREPARING + CALLS[0], PREPARING + CALLS[3]);
  }

  private Window measured() {
    life.liveRate.turn(new ConstantRate(10), life.clock.nanos());
    life.liveRate.start(life.clock.nanos());
    life.run();
    return life.stats.sinceLast(life.read());
  }

  /** These values, as exact as the cells of a histogram are. */
  private static void assertHas(Latency latency, long... nanos) {
    Arrays.sort(nanos);
    assertThat(latency.count()).isEqualTo(nanos.length);
    for (int i = 0; i < nanos.length; i++) {
      assertThat(latency.atPercentile(100.0 * (i + 1) / nanos.length))
          .isCloseTo(nanos[i], withinPercentage(1));
    }
  }

  private final class Preparing implements Worker {

    private WorkLog log;
    private int iterations;
    private int failsAt = -1;
    private int inDoubtAt = -1;

    @Override
    public void attach(WorkerContext context) {
      log = context.log();
    }

    @Override
    public void open() {}

    @Override
    public Outcome iterate() throws IOException {
      life.clock.advance(PREPARING);
      int iteration = iterations++;
      long call = CALLS[iteration % CALLS.length];
      life.clock.advance(call);
      if (iteration == failsAt) {
        throw new IOException("the broker refuses it");
      }
      if (iteration == inDoubtAt) {
        return Outcome.IN_DOUBT;
      }
      log.part(LatencyKind.PUT, call);
      return Outcome.DONE;
    }

    @Override
    public void close() {}
  }
}
