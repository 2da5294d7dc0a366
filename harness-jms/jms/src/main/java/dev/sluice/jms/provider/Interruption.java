package dev.sluice.jms.provider;

/** Whether a call failed because the provider lost the connection during it and got it back. */
public enum Interruption {
  /** It failed for another reason. */
  NONE,
  /** It did. */
  RECONNECTED,
  /**
   * The transaction was rolled back, as it is when the connection is lost; whether it was is to be
   * found out otherwise.
   */
  ROLLED_BACK
}
