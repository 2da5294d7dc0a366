package dev.sluice.jms.worker;

/** Which half of a round trip is in a transaction. */
public enum CommitOn {
  BOTH,
  PUT,
  GET;

  boolean put() {
    return this != GET;
  }

  boolean get() {
    return this != PUT;
  }
}
