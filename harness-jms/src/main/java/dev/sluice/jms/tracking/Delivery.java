package dev.sluice.jms.tracking;

import dev.sluice.core.time.NanoClock;
import dev.sluice.jms.tracking.sequence.SentTotals;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.random.RandomGenerator;

/**
 * Stamps and checks of the workloads of one process, as far as they are asked for. Workloads that
 * send and receive in one process share one of these, so that nothing is missed. Any thread.
 */
public final class Delivery {

  private static final int TOKEN_RADIX = 36;

  private final SentTotals sent;
  private final DeliveryTrackers trackers;
  private final RandomGenerator random;
  private final WallClock clock;
  private final int hostId;

  /**
   * @param random makes names that no other process has; it must not begin the same way everywhere
   * @param wall the time of day
   * @param clock measures between two readings of it
   */
  public Delivery(RandomGenerator random, InstantSource wall, NanoClock clock) {
    this(new SentTotals(), random, new WallClock(wall, clock), HostId.ofThisHost());
  }

  Delivery(SentTotals sent, RandomGenerator random, WallClock clock, int hostId) {
    this.sent = sent;
    this.trackers = new DeliveryTrackers(sent);
    this.random = random;
    this.clock = clock;
    this.hostId = hostId;
  }

  /** An account that nothing is in yet; workloads of one run share one. */
  public static Delivery newAccount() {
    return new Delivery(new SecureRandom(), InstantSource.system(), NanoClock.SYSTEM);
  }

  /**
   * The stamps of one more workload that sends.
   *
   * @param runId stands in the stamps, for people who look at messages; may be empty
   */
  public WorkloadTracking stamping(DeliverySpec spec, String runId) {
    if (!spec.verify()) {
      return spec.endToEnd() == EndToEnd.OFF ? WorkloadTracking.OFF : worker -> timed();
    }
    String workload = (runId.isEmpty() ? "" : runId + "/") + token();
    return worker ->
        new NumberedProperties(
            workload + "/" + (worker + 1), sent, spec.endToEnd() == EndToEnd.OFF ? null : timed());
  }

  /**
   * The checks of one more workload that receives. Those of all are made before the first of their
   * workers.
   */
  public ArrivalChecking checking(DeliverySpec spec, Receivers receivers) {
    return spec.equals(DeliverySpec.OFF)
        ? ArrivalChecking.OFF
        : new WorkloadArrivalCheck(
            spec, clock, hostId, new DeliveryCounters(receivers, trackers), receivers.stranded());
  }

  private TimedProperties timed() {
    return new TimedProperties(clock, hostId);
  }

  private synchronized String token() {
    return Long.toString(random.nextLong() >>> 1, TOKEN_RADIX);
  }
}
