package dev.sluice.core.stats;

/** A period of an iteration, or of a message's way, that is timed apart from the whole. */
public enum Part {
  /** A put, where an iteration is more than that. */
  PUT("put"),
  /** A get that brought a message, where an iteration is more than that. */
  GET("get"),
  /** A commit. */
  COMMIT("commit"),
  /** From before the put of a request until its reply was there. */
  ROUND_TRIP("round trip"),
  /** From the send stamp of a message until it was received, both by the wall clock. */
  END_TO_END("end to end"),
  /** Making a connection or a session. */
  CONNECT("connect"),
  /** From the last operation that worked to the first that worked again. */
  OUTAGE("outage"),
  /** An iteration that failed, from its start to its failure. */
  FAILED("failed calls"),
  /**
   * An iteration of which nobody knows whether it was done, from its start until that was known.
   */
  IN_DOUBT("calls in doubt");

  private final String label;

  Part(String label) {
    this.label = label;
  }

  /** The name that people use for it. */
  public String label() {
    return label;
  }

  /** The same in one word, for machines to read: {@code round-trip}. */
  public String word() {
    return new FigureName(label).word();
  }
}
