package dev.sluice.core.worker;

/**
 * Is told how a worker's connection fares. Any thread; a provider tells of what it does by itself
 * on threads of its own, so implementations return soon and do not wait for anybody.
 *
 * <p>A peer is the other end, a queue manager or broker, by its name; empty if unknown.
 */
public interface ConnectionWatch {

  /** Is told and does nothing. */
  ConnectionWatch NOBODY = new ConnectionWatch() {};

  /** The worker has opened a connection. */
  default void connected(String peer) {}

  /** The worker has a session: the peer is of the right kind and takes the connection. */
  default void accepted() {}

  /**
   * The connection is lost, and its provider tries to get it back.
   *
   * @param downNanos how long it had been lost when that was noticed
   */
  default void reconnecting(long downNanos) {}

  /** The provider got the connection back. */
  default void reconnected(String peer) {}

  /** The provider tries no more; the next use of the connection fails. */
  default void gaveUp() {}

  /**
   * Events of a worker's connection. A peer is the name of the queue manager or broker, empty if
   * unknown.
   *
   * @param transition what happened
   * @param from the peer before
   * @param to the peer since, of a connection that is back; else empty
   * @param downNanos how long the connection has been lost
   */
  record ConnectionChange(Transition transition, String from, String to, long downNanos) {

    /** The possible events. */
    public enum Transition {
      /** It is lost, and is being got back. */
      LOST,
      /** It is back, to the same peer or to another one. */
      BACK,
      /** Its provider tries no more to get it back; the worker opens a new one. */
      GIVEN_UP
    }

    /** Whether it is back to another peer than before. */
    public boolean moved() {
      return transition == Transition.BACK && !from.equals(to);
    }
  }
}
