package dev.sluice.control.fleet.protocol;

import java.util.concurrent.TimeUnit;

/**
 * How long things take. All members of a fleet are given the lease by the controller; the other
 * durations may differ.
 *
 * @param tickNanos how often the state machines are told the time
 * @param heartbeatNanos how often an agent tells the controller that it is there; twice as often
 *     while its clock is known no better than to half of {@code clockErrorNanos}
 * @param leadNanos how far ahead a change takes effect
 * @param leaseNanos how long an agent may act on its share after it sent the last heartbeat that
 *     the controller has answered
 * @param keepNanos how long agents keep what they play and have to tell without a controller
 * @param suspectNanos how long an agent may be silent before that is said
 * @param clockErrorNanos an agent whose clock is known less exactly than this is given no share
 * @param strictLeases whether a share is given away only when its lease has run out; otherwise also
 *     when the hub has closed the agent's connection
 */
public record FleetTiming(
    long tickNanos,
    long heartbeatNanos,
    long leadNanos,
    long leaseNanos,
    long keepNanos,
    long suspectNanos,
    long clockErrorNanos,
    boolean strictLeases) {

  /**
   * How much faster one host's monotonic clock may run than another's, in parts: 1,000 ppm. Real
   * ones differ by less than 200 ppm, and are slewed by NTP by no more than 500.
   */
  public static final double DRIFT = 1e-3;

  /** As the command line has it if nothing is said. */
  public static FleetTiming standard() {
    return withLease(TimeUnit.SECONDS.toNanos(10), false);
  }

  /** The same with another lease. */
  public static FleetTiming withLease(long leaseNanos, boolean strict) {
    return new FleetTiming(
        TimeUnit.MILLISECONDS.toNanos(100),
        TimeUnit.MILLISECONDS.toNanos(500),
        TimeUnit.MILLISECONDS.toNanos(150),
        leaseNanos,
        TimeUnit.MINUTES.toNanos(5),
        TimeUnit.MILLISECONDS.toNanos(1_500),
        TimeUnit.MILLISECONDS.toNanos(20),
        strict);
  }

  /** The longest a duration on one clock may take on another. */
  static long onAnyClock(long nanos) {
    return nanos + (long) Math.ceil(nanos * DRIFT);
  }
}
