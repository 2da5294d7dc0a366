package dev.sluice.jms.delivery;

/**
 * Which numbers of one sender have arrived: all from the lowest to the highest but those that are
 * missing. Guarded by the {@link DeliveryLedger} it belongs to.
 */
final class SenderRecord {

  /** Numbers that arrived and may arrive again, as nobody knows whether that was committed. */
  static final int IN_DOUBT_LIMIT = 1000;

  private final NumberRanges missing = new NumberRanges();
  private final NumberRanges inDoubt = new NumberRanges();
  private long lowest;
  private long highest;

  /**
   * @param first the number that its messages are known to begin with
   */
  SenderRecord(long first) {
    lowest = first;
    highest = first - 1;
  }

  /** The highest number that arrived. */
  long highest() {
    return highest;
  }

  /** How many runs of numbers are missing. */
  int gaps() {
    return missing.runs();
  }

  /**
   * Takes note of an arrival.
   *
   * @return how many more are missing now: -1 if it was itself; or {@link #AGAIN}
   */
  long arrived(long number) {
    if (number > highest) {
      long skipped = number - highest - 1;
      if (skipped > 0) {
        missing.add(highest + 1, number - 1);
      }
      highest = number;
      return skipped;
    }
    if (number < lowest) {
      long skipped = lowest - number - 1;
      if (skipped > 0) {
        missing.add(number + 1, lowest - 1);
      }
      lowest = number;
      return skipped;
    }
    return missing.remove(number) ? -1 : AGAIN;
  }

  /** What {@link #arrived} returns when it had arrived before, or had been given up. */
  static final long AGAIN = Long.MIN_VALUE;

  /** It arrived, but may arrive again without being a duplicate. */
  void mayComeAgain(long number) {
    if (inDoubt.runs() == IN_DOUBT_LIMIT) {
      inDoubt.removeFirstRun();
    }
    inDoubt.add(number, number);
  }

  /** Whether that was said of the number; true only once. */
  boolean cameAgainAsFeared(long number) {
    return inDoubt.remove(number);
  }

  /** The oldest gap will not be filled any more. */
  void giveUpOldestGap() {
    missing.removeFirstRun();
  }
}
