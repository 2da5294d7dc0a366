package dev.sluice.core.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.core.stats.WorkerReading.ServiceTimes;
import java.util.SplittableRandom;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ServiceTimesTest {

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void theSumIsThatOfAllValues(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Histogram all = LatencyCounts.newHistogram();
    ServiceTimes sum = ServiceTimes.NONE;
    for (int period = 0; period < 20; period++) {
      Histogram some = LatencyCounts.newHistogram();
      for (int i = random.nextInt(50); i > 0; i--) {
        some.recordValue(random.nextLong(1_000, 1_000_000_000));
      }
      all.add(some);
      sum = sum.plus(ServiceTimes.of(some));
    }
    ServiceTimes expected = ServiceTimes.of(all);
    assertThat(sum.count()).isEqualTo(expected.count());
    assertThat(sum.minNanos()).isEqualTo(expected.minNanos());
    assertThat(sum.maxNanos()).isEqualTo(expected.maxNanos());
    assertThat(sum.meanNanos()).isCloseTo(expected.meanNanos(), within(1.0));
    assertThat(sum.standardDeviationNanos())
        .isCloseTo(expected.standardDeviationNanos(), within(1.0));
  }

  @Test
  void nothingAddsNothing() {
    ServiceTimes one = new ServiceTimes(1, 5, 5, 5, 0);
    assertThat(ServiceTimes.of(LatencyCounts.newHistogram())).isEqualTo(ServiceTimes.NONE);
    assertThat(one.plus(ServiceTimes.NONE)).isEqualTo(one);
    assertThat(ServiceTimes.NONE.plus(one)).isEqualTo(one);
  }
}
