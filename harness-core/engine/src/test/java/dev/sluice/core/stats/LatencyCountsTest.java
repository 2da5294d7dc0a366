package dev.sluice.core.stats;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.stream.LongStream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class LatencyCountsTest {

  private static final int MANY = 100_000;

  static LongStream edges() {
    return LongStream.concat(
        LongStream.of(0, 1, 254, 255, 256, 257, 510, 511, 512, 513, Long.MAX_VALUE),
        LongStream.range(3, 63).flatMap(p -> LongStream.of((1L << p) - 1, 1L << p, (1L << p) + 1)));
  }

  @ParameterizedTest
  @MethodSource("edges")
  void anEdgeIsCountedInTheCellOfAnHdrHistogram(long value) {
    assertCountedAsByHdrHistogram(value);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void valuesOfAllMagnitudesAreCountedInTheCellsOfAnHdrHistogram(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    assertCountedAsByHdrHistogram(
        LongStream.generate(() -> anyMagnitude(random)).limit(MANY).toArray());
  }

  @Test
  void aNegativeValueCountsAsZero() {
    LatencyCounts counts = new LatencyCounts();
    counts.record(-1);
    counts.record(Long.MIN_VALUE);
    assertThat(cells(counts)[0]).isEqualTo(2);
  }

  @Test
  void indexAndLowestValueAreInverseOverAllCells() {
    long previous = -1;
    for (int index = 0; index < LatencyCounts.CELLS; index++) {
      long lowest = LatencyCounts.lowestValueOf(index);
      assertThat(lowest).isGreaterThan(previous);
      assertThat(LatencyCounts.indexOf(lowest)).isEqualTo(index);
      if (index > 0) {
        assertThat(LatencyCounts.indexOf(lowest - 1)).isEqualTo(index - 1);
      }
      previous = lowest;
    }
    assertThat(LatencyCounts.indexOf(Long.MAX_VALUE)).isEqualTo(LatencyCounts.CELLS - 1);
  }

  @Test
  void aCellIsNoWiderThanTwoDigitsAllow() {
    for (int index = 256; index < LatencyCounts.CELLS - 1; index++) {
      double lowest = LatencyCounts.lowestValueOf(index);
      assertThat(LatencyCounts.lowestValueOf(index + 1) - lowest).isLessThanOrEqualTo(lowest / 128);
    }
  }

  @Test
  void whatIsRecordedOftenIsCountedAsOften() {
    LatencyCounts counts = new LatencyCounts();
    for (int i = 0; i < MANY; i++) {
      counts.record(1_000_000);
    }
    assertThat(cells(counts)[LatencyCounts.indexOf(1_000_000)]).isEqualTo(MANY);
    assertThat(sum(cells(counts))).isEqualTo(MANY);
  }

  @Test
  void aCellCountsOnBeyondWhatANarrowOneHolds() {
    LatencyCounts counts = new LatencyCounts(3);
    long[] earlier = counts.cells();
    for (int i = 0; i < 10; i++) {
      counts.record(1_000_000);
      counts.record(1L << i); // takes more chunks, before and after
    }

    assertThat(cells(counts)[LatencyCounts.indexOf(1_000_000)]).isEqualTo(10);
    assertThat(sum(cells(counts))).isEqualTo(20);
    assertThat(counts.between(earlier, counts.cells()).getTotalCount()).isEqualTo(20);
  }

  @ParameterizedTest
  @CsvSource({"11, 2147483647", "12, 2147483647", "13, 1000", "14, 5"})
  void aReaderSeesEachCountOnceAndNoneTakenBack(long seed, int mostInNarrowCell)
      throws InterruptedException {
    int values = 20 * MANY;
    LatencyCounts counts = new LatencyCounts(mostInNarrowCell);
    CountDownLatch reading = new CountDownLatch(1);
    Thread writer =
        new Thread(
            () -> {
              SplittableRandom random = new SplittableRandom(seed);
              awaitQuietly(reading);
              for (int i = 0; i < values; i++) {
                counts.record(anyMagnitude(random));
              }
            });
    writer.start();
    long[] before = new long[LatencyCounts.CELLS];
    long differences = 0;
    reading.countDown();
    while (sum(before) < values) {
      boolean last = !writer.isAlive(); // then this reading sees all there will be
      long[] now = cells(counts);
      for (int i = 0; i < now.length; i++) {
        assertThat(now[i]).isGreaterThanOrEqualTo(before[i]);
        differences += now[i] - before[i];
      }
      before = now;
      assertThat(last && sum(before) < values).as("something was lost").isFalse();
    }
    writer.join();
    SplittableRandom random = new SplittableRandom(seed);
    long[] expected = new long[LatencyCounts.CELLS];
    for (int i = 0; i < values; i++) {
      expected[LatencyCounts.indexOf(anyMagnitude(random))]++;
    }
    assertThat(before).isEqualTo(expected);
    assertThat(differences).isEqualTo(values);
  }

  @Test
  void whatSeveralRecordInASharedOneIsCountedOnce() throws InterruptedException {
    LatencyCounts counts = LatencyCounts.shared();
    long[] expected = new long[LatencyCounts.CELLS];
    List<Thread> writers =
        LongStream.range(0, 4)
            .mapToObj(
                seed -> {
                  SplittableRandom of = new SplittableRandom(seed);
                  long[] values =
                      LongStream.generate(() -> anyMagnitude(of)).limit(5L * MANY).toArray();
                  for (long value : values) {
                    expected[LatencyCounts.indexOf(value)]++;
                  }
                  return new Thread(() -> LongStream.of(values).forEach(counts::record));
                })
            .toList();
    writers.forEach(Thread::start);
    for (Thread each : writers) {
      each.join();
    }
    assertThat(cells(counts)).isEqualTo(expected);
  }

  private static void assertCountedAsByHdrHistogram(long... values) {
    LatencyCounts counts = new LatencyCounts();
    Histogram expected = new Histogram(2);
    expected.setAutoResize(true);
    for (long value : values) {
      counts.record(value);
      expected.recordValue(value);
    }
    long[] totals = new long[LatencyCounts.CELLS];
    counts.addTo(totals);
    Histogram actual = LatencyCounts.since(null, totals).toHistogram();
    assertThat(countsByValue(actual)).isEqualTo(countsByValue(expected));
    assertThat(actual.getTotalCount()).isEqualTo(values.length);
    assertThat(actual.getMaxValue()).isEqualTo(expected.getMaxValue());
    assertThat(actual.getValueAtPercentile(99)).isEqualTo(expected.getValueAtPercentile(99));
  }

  private static Map<Long, Long> countsByValue(Histogram histogram) {
    Map<Long, Long> counts = new TreeMap<>();
    histogram
        .recordedValues()
        .forEach(v -> counts.put(v.getValueIteratedTo(), v.getCountAtValueIteratedTo()));
    return counts;
  }

  private static long[] cells(LatencyCounts counts) {
    long[] cells = new long[LatencyCounts.CELLS];
    counts.addTo(cells);
    return cells;
  }

  private static long sum(long[] cells) {
    return Arrays.stream(cells).sum();
  }

  /** From 0 to Long.MAX_VALUE, each power of two as likely as another. */
  private static long anyMagnitude(SplittableRandom random) {
    return random.nextLong() >>> (1 + random.nextInt(63));
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
