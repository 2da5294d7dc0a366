package dev.sluice.core.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.sluice.core.bus.Sink;
import dev.sluice.core.result.Snapshot;
import dev.sluice.core.stats.Window;
import dev.sluice.core.time.SimulatedClock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;

/** How long is practised, with practices that take 300 ms and compile what a test says. */
class PrimingTest {

  private static final long PRACTICE_NANOS = Duration.ofMillis(300).toNanos();

  private final SimulatedClock clock = new SimulatedClock();
  private long compiledMillis = 1_234;
  private int practices;

  @Test
  void itIsPractisedUntilAPracticeHasNothingNewForTheCompiler() throws InterruptedException {
    warmUp(900, 400, Priming.SETTLED_MILLIS + 1, Priming.SETTLED_MILLIS, 500);
    assertThat(practices).isEqualTo(4);
  }

  @Test
  void aCompilerThatNeverSettlesIsNotWaitedForLong() throws InterruptedException {
    warmUp(900);
    assertThat(practices).isEqualTo(10);
    assertThat(clock.nanos() - SimulatedClock.ORIGIN).isEqualTo(10 * PRACTICE_NANOS);
  }

  @Test
  void whereTheCompilersTimeCannotBeHadOnceWillDo() throws InterruptedException {
    warmUp(0);
    assertThat(practices).isOne();
  }

  @Test
  void beforeAFewWorkersOnlyEndsOfIntervalsArePractised() throws InterruptedException {
    BlockingQueue<Snapshot> ends = new LinkedBlockingQueue<>();
    Sink output =
        new Sink() {
          @Override
          public void interval(Snapshot interval) {
            ends.add(interval);
          }
        };
    Priming.run(1, () -> fail("for a few workers none are made to practise"), List.of(output));
    assertThat(ends.take().workloads()).singleElement().extracting(Window::name).isEqualTo("idle");
  }

  /**
   * @param millis what each practice compiles, the last also all that follow
   */
  private void warmUp(long... millis) throws InterruptedException {
    Priming.Practice practice =
        () -> {
          compiledMillis += millis[Math.min(practices++, millis.length - 1)];
          clock.advance(PRACTICE_NANOS);
        };
    Priming.untilSettled(practice, () -> compiledMillis, clock, Priming.LIMIT);
  }
}
