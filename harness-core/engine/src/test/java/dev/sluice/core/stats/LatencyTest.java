package dev.sluice.core.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class LatencyTest {

  @Test
  void anyNumberOfThreadsReadTheSame() throws Exception {
    Latency latency = latency(1, 50_000);
    double mean = latency.meanNanos();
    double deviation = latency.deviationNanos();
    long p99 = latency.atPercentile(99);
    int threads = 8;
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    Callable<Integer> reader =
        () -> {
          int wrong = 0;
          for (int i = 0; i < 2_000; i++) {
            boolean same =
                latency.meanNanos() == mean
                    && latency.deviationNanos() == deviation
                    && latency.atPercentile(99) == p99
                    && latency.toHistogram().getMean() == mean
                    && latency.plus(latency).count() == 2 * latency.count();
            wrong += same ? 0 : 1;
          }
          return wrong;
        };
    List<Future<Integer>> readers = new ArrayList<>();
    IntStream.range(0, threads).forEach(i -> readers.add(pool.submit(reader)));
    for (Future<Integer> each : readers) {
      assertThat(each.get()).isZero();
    }
    pool.shutdown();
  }

  @Test
  void aCompactOneIsTheSame() {
    Latency latency = latency(1, 5_000);
    Latency compact = latency.compact();
    assertThat(compact).isEqualTo(latency).hasToString(latency.toString());
    assertThat(compact.plus(latency).minus(compact)).isEqualTo(latency);
    assertThat(compact.packed()).hasSizeLessThan(2_000);
    assertThat(compact.maxNanos()).isEqualTo(latency.maxNanos());
  }

  @Test
  void additionIsThatOfTheValues() {
    Latency a = latency(2, 1_000);
    Latency b = latency(3, 500);
    Latency c = latency(4, 10);
    assertThat(a.plus(b)).isEqualTo(b.plus(a));
    assertThat(a.plus(b).plus(c)).isEqualTo(a.plus(b.plus(c)));
    assertThat(a.plus(Latency.NONE)).isEqualTo(a);
    assertThat(Latency.NONE.plus(a)).isEqualTo(a);
    assertThat(a.plus(b).count()).isEqualTo(1_500);
    assertThat(a.plus(b).meanNanos())
        .isCloseTo((1_000 * a.meanNanos() + 500 * b.meanNanos()) / 1_500, within(1.0));
    assertThat(a.count()).as("and changes nothing").isEqualTo(1_000);
  }

  @Test
  void nothingOfTheHistogramItCameFromOrGivesOutCanChangeIt() {
    Histogram histogram = LatencyCounts.newHistogram();
    histogram.recordValue(100);
    Latency latency = Latency.of(histogram);
    histogram.recordValue(1_000_000);
    latency.toHistogram().recordValue(1_000_000);
    assertThat(latency.count()).isOne();
    assertThat(latency.maxNanos()).isEqualTo(100);
  }

  private static Latency latency(long seed, int values) {
    SplittableRandom random = new SplittableRandom(seed);
    Histogram histogram = LatencyCounts.newHistogram();
    for (int i = 0; i < values; i++) {
      histogram.recordValue(random.nextLong(1_000_000_000));
    }
    return Latency.of(histogram);
  }

  /** Which iteration had which lateness is not known: no way to pair them may be left out. */
  @Test
  void withoutLatenessAsManyAreBelowALimitAsAnyPairingAllows() {
    SplittableRandom random = new SplittableRandom(7);
    for (int run = 0; run < 500; run++) {
      Histogram latency = LatencyCounts.newHistogram();
      Histogram lateness = LatencyCounts.newHistogram();
      long limitNanos = random.nextLong(1_000_000, 10_000_000);
      double often = random.nextDouble();
      long allOwnNanos = 0;
      long below = 0;
      for (int i = 0; i < 200; i++) {
        long serviceNanos = random.nextLong(100_000, 8_000_000);
        long ownNanos = random.nextDouble() < often ? random.nextLong(12_000_000) : 0;
        long lateNanos = ownNanos + (random.nextInt(3) == 0 ? random.nextLong(2_000_000) : 0);
        long wholeNanos = serviceNanos + lateNanos;
        boolean taken = ownNanos >= wholeNanos / 2;
        below += wholeNanos - (taken ? ownNanos : 0) < limitNanos ? 1 : 0;
        allOwnNanos += ownNanos;
        latency.recordValue(wholeNanos);
        lateness.recordValue(lateNanos);
      }
      Latency lowered =
          Latency.of(latency).lowered(limitNanos, 0.5, allOwnNanos, Latency.of(lateness), 0);
      long within = lowered.count() - lowered.countFrom(limitNanos + limitNanos / 50);
      assertThat(within).as("run %d", run).isGreaterThanOrEqualTo(below);
    }
  }

  @Test
  void latenessThatIsLessThanTheShareOfEachIsNotTaken() {
    Latency all = Latency.of(of(305_000, 1_000));
    Latency late = Latency.of(of(89_000, 1_000));
    Latency lowered = all.lowered(152_000, 0.5, 1_000 * 89_000, late, 3);
    assertThat(lowered.count() - lowered.countFrom(152_000)).isEqualTo(3);
  }

  private static Histogram of(long nanos, long count) {
    Histogram one = LatencyCounts.newHistogram();
    one.recordValueWithCount(nanos, count);
    return one;
  }
}
