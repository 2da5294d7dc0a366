package dev.sluice.it.matrix;

import dev.sluice.core.stats.LatencyKind;
import java.util.EnumMap;
import java.util.Map;

/** How often parts of iterations are timed. */
final class Parts {

  private Parts() {}

  /** Each of these N times. */
  static Map<LatencyKind, Long> each(long times, LatencyKind... parts) {
    Map<LatencyKind, Long> counts = new EnumMap<>(LatencyKind.class);
    for (LatencyKind part : parts) {
      counts.put(part, times);
    }
    return counts;
  }

  /** Both together. */
  static Map<LatencyKind, Long> and(Map<LatencyKind, Long> some, Map<LatencyKind, Long> others) {
    Map<LatencyKind, Long> both = new EnumMap<>(LatencyKind.class);
    both.putAll(some);
    others.forEach((part, times) -> both.merge(part, times, Long::sum));
    return both;
  }
}
