package dev.sluice.core.stats;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WorkloadStatsTest {

  private int joined;
  private final WorkloadStats stats = new WorkloadStats(true);

  @Test
  void aScheduledIterationHasThreeTimes() {
    WorkerStats worker = join();
    worker.completed(1_000, 3_000, 10_000);
    Measures measures = interval();
    assertThat(measures.counts()).isEqualTo(new Counts(1, 0, 0, 0, 0, 0, 0, 0, 0));
    assertThat(measures.latency().valuesAreEquivalent(measures.latency().getMaxValue(), 9_000))
        .isTrue();
    assertThat(measures.service().valuesAreEquivalent(measures.service().getMaxValue(), 7_000))
        .isTrue();
    assertThat(measures.lateness().valuesAreEquivalent(measures.lateness().getMaxValue(), 2_000))
        .isTrue();
    assertThat(measures.headlineLatency()).isSameAs(measures.latency());
  }

  @Test
  void anIterationWithoutAScheduleHasOnlyAServiceTime() {
    join().completed(3_000, 10_000);
    Measures measures = interval();
    assertThat(measures.counts().iterations()).isOne();
    assertThat(measures.latency().getTotalCount()).isZero();
    assertThat(measures.lateness().getTotalCount()).isZero();
    assertThat(measures.service().getTotalCount()).isOne();
    assertThat(measures.headlineLatency()).isSameAs(measures.service());
  }

  @Test
  void eachCounterCountsItsOwn() {
    WorkerStats worker = join();
    worker.foundNothing();
    worker.foundNothing();
    worker.failed();
    worker.inDoubt(4);
    worker.rolledBack(3);
    worker.gaveUp(7);
    worker.woke(50);
    worker.woke(-10); // woken a hair early is not negative time
    assertThat(interval().counts()).isEqualTo(new Counts(0, 2, 1, 4, 3, 7, 2, 50, 0));
    assertThat(stats.counts().meanOversleptNanos()).isEqualTo(25);
    assertThat(Counts.ZERO.meanOversleptNanos()).isZero();
  }

  /** Over a random history of workers that join, work and end between the intervals. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void intervalsAddUpToWhatWasDoneWhoeverJoinsOrEndsInBetween(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    List<WorkerStats> live = new ArrayList<>();
    Measures sum = Measures.none();
    Counts done = Counts.ZERO;
    for (int step = 0; step < 500; step++) {
      switch (random.nextInt(5)) {
        case 0 -> live.add(join());
        case 1 -> {
          if (!live.isEmpty()) {
            live.remove(random.nextInt(live.size())).end(0);
          }
        }
        case 2 -> {
          Measures interval = interval();
          sum = sum.plus(interval);
          assertThat(interval.latency().getTotalCount()).isEqualTo(interval.counts().iterations());
        }
        default -> {
          for (WorkerStats worker : live) {
            worker.completed(0, random.nextLong(1_000), random.nextLong(1_000, 1_000_000_000));
            worker.gaveUp(3);
            done = done.plus(new Counts(1, 0, 0, 0, 0, 3, 0, 0, 0));
          }
        }
      }
      assertThat(stats.counts()).isEqualTo(done);
    }
    sum = sum.plus(interval());
    assertThat(sum.counts()).isEqualTo(done);
    assertThat(sum.latency().getTotalCount()).isEqualTo(done.iterations());
    assertThat(sum.service().getTotalCount()).isEqualTo(done.iterations());
    assertThat(sum.lateness().getTotalCount()).isEqualTo(done.iterations());
    assertThat(interval().counts()).as("and nothing is told twice").isEqualTo(Counts.ZERO);
  }

  @RepeatedTest(5)
  void nothingIsLostOrDoubledWhileWorkersWorkAndEnd() throws InterruptedException {
    int workers = 6;
    int iterations = 40_000;
    List<Thread> threads =
        IntStream.range(0, workers)
            .mapToObj(
                k -> {
                  WorkerStats worker = join();
                  return new Thread(
                      () -> {
                        for (int i = 0; i < iterations * (k + 1) / workers; i++) {
                          worker.completed(0, i, 100L * i);
                        }
                        worker.end(0);
                      });
                })
            .toList();
    threads.forEach(Thread::start);
    Measures sum = Measures.none();
    while (threads.stream().anyMatch(Thread::isAlive)) {
      sum = sum.plus(interval());
    }
    sum = sum.plus(interval());
    long expected =
        IntStream.range(0, workers).mapToLong(k -> iterations * (k + 1) / workers).sum();
    assertThat(sum.counts().iterations()).isEqualTo(expected);
    assertThat(sum.latency().getTotalCount()).isEqualTo(expected);
    assertThat(sum.service().getTotalCount()).isEqualTo(expected);
    assertThat(sum.lateness().getTotalCount()).isEqualTo(expected);
  }

  @Test
  void measuresAddUpWithoutChangingWhatWasAdded() {
    join().completed(0, 10, 100);
    Measures a = interval();
    join().completed(0, 20, 1_000_000_000);
    Measures b = interval();
    Measures sum = a.plus(b);
    assertThat(sum.counts().iterations()).isEqualTo(2);
    assertThat(sum.latency().getTotalCount()).isEqualTo(2);
    assertThat(sum.latency().getMinValue()).isEqualTo(100);
    assertThat(sum.latency().getMaxValue()).isEqualTo(b.latency().getMaxValue());
    assertThat(a.latency().getTotalCount()).isOne();
    assertThat(b.latency().getTotalCount()).isOne();
    assertThat(a.plus(Measures.none())).isEqualTo(a);
  }

  private WorkerStats join() {
    WorkerStats worker = new WorkerStats();
    stats.join("w-" + ++joined, worker);
    return worker;
  }

  private Measures interval() {
    return stats.sinceLast(stats.counts());
  }
}
