package dev.sluice.estimates.bottleneck;

/** What is varied, one at a time, and what becomes faster by it. */
public enum Lever {
  /** How many requesters share the time of a call. */
  REQUESTERS,
  /** The size of messages: whatever passes bytes. */
  SIZE,
  /** Whether messages are persistent: writes to the log. */
  PERSISTENCE,
  /** Messages a commit: writes to the log, and calls that commit. */
  COMMIT,
  /** Those who take the messages, or answer them. */
  RECEIVERS,
  /** The queues that the load is spread over. */
  QUEUES
}
