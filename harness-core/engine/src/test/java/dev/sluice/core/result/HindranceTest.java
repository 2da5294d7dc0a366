package dev.sluice.core.result;

import static dev.sluice.core.time.Nanos.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.result.Hindrance.Kind;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class HindranceTest {

  private static Hindrance standstill(double fromSeconds, double toSeconds) {
    long from = (long) (fromSeconds * SECOND);
    long to = (long) (toSeconds * SECOND);
    return new Hindrance(Kind.STANDSTILL, from, to, to - from);
  }

  /** Agents of a fleet, or runs that were joined, on one host that was suspended. */
  @Test
  void whatManyProcessesSufferedAtOnceCountsOnce() {
    Hindrance each = standstill(10, 10.5);
    assertThat(Hindrance.stoodStill(Collections.nCopies(100, each).stream(), 0, 60 * SECOND))
        .isEqualTo(Hindrance.stoodStill(Stream.of(each), 0, 60 * SECOND));
    assertThat(
            Hindrance.stoodStill(
                Collections.nCopies(3, standstill(10, 14)).stream(), 0, 60 * SECOND))
        .contains("the harness stood still for 4.0 s of 60.0 s");
    assertThat(
            Hindrance.stoodStill(
                Stream.of(standstill(20, 21), standstill(10, 14), standstill(12, 16)),
                0,
                60 * SECOND))
        .contains("the harness stood still for 7.0 s of 60.0 s");
  }

  @Test
  void nothingStandsStillForLongerThanThereWasTime() {
    assertThat(Hindrance.stoodStill(Stream.of(standstill(5, 15)), 10 * SECOND, 12 * SECOND))
        .contains("the harness stood still for 2.0 s of 2.0 s");
    assertThat(Hindrance.stoodStill(List.of(standstill(5, 10)).stream(), 10 * SECOND, 12 * SECOND))
        .isEmpty();
  }
}
