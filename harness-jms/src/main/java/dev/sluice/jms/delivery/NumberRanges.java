package dev.sluice.jms.delivery;

import java.util.Map;
import java.util.TreeMap;

/**
 * A set of numbers that come in runs, each known to somebody. For one thread at a time.
 *
 * @param <T> who that may be
 */
final class NumberRanges<T> {

  private record Run<T>(long last, T owner) {}

  /** First number of each run to the rest of it. */
  private final TreeMap<Long, Run<T>> runs = new TreeMap<>();

  /** How many runs there are. */
  int runs() {
    return runs.size();
  }

  /** Adds numbers of which it has none yet. A run that follows another does not join it. */
  void add(long first, long last, T owner) {
    runs.put(first, new Run<>(last, owner));
  }

  /** Returns whose the number was; null if it was not there. */
  T remove(long number) {
    Map.Entry<Long, Run<T>> entry = runs.floorEntry(number);
    if (entry == null || entry.getValue().last() < number) {
      return null;
    }
    long first = entry.getKey();
    Run<T> run = entry.getValue();
    if (first == number) {
      runs.remove(first);
    } else {
      add(first, number - 1, run.owner());
    }
    if (number < run.last()) {
      add(number + 1, run.last(), run.owner());
    }
    return run.owner();
  }

  /** Lets go of the run with the smallest numbers. */
  void removeFirstRun() {
    runs.pollFirstEntry();
  }
}
