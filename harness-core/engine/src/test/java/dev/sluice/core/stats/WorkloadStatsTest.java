package dev.sluice.core.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.sluice.core.pacing.Backlog;
import dev.sluice.core.pacing.Cause;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WorkloadStatsTest {

  private static final Counts ONE_DONE_AND_THREE_DROPPED =
      Counts.of(
          Map.of(
              Counter.ITERATIONS, 1L,
              Counter.DONE, 1L,
              Counter.UNSCHEDULED, 1L, // because it did not begin by a schedule
              Counter.DUE, 3L,
              Counter.DROPPED, 3L,
              Counter.DROPPED_BUSY, 3L));

  /** So many share their latencies. */
  private static final int MANY = 1_000;

  private int joined;
  private WorkloadStats stats = new WorkloadStats(true, 1);

  @Test
  void aScheduledIterationHasThreeTimes() {
    WorkerStats worker = join();
    worker.begun(3_000, 1_500);
    worker.completed(1_000, 3_000, 10_000);
    Window measures = interval();
    assertThat(measures.counts())
        .isEqualTo(
            Counts.of(
                Map.of(
                    Counter.ITERATIONS, 1L,
                    Counter.DUE, 1L,
                    Counter.DONE, 1L,
                    Counter.OWN_LATENESS_NANOS, 1_500L)));
    assertThat(measures.latency().maxNanos()).isCloseTo(9_000L, withinPercentage(1));
    assertThat(measures.service().maxNanos()).isCloseTo(7_000L, withinPercentage(1));
    assertThat(measures.lateness().maxNanos()).isCloseTo(2_000L, withinPercentage(1));
    assertThat(measures.headlineLatency()).isSameAs(measures.latency());
  }

  /** So that the share of the harness is that of the same iterations in the same interval. */
  @Test
  void ownLatenessIsThatOfWhatHasALatency() {
    WorkerStats worker = join();
    worker.begun(3_000, 1_500);
    assertThat(interval().counts().ownLatenessNanos()).as("it is in flight").isZero();
    worker.completed(1_000, 3_000, 10_000);
    assertThat(interval().counts().ownLatenessNanos()).isEqualTo(1_500);
    worker.begun(13_000, 700);
    worker.failed(13_000, 20_000);
    worker.begun(23_000, 30);
    worker.completed(21_000, 23_000, 30_000);
    assertThat(interval().counts().ownLatenessNanos()).as("what failed has none").isEqualTo(30);
  }

  @Test
  void anIterationWithoutAScheduleHasOnlyAServiceTime() {
    join().completed(3_000, 10_000);
    Window measures = interval();
    assertThat(measures.counts().iterations()).isOne();
    assertThat(measures.latency().count()).isZero();
    assertThat(measures.lateness().count()).isZero();
    assertThat(measures.service().count()).isOne();
    assertThat(measures.headlineLatency()).isSameAs(measures.service());
  }

  @Test
  void eachCounterCountsItsOwn() {
    WorkerStats worker = join();
    worker.foundNothing();
    worker.foundNothing();
    worker.error();
    worker.failed(0, 10);
    worker.inDoubt(4);
    worker.rolledBack(3);
    worker.dropped(Cause.NO_CONNECTION, 7);
    worker.woke(50);
    worker.woke(-10); // woken a hair early is not negative time
    Counts counts = interval().counts();
    assertThat(counts.empty()).isEqualTo(2);
    assertThat(counts.errors()).isEqualTo(1);
    assertThat(counts.failed()).isEqualTo(1);
    assertThat(counts.inDoubt()).isEqualTo(4);
    assertThat(counts.rolledBack()).isEqualTo(3);
    assertThat(counts.dropped()).isEqualTo(7);
    assertThat(counts.dropped(Cause.NO_CONNECTION)).isEqualTo(7);
    assertThat(counts.dropped(Cause.BUSY)).isZero();
    assertThat(counts.get(Counter.WAKE_UPS)).isEqualTo(2);
    assertThat(counts.get(Counter.OVERSLEPT_NANOS)).isEqualTo(50);
    assertThat(counts.meanWakeUpDelayNanos()).isEqualTo(25);
    assertThat(Counts.ZERO.meanWakeUpDelayNanos()).isZero();
  }

  /** Over a random history of workers that join, work and end between the intervals. */
  @ParameterizedTest
  @CsvSource({"1, 1", "2, 1", "3, 1", "4, 1", "5, 1000", "6, 1000", "7, 1000", "8, 1000"})
  void intervalsAddUpHoweverWorkersJoinAndEnd(long seed, int workers) {
    stats = new WorkloadStats(false, workers);
    SplittableRandom random = new SplittableRandom(seed);
    List<WorkerStats> live = new ArrayList<>();
    Window sum = Window.none("");
    Counts done = Counts.ZERO;
    for (int step = 0; step < 500; step++) {
      switch (random.nextInt(5)) {
        case 0 -> live.add(join());
        case 1 -> {
          if (!live.isEmpty()) {
            live.remove(random.nextInt(live.size())).end(0, false);
          }
        }
        case 2 -> {
          Window interval = interval();
          sum = sum.plus(interval);
          assertThat(interval.latency().count()).isEqualTo(interval.counts().iterations());
        }
        default -> {
          for (WorkerStats worker : live) {
            worker.completed(0, random.nextLong(1_000), random.nextLong(1_000, 1_000_000_000));
            worker.dropped(Cause.BUSY, 3);
            done = done.plus(ONE_DONE_AND_THREE_DROPPED);
          }
        }
      }
      assertThat(stats.read(() -> 0).counts()).isEqualTo(done);
    }
    sum = sum.plus(interval());
    assertThat(sum.counts()).isEqualTo(done);
    assertThat(sum.latency().count()).isEqualTo(done.iterations());
    assertThat(sum.service().count()).isEqualTo(done.iterations());
    assertThat(sum.lateness().count()).isEqualTo(done.iterations());
    assertThat(interval().counts()).as("and nothing is told twice").isEqualTo(Counts.ZERO);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 1, 1, MANY, MANY, MANY})
  void nothingIsLostOrDoubledWhileWorkersWorkAndEnd(int planned) throws InterruptedException {
    stats = new WorkloadStats(false, planned);
    joined = planned - 1;
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
                        worker.end(0, false);
                      });
                })
            .toList();
    threads.forEach(Thread::start);
    Window sum = Window.none("");
    while (threads.stream().anyMatch(Thread::isAlive)) {
      sum = sum.plus(interval());
    }
    sum = sum.plus(interval());
    long expected =
        IntStream.range(0, workers).mapToLong(k -> iterations * (k + 1) / workers).sum();
    assertThat(sum.counts().iterations()).isEqualTo(expected);
    assertThat(sum.latency().count()).isEqualTo(expected);
    assertThat(sum.service().count()).isEqualTo(expected);
    assertThat(sum.lateness().count()).isEqualTo(expected);
  }

  @Test
  void measuresAddUpWithoutChangingWhatWasAdded() {
    join().completed(0, 10, 100);
    Window a = interval();
    join().completed(0, 20, 1_000_000_000);
    Window b = interval();
    Window sum = a.plus(b);
    assertThat(sum.counts().iterations()).isEqualTo(2);
    assertThat(sum.latency().count()).isEqualTo(2);
    assertThat(sum.latency().minNanos()).isEqualTo(100);
    assertThat(sum.latency().maxNanos()).isEqualTo(b.latency().maxNanos());
    assertThat(a.latency().count()).isOne();
    assertThat(b.latency().count()).isOne();
    assertThat(a.plus(Window.none(""))).isEqualTo(a);
  }

  /** Those of many record what those of few do, in fewer places. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void latenciesAreTheSameHoweverManyShareThem(long seed) {
    List<LatencyKind> kinds = List.of(LatencyKind.values());
    List<Map<LatencyKind, Latency>> both = new ArrayList<>();
    for (int workers : List.of(1, MANY)) {
      stats = new WorkloadStats(false, workers);
      SplittableRandom random = new SplittableRandom(seed);
      List<WorkerStats> live = Stream.generate(this::join).limit(50).toList();
      for (int i = 0; i < 5_000; i++) {
        WorkerStats worker = live.get(random.nextInt(live.size()));
        long startNanos = random.nextLong(1L << random.nextInt(10, 40));
        worker.part(kinds.get(random.nextInt(kinds.size())), startNanos);
        worker.completed(0, startNanos, startNanos + random.nextLong(1_000_000));
      }
      both.add(interval().latencies());
    }
    assertThat(both.get(1)).isEqualTo(both.get(0));
  }

  private WorkerStats join() {
    WorkerStats worker = stats.ofWorker(joined);
    stats.join("w-" + ++joined, worker, Backlog.NOTHING, 0);
    return worker;
  }

  private Window interval() {
    Window interval = stats.sinceLast(stats.read(() -> 0));
    stats.letGoOfEnded(0);
    return interval;
  }
}
