package dev.sluice.core.stats;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts failures by cause. Any thread; failures are rare, so this may lock and allocate. The
 * number of distinct causes is bounded: what comes after the limit is counted together.
 */
public final class ErrorCauses {

  static final int LIMIT = 100;
  static final String OTHERS = "other causes";

  private final Map<String, LongAdder> counts = new ConcurrentHashMap<>();

  public void count(String cause) {
    String key = counts.containsKey(cause) || counts.size() < LIMIT ? cause : OTHERS;
    counts.computeIfAbsent(key, unused -> new LongAdder()).increment();
  }

  /** How often each cause was counted so far. */
  public Map<String, Long> byCause() {
    Map<String, Long> copy = new TreeMap<>();
    counts.forEach((cause, count) -> copy.put(cause, count.sum()));
    return copy;
  }
}
