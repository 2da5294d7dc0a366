package dev.sluice.jms.tracking.sequence;

import java.util.TreeSet;

/**
 * Which numbers of one sender have arrived: all from the lowest to the highest but those that are
 * missing. Guarded by the {@link DeliveryTracker} it belongs to.
 */
public final class SenderRecord {

  /** Numbers that arrived and may arrive again, as nobody knows whether that was committed. */
  static final int IN_DOUBT_LIMIT = 1000;

  private final MissingNumbers missing = new MissingNumbers();
  private final TreeSet<Long> inDoubt = new TreeSet<>();
  private long lowest;
  private long highest;
  private DeliveryCounter highestAt; // null before anything arrived

  /**
   * @param first the number that its messages are known to begin with
   */
  public SenderRecord(long first) {
    lowest = first;
    highest = first - 1;
  }

  /** The highest number that arrived. */
  public long highest() {
    return highest;
  }

  /** The receiver of that. */
  public DeliveryCounter highestAt() {
    return highestAt;
  }

  /** How many runs of numbers are missing. */
  public int gaps() {
    return missing.runs();
  }

  /**
   * Takes note of an arrival; what is missing now, or not any more, is counted.
   *
   * @return false if it had arrived before, or had been given up
   */
  public boolean arrived(long number, DeliveryCounter at) {
    if (number > highest) {
      miss(highest + 1, number - 1, at);
      highest = number;
      highestAt = at;
      return true;
    }
    if (number < lowest) {
      miss(number + 1, lowest - 1, at);
      lowest = number;
      return true;
    }
    DeliveryCounter missedBy = missing.remove(number);
    if (missedBy == null) {
      return false;
    }
    missedBy.found();
    return true;
  }

  /** All before the first one that arrived were sent, too. */
  public void beginsWithOne() {
    if (lowest > 1) {
      miss(1, lowest - 1, highestAt);
      lowest = 1;
    }
  }

  /** It arrived, but may arrive again without being a duplicate. */
  public void mayComeAgain(long number) {
    if (inDoubt.size() == IN_DOUBT_LIMIT) {
      inDoubt.pollFirst();
    }
    inDoubt.add(number);
  }

  /** Whether that was said of the number; true only once. */
  public boolean cameAgainAsFeared(long number) {
    return inDoubt.remove(number);
  }

  /** The oldest gap will not be filled any more. */
  public void giveUpOldestGap() {
    missing.removeFirstRun();
  }

  private void miss(long first, long last, DeliveryCounter at) {
    if (first <= last) {
      missing.add(first, last, at);
      at.missed(last - first + 1);
    }
  }
}
