package dev.sluice.core.pacing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.stream.LongStream;

/** Times in nanoseconds since the start of a schedule. */
final class Times {

  /** Times are rounded to the next nanosecond, and arithmetic may add one. */
  static final long ROUNDING = 1;

  private Times() {}

  static long[] multiplesOf(long stepNanos, int count) {
    return LongStream.range(0, count).map(i -> i * stepNanos).toArray();
  }

  static void assertClose(long[] actual, long toleranceNanos, long... expected) {
    assertThat(actual).hasSameSizeAs(expected);
    for (int i = 0; i < actual.length; i++) {
      assertThat(actual[i]).isCloseTo(expected[i], within(toleranceNanos));
    }
  }
}
