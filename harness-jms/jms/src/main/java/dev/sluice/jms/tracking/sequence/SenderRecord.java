package dev.sluice.jms.tracking.sequence;

import dev.sluice.core.stats.DeliveryFigure;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Which numbers of one sender have arrived: all from the lowest to the highest but those that are
 * missing. Guarded by the {@link DeliveryTracker} it belongs to.
 */
final class SenderRecord {

  /** Numbers that arrived and may arrive again, as nobody knows whether that was committed. */
  static final int IN_DOUBT_LIMIT = 1000;

  private final MissingNumbers missing = new MissingNumbers();
  private final TreeSet<Long> inDoubt = new TreeSet<>();
  private long arrivals;
  private long lowest;
  private long highest;
  private DeliveryCounter highestAt; // null before anything arrived

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

  /** The receiver of that. */
  DeliveryCounter highestAt() {
    return highestAt;
  }

  /** How many of its messages arrived, duplicates included. */
  long arrivals() {
    return arrivals;
  }

  /** How many runs of numbers are missing. */
  int gaps() {
    return missing.runs();
  }

  /**
   * Takes note of an arrival; what is missing now, or not any more, is counted.
   *
   * @return false if it had arrived before, or had been given up
   */
  boolean arrived(long number, DeliveryCounter at) {
    arrivals++;
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
    missedBy.add(DeliveryFigure.LOST, -1);
    return true;
  }

  /** All before the first one that arrived were sent, too. */
  void beginsWithOne() {
    if (lowest > 1) {
      miss(1, lowest - 1, highestAt);
      lowest = 1;
    }
  }

  /** It arrived, but may arrive again without being a duplicate. */
  void mayComeAgain(long number) {
    if (inDoubt.size() == IN_DOUBT_LIMIT) {
      inDoubt.pollFirst();
    }
    inDoubt.add(number);
  }

  /** Whether that was said of the number; true only once. */
  boolean cameAgainAsFeared(long number) {
    return inDoubt.remove(number);
  }

  /** The oldest gap will not be filled any more. */
  void giveUpOldestGap() {
    missing.removeFirstRun();
  }

  private void miss(long first, long last, DeliveryCounter at) {
    if (first <= last) {
      missing.add(first, last, at);
      at.add(DeliveryFigure.LOST, last - first + 1);
    }
  }

  /**
   * Numbers that are missing, in runs, each missed by the receiver of a later one. For one thread
   * at a time.
   */
  private static final class MissingNumbers {

    private record MissedRange(long last, DeliveryCounter missedBy) {}

    /** First number of each run to the rest of it. */
    private final TreeMap<Long, MissedRange> runs = new TreeMap<>();

    /** How many runs there are. */
    int runs() {
      return runs.size();
    }

    /** Adds numbers of which it has none yet. A run that follows another does not join it. */
    void add(long first, long last, DeliveryCounter missedBy) {
      runs.put(first, new MissedRange(last, missedBy));
    }

    /** Returns by whom the number was missed; null if it was not there. */
    DeliveryCounter remove(long number) {
      Map.Entry<Long, MissedRange> entry = runs.floorEntry(number);
      if (entry == null || entry.getValue().last() < number) {
        return null;
      }
      long first = entry.getKey();
      MissedRange run = entry.getValue();
      if (first == number) {
        runs.remove(first);
      } else {
        add(first, number - 1, run.missedBy());
      }
      if (number < run.last()) {
        add(number + 1, run.last(), run.missedBy());
      }
      return run.missedBy();
    }

    /** Lets go of the run with the smallest numbers. */
    void removeFirstRun() {
      runs.pollFirstEntry();
    }
  }
}
