package dev.sluice.jms.worker;

/**
 * Whether workers use transactions.
 *
 * @param commitEvery how many messages make a transaction; 0 for none
 */
public record Transaction(int commitEvery) {

  /** Every message for itself. */
  public static final Transaction NONE = new Transaction(0);

  public Transaction {
    if (commitEvery < 0) {
      throw new IllegalArgumentException("a transaction cannot have " + commitEvery + " messages");
    }
  }

  /** Transactions of so many messages, at least 1. */
  public static Transaction ofMessages(int commitEvery) {
    if (commitEvery < 1) {
      throw new IllegalArgumentException("a transaction needs at least 1 message");
    }
    return new Transaction(commitEvery);
  }

  /** Whether there are transactions at all. */
  public boolean used() {
    return commitEvery > 0;
  }
}
