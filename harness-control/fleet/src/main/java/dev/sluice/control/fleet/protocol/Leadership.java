package dev.sluice.control.fleet.protocol;

import java.util.concurrent.TimeUnit;

/**
 * Whether a controller may give leases: while it has the fleet's lock, once nobody can act any more
 * on what another controller gave.
 *
 * <ol>
 *   <li>One that begins a run of its own gives none to agents that play another, so it leads at
 *       once. One that follows waits for a lease, by any clock, from when it got the lock.
 *   <li>One that led, and has the lock again within a lease, goes on leading: another one that had
 *       it meanwhile was still waiting. After a longer time it waits like one that follows. It
 *       resigns if it hears that another has given orders for its run.
 *   <li>One whose thread stood still for a lease may have lost the lock without knowing. It gives
 *       it back, and ignores whatever it reads until it has it again.
 *   <li>While more than one hub answers another one may lead, too, so it waits for a lease from
 *       when exactly one does.
 * </ol>
 *
 * <p>For one thread. Readings are of the controller's own clock, which is the fleet's.
 */
final class Leadership {

  private static final long NEVER = Long.MIN_VALUE;

  private final FleetLink link;
  private final ControllerEvents events;
  private final boolean follows;
  private final long leaseNanos;

  private Epoch epoch;
  private Epoch first; // in which it led; null before
  private boolean held;
  private boolean split;
  private boolean begun;
  private boolean over;
  private long longestNanos; // lease that an agent may have
  private long lockedNanos;
  private boolean waits; // for the leases of others
  private long provenNanos = NEVER; // it led then
  private long movedNanos = NEVER;

  Leadership(FleetLink link, FleetTiming timing, ControllerEvents events, boolean follows) {
    this.link = link;
    this.events = events;
    this.follows = follows;
    this.leaseNanos = timing.leaseNanos();
    this.longestNanos = leaseNanos;
    this.epoch = Epoch.NONE.next(link.self());
  }

  Epoch epoch() {
    return epoch;
  }

  /** Whether it has led, and has not resigned. */
  boolean begun() {
    return begun && !over;
  }

  boolean over() {
    return over;
  }

  boolean held() {
    return held;
  }

  boolean follows() {
    return follows;
  }

  /** Time has come to this; whether what is read now counts. */
  boolean reads(long nowNanos) {
    boolean stoodStill = movedNanos != NEVER && nowNanos - movedNanos > leaseNanos;
    if (stoodStill) {
      link.release();
      if (held) {
        events.noted(
            "this controller stood still for %d s; it ignores what agents send until it has the lock"
                .formatted(TimeUnit.NANOSECONDS.toSeconds(nowNanos - movedNanos)));
      }
      held = false;
    }
    movedNanos = nowNanos;
    return held && !over;
  }

  /** The link has got the lock, or has lost it; what it says to one that stood still is too old. */
  void lock(long nowNanos, boolean isHeld) {
    boolean before = movedNanos == NEVER || nowNanos - movedNanos <= leaseNanos;
    reads(nowNanos);
    if (before && isHeld && !held) {
      lockedNanos = nowNanos;
      boolean recent = provenNanos != NEVER && nowNanos - provenNanos < leaseNanos;
      waits = begun ? !recent : follows;
    }
    held = before && isHeld;
  }

  /** More than one hub answers, or exactly one again. */
  void split(long nowNanos, boolean isSplit) {
    split = isSplit;
    waits = true;
    lockedNanos = nowNanos;
    provenNanos = NEVER;
  }

  /** Whether it may give leases. */
  boolean leads(long nowNanos) {
    return held
        && !over
        && !split
        && (!waits || nowNanos - lockedNanos > FleetTiming.onAnyClock(longestNanos));
  }

  /** Begins to lead if it may, and has not yet. */
  boolean begins(long nowNanos) {
    boolean begins = !begun && leads(nowNanos);
    if (begins) {
      begun = true;
      first = epoch;
    }
    return begins;
  }

  /** An agent has sent something by this controller's clock, and it has come. */
  void heard(long nowNanos, long sentNanos) {
    if (leads(nowNanos)) { // while it waits, another one's leases may run on
      provenNanos = Math.max(provenNanos, sentNanos);
    }
  }

  /** Whether it only waits until nobody can act on what another controller gave. */
  boolean waits() {
    return held && !begun && !over && !split;
  }

  /** An agent still has orders of another controller, with leases as long as this. */
  void heardOfLease(long nowNanos, long nanos) {
    if (nanos > longestNanos) {
      longestNanos = nanos;
      if (waits()) {
        events.noted(
            "agents have leases of %d s from another controller; this one takes over in %d s"
                .formatted(
                    TimeUnit.NANOSECONDS.toSeconds(nanos),
                    TimeUnit.NANOSECONDS.toSeconds(
                        lockedNanos + FleetTiming.onAnyClock(nanos) - nowNanos)));
      }
    }
  }

  /**
   * An agent obeys an epoch, which did not deal anything of this one's run.
   *
   * @return whether this has a higher one because of that
   */
  boolean meets(Epoch other) {
    boolean higher = other.number() >= epoch.number() && !other.equals(epoch);
    epoch = higher ? other.next(link.self()) : epoch;
    return higher;
  }

  /** Whether orders are those of a controller that follows this one, or that it did not hear of. */
  boolean follows(Epoch ordered) {
    return begun && ordered.number() >= first.number() && !ordered.issuer().equals(link.self());
  }

  void resign(Epoch by) {
    if (!over) {
      over = true;
      link.leave();
      events.resigned(by);
    }
  }
}
