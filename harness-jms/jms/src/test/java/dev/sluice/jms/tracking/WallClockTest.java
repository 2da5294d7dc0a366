package dev.sluice.jms.tracking;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.jms.SetClock;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class WallClockTest {

  private Instant wall = Instant.ofEpochSecond(1_000, 5);
  private long nanos = -77;

  private final WallClock clock = new WallClock(() -> wall, new SetClock(() -> nanos));

  @Test
  void goesByTheMonotonicClockBetweenLooksAtTheOther() {
    assertThat(clock.epochNanos()).isEqualTo(1_000_000_000_005L);

    nanos += 999_999_999;
    assertThat(clock.epochNanos()).isEqualTo(1_001_000_000_004L);
  }

  @Test
  void followsTheHostsClockAfterASecond() {
    wall = Instant.ofEpochSecond(1_001, 205);
    nanos += 1_000_000_000;
    assertThat(clock.epochNanos()).isEqualTo(1_001_000_000_205L);
  }
}
