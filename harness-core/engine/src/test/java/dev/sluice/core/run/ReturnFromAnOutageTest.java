package dev.sluice.core.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.result.Summary;
import dev.sluice.core.time.VirtualTime;
import dev.sluice.core.worker.Worker;
import dev.sluice.core.worker.WorkerSettings.StartSpec;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a broker sees of workers that lost it all at once, and have it back after a while. */
class ReturnFromAnOutageTest {

  private static final long SECOND_NANOS = 1_000_000_000L;
  private static final int WORKERS = 300;

  private final VirtualTime clock = new VirtualTime();
  private final ConcurrentLinkedQueue<Long> attemptsNanos = new ConcurrentLinkedQueue<>();
  private long brokenFromNanos = Long.MAX_VALUE;
  private long brokenToNanos = Long.MAX_VALUE;

  @ParameterizedTest
  @ValueSource(ints = {5, 40, 500})
  void noSecondHasMoreAttemptsThanAllowedAndAllAreBack(int perSecond) throws Exception {
    Summary summary = play(perSecond);
    List<Long> attempts = attemptsNanos.stream().sorted().toList();
    assertThat(attempts).hasSizeGreaterThan(WORKERS);
    for (int i = perSecond + 1; i < attempts.size(); i++) {
      assertThat(attempts.get(i) - attempts.get(i - perSecond - 1))
          .as("attempt %d", i)
          .isGreaterThanOrEqualTo(SECOND_NANOS);
    }
    Summary.Workload workload = summary.workloads().get(0);
    assertThat(workload.reconnects().count()).isEqualTo(WORKERS);
    assertThat(workload.reconnects().notBack()).isZero();
    assertThat(workload.workersLost()).isZero();
  }

  @Test
  void whoIsToldToEndDoesNotWaitForItsTurn() throws Exception {
    brokenToNanos = Long.MAX_VALUE - 1;
    Summary summary = play(1);
    assertThat(summary.workloads().get(0).workersLost()).isZero();
  }

  private Summary play(int perSecond) throws Exception {
    return clock.play(
        () -> {
          brokenFromNanos = clock.nanos() + 5 * SECOND_NANOS;
          if (brokenToNanos == Long.MAX_VALUE) {
            brokenToNanos = brokenFromNanos + 20 * SECOND_NANOS;
          }
          TestWorkers workers =
              new TestWorkers(
                  worker -> {
                    requireBroker();
                    return Worker.Outcome.DONE;
                  });
          workers.opening(
              worker -> {
                if (clock.nanos() >= brokenFromNanos) {
                  attemptsNanos.add(clock.nanos());
                }
                requireBroker();
              });
          WorkloadSpec spec =
              WorkloadSpec.of("w", workers, WORKERS, new RateTarget.PerWorker(1))
                  .withStart(StartSpec.DEFAULT.reconnecting(perSecond));
          return new Run(
                  new RunSpec(
                      "",
                      List.of(spec),
                      Duration.ofSeconds(150),
                      Duration.ZERO,
                      Duration.ofSeconds(1),
                      Duration.ofSeconds(5)),
                  clock,
                  clock,
                  () -> 0,
                  new SplittableRandom(1),
                  List.of())
              .execute();
        });
  }

  private void requireBroker() throws IOException {
    long nowNanos = clock.nanos();
    if (nowNanos >= brokenFromNanos && nowNanos < brokenToNanos) {
      throw new IOException("the broker is gone");
    }
  }
}
