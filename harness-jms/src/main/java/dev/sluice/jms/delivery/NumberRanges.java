package dev.sluice.jms.delivery;

import java.util.Map;
import java.util.TreeMap;

/** A set of numbers that come in runs. For one thread at a time. */
final class NumberRanges {

  /** First number of each run to its last. */
  private final TreeMap<Long, Long> runs = new TreeMap<>();

  /** How many runs there are. */
  int runs() {
    return runs.size();
  }

  /** Adds numbers of which it has none yet. A run that follows another does not join it. */
  void add(long first, long last) {
    runs.put(first, last);
  }

  /** Returns whether the number was there. */
  boolean remove(long number) {
    Map.Entry<Long, Long> run = runs.floorEntry(number);
    if (run == null || run.getValue() < number) {
      return false;
    }
    long first = run.getKey();
    long last = run.getValue();
    if (first == number) {
      runs.remove(first);
    } else {
      runs.put(first, number - 1);
    }
    if (number < last) {
      runs.put(number + 1, last);
    }
    return true;
  }

  /** Lets go of the run with the smallest numbers. */
  void removeFirstRun() {
    runs.pollFirstEntry();
  }
}
