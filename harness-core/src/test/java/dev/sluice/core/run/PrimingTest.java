package dev.sluice.core.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.sluice.core.bus.Sink;
import dev.sluice.core.result.Snapshot;
import dev.sluice.core.run.RunStatus.RunPhase;
import dev.sluice.core.run.RunStatus.WorkloadStatus;
import dev.sluice.core.time.SimulatedClock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
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
  void theRunThatCommandsArePractisedOnIsThereUntilTheyHaveBeenGiven() throws Exception {
    CountDownLatch intervals = new CountDownLatch(20); // five are in a practice without commands
    CompletableFuture<RunStatus> before = new CompletableFuture<>();
    CompletableFuture<List<WorkloadStatus>> changed = new CompletableFuture<>();
    Priming.run(1, () -> fail("for a few workers none are made to practise"));
    Priming.commands(
        (control, workload) -> {
          before.complete(control.status());
          control.subscribe(
              new Sink() {
                @Override
                public void interval(Snapshot snapshot) {
                  intervals.countDown();
                }
              });
          try {
            intervals.await();
            changed.complete(
                control.changeRate(workload, new RateChange.ToTotal(7), Duration.ZERO));
          } catch (RunControlException | InterruptedException e) {
            changed.completeExceptionally(e);
          }
        });
    assertThat(before.get(60, TimeUnit.SECONDS).phase()).isEqualTo(RunPhase.RUNNING);
    assertThat(changed.get(60, TimeUnit.SECONDS)).hasSize(1);
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
