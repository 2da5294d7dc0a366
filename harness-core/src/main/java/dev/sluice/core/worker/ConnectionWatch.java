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
}
