package dev.sluice.jms.tracking;

import static dev.sluice.core.time.Nanos.SECOND;

import dev.sluice.core.time.BootId;
import dev.sluice.core.time.NanoClock;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.zip.CRC32C;

/**
 * The time of day of one host in nanoseconds. Between two looks at the host's clock, a second
 * apart, it goes by the monotonic one: so a reading is cheap and allocates nothing. Any thread.
 */
final class WallClock {

  private final InstantSource wall;
  private final NanoClock clock;
  private final int hostId;
  private volatile Look last;

  /** The readings of both clocks at one moment. */
  private record Look(long epochNanos, long nanos) {}

  /** The clock of this host. */
  WallClock(InstantSource wall, NanoClock clock) {
    this(wall, clock, idOfThisHost());
  }

  WallClock(InstantSource wall, NanoClock clock, int hostId) {
    this.hostId = hostId;
    this.wall = wall;
    this.clock = clock;
    this.last = look();
  }

  /** What it goes by between two looks. */
  NanoClock nanoClock() {
    return clock;
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

  /**
   * Tells processes with the same clock from others: a number that all processes of one host have
   * in common, those in its containers too, and other hosts have not, but for a chance of one in
   * four thousand millions.
   */
  int hostId() {
    return hostId;
  }

  private Look look() {
    Instant now = wall.instant();
    return new Look(now.getEpochSecond() * SECOND + now.getNano(), clock.nanos());
  }

  private static int idOfThisHost() {
    CRC32C crc = new CRC32C();
    crc.update(BootId.read().orElseGet(WallClock::nameOfThisHost).getBytes(StandardCharsets.UTF_8));
    return (int) crc.getValue();
  }

  private static String nameOfThisHost() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (IOException e) {
      // then only this process is sure to have this clock
      return ProcessHandle.current().toString();
    }
  }
}
