package dev.sluice.insight.bottleneck;

/** What is varied, one at a time, and which part of the time per message becomes faster by it. */
public enum Lever {
  /** How many requesters share the time of a call. */
  REQUESTERS("requesters"),
  /** The size of messages: whatever passes bytes. */
  SIZE("size"),
  /** Whether messages are persistent: writes to the log. */
  PERSISTENCE("persistence"),
  /** Messages a commit: writes to the log, and calls that commit. */
  COMMIT("commit"),
  /** Those who take the messages, or answer them. */
  RECEIVERS("receivers"),
  /** The queues that the load is spread over. */
  QUEUES("queues");

  private final String word;

  Lever(String word) {
    this.word = word;
  }

  /** As people write it. */
  public String word() {
    return word;
  }
}
