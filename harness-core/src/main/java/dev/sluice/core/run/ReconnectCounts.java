package dev.sluice.core.run;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** How often workers got a lost connection back, by workload. Any thread. */
final class ReconnectCounts {

  private final Map<String, Long> counts = new ConcurrentHashMap<>();

  void count(String workload) {
    counts.merge(workload, 1L, Long::sum);
  }

  long of(String workload) {
    return counts.getOrDefault(workload, 0L);
  }
}
