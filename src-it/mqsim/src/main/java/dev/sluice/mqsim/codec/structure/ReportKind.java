package dev.sluice.mqsim.codec.structure;

/** What a sender can ask the queue manager of a queue to report to the message's reply-to queue. */
public enum ReportKind {
  /** The message has arrived in the queue (COA). */
  ARRIVAL(0x100, 259),
  /** The message was got from the queue (COD). */
  DELIVERY(0x800, 260),
  /** The message expired before somebody got it. */
  EXPIRATION(0x200000, 258),
  /** The message cannot be put where it was to go; the feedback is the reason. */
  EXCEPTION(0x1000000, 0);

  private final int option;
  private final int feedback;

  ReportKind(int option, int feedback) {
    this.option = option;
    this.feedback = feedback;
  }

  /** The report options that ask for it, without data. */
  int option() {
    return option;
  }

  /** Asks for the first of the message's data too, with {@link #option}. */
  int dataOption() {
    return 2 * option;
  }

  /** Asks for all of the message's data, with the others. */
  int allDataOption() {
    return 4 * option;
  }

  /** What the report says in its descriptor. */
  public int feedback() {
    return feedback;
  }
}
