package dev.sluice.it.matrix;

import dev.sluice.core.stats.Part;
import java.util.EnumMap;
import java.util.Map;

/** How often parts of iterations are timed. */
final class Parts {

  private Parts() {}

  /** Each of these N times. */
  static Map<Part, Long> each(long times, Part... parts) {
    Map<Part, Long> counts = new EnumMap<>(Part.class);
    for (Part part : parts) {
      counts.put(part, times);
    }
    return counts;
  }

  /** Both together. */
  static Map<Part, Long> and(Map<Part, Long> some, Map<Part, Long> others) {
    Map<Part, Long> both = new EnumMap<>(Part.class);
    both.putAll(some);
    others.forEach((part, times) -> both.merge(part, times, Long::sum));
    return both;
  }
}
