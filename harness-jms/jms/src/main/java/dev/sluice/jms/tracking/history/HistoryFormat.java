package dev.sluice.jms.tracking.history;

/**
 * The numbers in the file of a history, for its writer and its readers; docs/delivery.md has it.
 */
public final class HistoryFormat {

  /** The first bytes. */
  public static final String MAGIC = "SLUICEH1";

  /** The stream of lines about the history itself. */
  public static final int LINES = 0;

  /** The stream of checksums. */
  public static final int CHECKSUM = 1;

  /** The stream of the first worker; those of the others follow. */
  public static final int FIRST_WORKER = 2;

  // flags in the head of a record, beside its kind
  public static final int STARTED = 8; // of what was sent
  public static final int REDELIVERED = 8; // of what has arrived
  public static final int ENDED = 16;
  public static final int SETTLED = 32;
  public static final int NEXT = 64;
  public static final int DAMAGED = 128;

  /** The usual step between times is a mean of some eight. */
  public static final int STEP_BITS = 3;

  /** The unit of times in nanoseconds. */
  public static final long MICRO = 1_000;

  private HistoryFormat() {}
}
