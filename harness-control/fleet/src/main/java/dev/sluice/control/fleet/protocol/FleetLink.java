package dev.sluice.control.fleet.protocol;

import dev.sluice.core.time.NanoClock;
import java.time.Instant;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * What the protocol needs of the hub: messages that may be lost, late, doubled or out of order, one
 * lock, and hints who is there. A member's name belongs to one process: one that starts again has
 * another name.
 *
 * <p>The lock is the only consumer of the queue that agents send to, so whoever holds it is the
 * controller. The hub frees the lock of a silent holder after a lease at the earliest, and takes
 * nothing from that holder's connection from then on. The link of a controller seeks the lock by
 * itself. It gives it back when the state machine has not been told the time for a lease.
 *
 * <p>One thread at a time, the protocol's thread, calls the state machines, and they call this on
 * it. No call waits.
 */
public interface FleetLink {

  /** Whoever holds the lock, as the receiver of messages. */
  String CONTROLLER = "controller";

  /** This process's name among the members. */
  String self();

  /** Sends a message if it can; nothing is said if it cannot. */
  void send(String member, FleetMessage message);

  /**
   * Gives the lock back, and seeks it again. Nothing that was found out about the lock before this
   * call is told after it.
   */
  default void release() {}

  /** Gives the lock back, and hangs up for good. */
  default void leave() {}

  /** The name of this process's clock; processes with the same one have one clock. May be empty. */
  default String clock() {
    return "";
  }

  /** This host's wall clock, in nanoseconds since 1970, less the clock of this process. */
  default long wallAheadNanos() {
    Instant now = Instant.now();
    return TimeUnit.SECONDS.toNanos(now.getEpochSecond())
        + now.getNano()
        - NanoClock.SYSTEM.nanos();
  }

  /**
   * Who is told what comes from the hub, and the time. Readings are of this process's monotonic
   * clock, in nanoseconds, and never go back.
   */
  interface Listener {

    /** A message has come. */
    void received(long nowNanos, String from, FleetMessage message);

    /**
     * The agents that the hub knows now; a hint. One is missing once the hub has closed its
     * connection, because its host did or after silence, until it has another one. Who has not come
     * back to a hub that this process lost is in none of these until it does.
     */
    default void view(long nowNanos, Set<String> members) {}

    /** This process has got the lock, or has lost it. */
    default void lock(long nowNanos, boolean held) {}

    /**
     * More than one hub answers, or exactly one again. A link looks for others with each connection
     * that it makes, and twice in a lease.
     */
    default void split(long nowNanos, boolean split) {}

    /** Time has passed; to be called every {@link FleetTiming#tickNanos}. */
    void tick(long nowNanos);
  }
}
