package dev.sluice.control.cli.command.ccdt;

/**
 * What came of connecting to an address of an entry.
 *
 * @param target entry and address, in words
 * @param outcome what it came to
 * @param reason why not, one line; empty if it connected
 */
record ConnectAttempt(String target, Outcome outcome, String reason) {

  /**
   * @param reason what the other end said may be in it, so control characters are taken out
   */
  public ConnectAttempt {
    reason = reason.replaceAll("[\\p{Cntrl}\\x{80}-\\x{9f}]+", "?");
  }

  /** What an attempt comes to. */
  public enum Outcome {
    CONNECTED,
    /** A queue manager answered, and did not let this application in. */
    REFUSED,
    /** There was no queue manager. */
    NO_ANSWER
  }

  /** Whether a queue manager was there. */
  public boolean answered() {
    return outcome != Outcome.NO_ANSWER;
  }

  /** The attempt in one line. */
  public String line() {
    return switch (outcome) {
      case CONNECTED -> "connected  " + target;
      case REFUSED -> "refused    " + target + ": " + reason;
      case NO_ANSWER -> "no answer  " + target + ": " + reason;
    };
  }
}
