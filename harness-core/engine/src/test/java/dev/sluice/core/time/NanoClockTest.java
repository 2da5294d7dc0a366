package dev.sluice.core.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Arithmetic of clock readings, which ends at the largest and the smallest number. */
class NanoClockTest {

  static Stream<Arguments> pairs() {
    long[] numbers = {
      Long.MIN_VALUE,
      Long.MIN_VALUE + 1,
      -5_000_000_000L,
      -1,
      0,
      1,
      7,
      Long.MAX_VALUE - 1,
      NanoClock.NEVER
    };
    return Arrays.stream(numbers)
        .boxed()
        .flatMap(a -> Arrays.stream(numbers).mapToObj(b -> Arguments.of(a, b)));
  }

  @ParameterizedTest
  @MethodSource("pairs")
  void aSumOrDifferenceThatIsOutOfRangeIsTheLastOneWithin(long a, long b) {
    assertThat(NanoClock.plus(a, b))
        .isEqualTo(nearest(BigInteger.valueOf(a).add(BigInteger.valueOf(b))));
    assertThat(NanoClock.between(a, b))
        .isEqualTo(nearest(BigInteger.valueOf(b).subtract(BigInteger.valueOf(a))));
  }

  private static long nearest(BigInteger exact) {
    return exact
        .min(BigInteger.valueOf(Long.MAX_VALUE))
        .max(BigInteger.valueOf(Long.MIN_VALUE))
        .longValueExact();
  }
}
