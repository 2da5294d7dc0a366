package dev.sluice.junit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.Estimate;
import dev.sluice.api.LatencyResult;
import dev.sluice.api.WorkloadResult;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.apache.commons.statistics.distribution.BinomialDistribution;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The ends that the API gives hold the truth as often as they say. */
class CoverageOfTheApiTest {

  private static final boolean SOAK = Boolean.getBoolean("soak");
  private static final int SEEDS = Integer.getInteger("series", SOAK ? 1_000 : 20);
  private static final long FROM = Long.getLong("seeds.from", 7_000_000);
  private static final double VALUES = 2_000;
  private static final double LEAST_PER_SECOND = 50;
  private static final double Z_99 = 2.3263478740408408;

  /** More is done while it is slow: latencies are weighed by how many there are. */
  private static final double SQUARED = RandomRun.SPREAD * RandomRun.SPREAD;

  private static final double[] TRUTHS = {
    Math.exp(SQUARED / 2),
    RandomRun.MILLI * Math.exp(1.5 * SQUARED + RandomRun.NOISE * RandomRun.NOISE / 2),
    RandomRun.MILLI * Math.exp(SQUARED),
    RandomRun.MILLI * Math.exp(SQUARED + Z_99 * Math.hypot(RandomRun.SPREAD, RandomRun.NOISE))
  };

  /** Of rate, mean, p50 and p99, where there are ten values beyond. */
  @ParameterizedTest
  @CsvSource({
    "0, 20",
    "0, 30",
    "0, 60",
    "0, 120",
    "0.3, 20",
    "0.3, 30",
    "0.3, 60",
    "0.3, 120",
    "0.5, 20",
    "0.5, 30",
    "0.5, 60",
    "0.5, 120",
    "0.8, 20",
    "0.8, 30",
    "0.8, 60",
    "0.8, 120"
  })
  void nineteenOfTwentyIntervalsHoldTheTruth(double correlation, int intervals) {
    // a limit of ten values that some runs miss would choose the fast ones
    double perSecond = Math.max(LEAST_PER_SECOND, VALUES / intervals);
    int[] held = new int[TRUTHS.length];
    int[] known = new int[TRUTHS.length];
    for (long seed = 0; seed < SEEDS; seed++) {
      WorkloadResult result =
          new RandomRun(
                  FROM + seed, intervals, Duration.ofSeconds(1), 0, correlation, perSecond, false)
              .result();
      LatencyResult latency = result.latency();
      List<Estimate> found =
          List.of(result.achieved(), latency.mean(), latency.p50(), latency.p99());
      for (int i = 0; i < TRUTHS.length; i++) {
        double truth = i == 0 ? perSecond * TRUTHS[i] : TRUTHS[i];
        known[i] += found.get(i).hasError() ? 1 : 0;
        held[i] += found.get(i).isWithinError(truth) ? 1 : 0;
      }
    }
    String what =
        "%s of %s known of %s".formatted(Arrays.toString(held), Arrays.toString(known), SEEDS);
    if (SOAK) {
      System.out.println(correlation + ", " + intervals + ": " + what);
    }
    for (int i = 0; i < TRUTHS.length; i++) {
      // one in a thousand by chance
      assertThat(atMost(held[i], known[i], 0.93)).as(what).isGreaterThan(0.001);
      assertThat(1 - atMost(held[i] - 1, known[i], 0.97)).as(what).isGreaterThan(0.001);
      if (intervals >= 30) {
        assertThat(1 - atMost(SEEDS - known[i] - 1, SEEDS, 0.02)).as(what).isGreaterThan(0.001);
      }
    }
  }

  private static double atMost(int hits, int of, double probability) {
    return BinomialDistribution.of(of, probability).cumulativeProbability(hits);
  }
}
