package dev.sluice.jms.worker;

import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** Counts dead letters by the reason why they are dead, and tells of each reason once. */
final class DeadLetters {

  private static final int MOST_REASONS = 1_000;
  private static final String OTHERS = "other reasons";

  private final Consumer<String> told;
  private final Map<String, Long> byReason = new TreeMap<>(); // guarded by this

  /**
   * @param told is told in one line
   */
  DeadLetters(Consumer<String> told) {
    this.told = told;
  }

  synchronized void add(String reason) {
    String counted =
        byReason.size() < MOST_REASONS || byReason.containsKey(reason) ? reason : OTHERS;
    if (byReason.merge(counted, 1L, Long::sum) == 1) {
      told.accept("dead letter: " + counted);
    }
  }

  /** Tells how many there were of each reason. */
  synchronized void tellTotals() {
    if (!byReason.isEmpty()) {
      told.accept(
          byReason.entrySet().stream()
              .map(entry -> entry.getValue() + " x " + entry.getKey())
              .collect(Collectors.joining("; ", "dead letters so far: ", "")));
    }
  }
}
