package dev.sluice.jms.tracking;

/** Whether the time from sending to receiving is measured, which takes one clock at both ends. */
public enum EndToEnd {
  /** It is not. */
  OFF,
  /** Of messages that were sent on this host; others are counted and ignored. */
  SAME_HOST,
  /**
   * Of all messages, whichever clock stamped them; what comes out negative is counted as skewed.
   */
  ACROSS_HOSTS
}
