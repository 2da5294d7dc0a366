package dev.sluice.control.measure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.stats.LatencyKind;
import dev.sluice.estimates.Batches;
import java.util.Map;
import java.util.function.IntUnaryOperator;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class SteadinessTest {

  private static final int SECONDS = 120;
  private static final int SLOW = 30;

  /** Slow at first, and then as it stays, with a little noise. */
  private static Batches run(IntUnaryOperator donePerSecond) {
    Batches batches = new Batches();
    for (int second = 0; second < SECONDS; second++) {
      int done = donePerSecond.applyAsInt(second);
      Histogram nanos = new Histogram(2);
      for (int i = 0; i < done; i++) {
        nanos.recordValue((second < SLOW ? 9_000_000 : 1_000_000) + 10_000 * (second * 7 % 5) + i);
      }
      batches.add(
          new Batches.Batch(
              1_000_000_000, 100, done, Map.of(LatencyKind.LATENCY, Batches.packed(nanos))));
    }
    return batches;
  }

  @Test
  void aSlowBeginIsAWarmUpUnlessWorkStoodStillInIt() {
    assertThat(Steadiness.remarks(run(second -> 100 - second % 3)))
        .anyMatch(remark -> remark.contains("as in a warm-up"));
    for (int from = 1; from < SLOW - 10; from += 4) {
      int stopped = from;
      assertThat(Steadiness.remarks(run(s -> s >= stopped && s < stopped + 8 ? 0 : 100 - s % 3)))
          .as("an outage from %d s on", from)
          .noneMatch(remark -> remark.contains("warm-up"));
    }
  }
}
