package dev.sluice.core.run;

import static dev.sluice.core.time.Nanos.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.time.SimulatedClock;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class StatsClockTest {

  @Test
  void aFailedTickIsReportedAndTheNextStillComes() {
    SimulatedClock clock = new SimulatedClock();
    List<Long> ticks = new ArrayList<>();
    List<String> failures = new ArrayList<>();
    long startNanos = clock.nanos();
    StatsClock[] statsClock = new StatsClock[1];
    statsClock[0] =
        new StatsClock(
            clock,
            startNanos,
            SECOND,
            () -> {
              ticks.add(clock.nanos() - startNanos);
              if (ticks.size() == 4) {
                statsClock[0].stop();
              }
              if (ticks.size() == 2) {
                throw new IllegalStateException("second");
              }
            },
            failure -> failures.add(failure.getMessage()));
    statsClock[0].run();
    assertThat(ticks).containsExactly(SECOND, 2 * SECOND, 3 * SECOND, 4 * SECOND);
    assertThat(failures).containsExactly("second");
  }
}
