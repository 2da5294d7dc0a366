package dev.sluice.control.fleet.protocol;

import dev.sluice.core.time.NanoClock;
import java.time.Instant;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * What the protocol needs of a network: messages that may be lost, late, doubled or out of order,
 * and hints who is there. A member's name belongs to one process: one that starts again has another
 * name.
 *
 * <p>One thread calls the state machines and is the one on which they call this. No call waits.
 */
public interface FleetLink {

  /** This process's name among the members. */
  String self();

  /** Sends a message if it can; nothing is said if it cannot. */
  void send(String member, FleetMessage message);

  /** This host's wall clock, in nanoseconds since 1970, less the clock of this process. */
  default long wallAheadNanos() {
    Instant now = Instant.now();
    return TimeUnit.SECONDS.toNanos(now.getEpochSecond())
        + now.getNano()
        - NanoClock.SYSTEM.nanos();
  }

  /** Asks whether a process is there; {@link Listener#probed} is told what was found, if ever. */
  void probe(String member);

  /** What a connection attempt to a member's port shows. */
  enum Evidence {
    /** Its host answers that nobody listens there: the process is dead. */
    REFUSED,
    /** Nothing came back: it may be cut off, and running. */
    SILENT,
    /** Somebody listens there. */
    ANSWERED
  }

  /**
   * Who is told what comes from the network, and the time. Readings are of this process's monotonic
   * clock, in nanoseconds, and never go back.
   */
  interface Listener {

    /** A message has come. */
    void received(long nowNanos, String from, FleetMessage message);

    /** Who is there now, as far as the network knows; a hint, with this process in it. */
    void view(long nowNanos, Set<String> members);

    /** What a probe has found. */
    default void probed(long nowNanos, String member, Evidence evidence) {}

    /** Time has passed; to be called every {@link FleetTiming#tickNanos}. */
    void tick(long nowNanos);
  }
}
