package dev.sluice.jms.tracking.sequence;

import java.util.Map;
import java.util.TreeMap;

/**
 * Numbers that are missing, in runs, each missed by the receiver of a later one. For one thread at
 * a time.
 */
public final class MissingNumbers {

  private record Run(long last, DeliveryCounter missedBy) {}

  /** First number of each run to the rest of it. */
  private final TreeMap<Long, Run> runs = new TreeMap<>();

  /** How many runs there are. */
  public int runs() {
    return runs.size();
  }

  /** Adds numbers of which it has none yet. A run that follows another does not join it. */
  public void add(long first, long last, DeliveryCounter missedBy) {
    runs.put(first, new Run(last, missedBy));
  }

  /** Returns by whom the number was missed; null if it was not there. */
  public DeliveryCounter remove(long number) {
    Map.Entry<Long, Run> entry = runs.floorEntry(number);
    if (entry == null || entry.getValue().last() < number) {
      return null;
    }
    long first = entry.getKey();
    Run run = entry.getValue();
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
  public void removeFirstRun() {
    runs.pollFirstEntry();
  }
}
