package dev.sluice.control.format;

import dev.sluice.control.sink.console.Figures;
import java.math.BigDecimal;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * How an objective stands while its run goes on.
 *
 * @param objective what was asked for, and of whom: {@code senders p99 < 20ms}
 * @param found the figure so far, with its unit
 * @param values that figure in the last intervals, the newest last, times in milliseconds; null
 *     where there was none
 */
public record ObjectiveState(
    String objective, Standing standing, String found, Trend trend, List<BigDecimal> values) {

  /** What would come of it if the run ended now; from the best to the worst. */
  public enum Standing {
    /** Nothing has been measured yet, or the harness was too late to judge. */
    UNKNOWN("not known"),
    HOLDS("hold"),
    /** It holds, and its figure is near the limit. */
    NEAR("near the limit"),
    MISSED("missed");

    private final String words;

    Standing(String words) {
      this.words = words;
    }
  }

  /** Where its figure goes. */
  public enum Trend {
    STEADY,
    RISING,
    FALLING
  }

  /** How many stand how, the worst first: {@code 4 objectives: 1 missed, 3 hold}. */
  public static String text(List<ObjectiveState> all) {
    Map<Standing, Long> counts = new TreeMap<>(Comparator.reverseOrder());
    all.forEach(each -> counts.merge(each.standing, 1L, Long::sum));
    return Figures.count(all.size(), "objective")
        + ": "
        + counts.entrySet().stream()
            .map(each -> each.getValue() + " " + each.getKey().words)
            .collect(Collectors.joining(", "));
  }

  Json json() {
    return new Json()
        .put("objective", objective)
        .put("state", standing)
        .put("found", found)
        .put("trend", trend)
        .put("values", values);
  }
}
