package dev.sluice.control.fleet.link;

import java.net.InetSocketAddress;

/** Who is told what became of connections, on any thread, each time one is tried or comes. */
interface Refusals {

  /** This process refuses a caller; the reason names it. */
  void refuses(InetSocketAddress caller, String reason);

  /** A listener refuses this process. */
  void refusedBy(String member, InetSocketAddress listener, String reason);

  /** A listener has welcomed this process. */
  void reached(InetSocketAddress listener);

  /**
   * No member could be reached there.
   *
   * @param nobodyListens whether its host refuses connections, hence no process listens
   */
  void notReached(InetSocketAddress listener, boolean nobodyListens, String why);

  /** A connection was no member's: it was silent, too slow, or said something else. */
  void stranger(InetSocketAddress caller);
}
