package dev.sluice.estimates.bottleneck;

/**
 * What may limit a rate: more than half of the time per message, so that a small change of its
 * speed changes the rate by more than half of that.
 */
public enum Bottleneck {
  /** The rate that was asked for is kept. */
  RATE(
      "the rate that was asked for, which is kept: nothing else limits it",
      "ask for a higher rate",
      ""),
  /** Calls take their time on the way and in the broker, without a line before them. */
  LATENCY(
      "latency",
      "more requesters, or a shorter way to the broker",
      "vary requesters and persistence"),
  LOG(
      "the broker's log",
      "a faster disk for the log, or more messages a commit",
      "vary persistence, or observe the log"),
  PROCESSORS(
      "the broker's processors",
      "more or faster processors for the broker",
      "observe the broker's processors"),
  NETWORK(
      "the network",
      "a faster network, or smaller messages",
      "vary the size, and observe the network card"),
  /** What requesters do between two calls. */
  REQUESTERS("the requesters' own time between calls", "more requesters", "vary requesters"),
  /** What only one can do at a time at one queue. */
  QUEUE("one queue", "spread the load over more queues", "vary queues"),
  HARNESS("the harness's processors", "more processors or hosts for the harness", ""),
  PAUSES("the harness's collection pauses", "a larger heap for the harness", ""),
  /** More requesters would be faster, and are refused. */
  CONNECTIONS("the limit of connections", "raise that limit", "vary requesters"),
  /** Those who take the messages, or answer them. */
  CONSUMERS("the consumers", "more consumers", "vary receivers");

  private final String label;
  private final String remedy;
  private final String decider;

  Bottleneck(String label, String remedy, String decider) {
    this.label = label;
    this.remedy = remedy;
    this.decider = decider;
  }

  /** What it is, for people. */
  public String label() {
    return label;
  }

  /** What would raise the rate. */
  public String remedy() {
    return remedy;
  }

  /** What would tell whether it is this; empty if that is always known. */
  String decider() {
    return decider;
  }
}
