package dev.sluice.core.worker;

/**
 * Events of a worker's connection. A peer is the name of the queue manager or broker, empty if
 * unknown.
 *
 * @param kind what happened
 * @param from the peer before
 * @param to the peer since, of a connection that is back; else empty
 * @param downNanos how long the connection has been lost
 */
public record ConnectionChange(Kind kind, String from, String to, long downNanos) {

  /** The possible events. */
  public enum Kind {
    /** It is lost, and is being got back. */
    LOST,
    /** It is back, to the same peer or to another one. */
    BACK,
    /** Its provider tries no more to get it back; the worker opens a new one. */
    GIVEN_UP
  }

  /** Whether it is back to another peer than before. */
  public boolean moved() {
    return kind == Kind.BACK && !from.equals(to);
  }
}
