package dev.sluice.control.format;

import dev.sluice.core.stats.Counts;
import dev.sluice.core.stats.Latency;
import dev.sluice.core.stats.Measures;
import dev.sluice.core.stats.Part;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;

/** Names of the histograms of {@link Measures}, as files and pages use them. Pure functions. */
public final class LatencyKind {

  /** From the intended start to the end of an iteration. */
  public static final String LATENCY = "latency";

  /** From the actual start to the end. */
  public static final String SERVICE = "service";

  /** From the intended to the actual start. */
  public static final String LATENESS = "lateness";

  private LatencyKind() {}

  /** All histograms by name, those of parts by the part's label with dashes. */
  public static Map<String, Latency> histograms(Measures measures) {
    Map<String, Latency> histograms = new LinkedHashMap<>();
    histograms.put(LATENCY, measures.latency());
    histograms.put(SERVICE, measures.service());
    histograms.put(LATENESS, measures.lateness());
    measures.parts().forEach((part, histogram) -> histograms.put(part.word(), histogram));
    return histograms;
  }

  /** The reverse; what is not named is empty. */
  public static Measures measures(Counts counts, Map<String, Latency> histograms) {
    Measures none = Measures.none();
    Map<Part, Latency> parts = new EnumMap<>(Part.class);
    for (Part part : Part.values()) {
      Latency histogram = histograms.get(part.word());
      if (histogram != null) {
        parts.put(part, histogram);
      }
    }
    return new Measures(
        0,
        counts,
        histograms.getOrDefault(LATENCY, none.latency()),
        histograms.getOrDefault(SERVICE, none.service()),
        histograms.getOrDefault(LATENESS, none.lateness()),
        parts);
  }
}
