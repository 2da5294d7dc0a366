package dev.sluice.jms.delivery;

/** How the receivers of a workload come by messages. */
public enum Receivers {
  /** Each message goes to one of them: those of a queue, or of a shared subscription. */
  SHARE,
  /** Each message goes to every one of them: subscribers. */
  ALL_GET_ALL,
  /**
   * Each gets the answers to what it sends, and ends before those that answer do. An answer that
   * does not come it misses by itself; what is answered after its end is not lost.
   */
  GET_ANSWERS
}
