package dev.sluice.control.fleet.link;

import java.net.InetSocketAddress;

/** Who is told of refusals, on any thread, each time one happens. */
interface Refusals {

  /** This process refuses a caller; the reason names it. */
  void refuses(InetSocketAddress caller, String reason);

  /** A listener refuses this process. */
  void refusedBy(String member, InetSocketAddress listener, String reason);

  /** A connection was no member's: it was silent, too slow, or said something else. */
  void stranger(InetSocketAddress caller);
}
