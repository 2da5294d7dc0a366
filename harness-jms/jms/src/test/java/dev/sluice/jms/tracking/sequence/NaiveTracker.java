package dev.sluice.jms.tracking.sequence;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Says what a tracker must find, by keeping everything. */
final class NaiveTracker {

  private final Map<String, List<Long>> arrived = new HashMap<>();
  private long outOfOrder;

  void enter(String sender, long number, long highestBefore) {
    List<Long> numbers = arrived.computeIfAbsent(sender, s -> new ArrayList<>());
    if (!numbers.contains(number) && number < highestBefore) {
      outOfOrder++;
    }
    numbers.add(number);
  }

  /** Numbers between the lowest and the highest that did not arrive. */
  long lost() {
    return arrived.values().stream().mapToLong(NaiveTracker::gaps).sum();
  }

  long duplicates() {
    return arrived.values().stream()
        .mapToLong(numbers -> numbers.size() - numbers.stream().distinct().count())
        .sum();
  }

  long outOfOrder() {
    return outOfOrder;
  }

  private static long gaps(List<Long> numbers) {
    long lowest = numbers.stream().mapToLong(Long::longValue).min().orElseThrow();
    long highest = numbers.stream().mapToLong(Long::longValue).max().orElseThrow();
    return highest - lowest + 1 - numbers.stream().distinct().count();
  }
}
