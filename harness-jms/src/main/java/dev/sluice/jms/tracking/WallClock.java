package dev.sluice.jms.tracking;

import static dev.sluice.core.time.Nanos.SECOND;

import dev.sluice.core.time.NanoClock;
import java.time.Instant;
import java.time.InstantSource;

/**
 * The time of day in nanoseconds. Between two looks at the host's clock, a second apart, it goes by
 * the monotonic one: so a reading is cheap and allocates nothing. Any thread.
 */
final class WallClock {

  private final InstantSource wall;
  private final NanoClock clock;
  private volatile Look last;

  /** The readings of both clocks at one moment. */
  private record Look(long epochNanos, long nanos) {}

  WallClock(InstantSource wall, NanoClock clock) {
    this.wall = wall;
    this.clock = clock;
    this.last = look();
  }

  /** Nanoseconds since 1970. */
  long epochNanos() {
    long nanos = clock.nanos();
    Look look = last;
    if (nanos - look.nanos() >= SECOND) {
      look = look();
      last = look;
    }
    return look.epochNanos() + (nanos - look.nanos());
  }

  private Look look() {
    Instant now = wall.instant();
    return new Look(now.getEpochSecond() * SECOND + now.getNano(), clock.nanos());
  }
}
