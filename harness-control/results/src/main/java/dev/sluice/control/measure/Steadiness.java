package dev.sluice.control.measure;

import static dev.sluice.core.time.Nanos.NANOS_PER_SECOND;

import dev.sluice.core.stats.LatencyKind;
import dev.sluice.core.text.Figures;
import dev.sluice.estimates.Batches;
import dev.sluice.estimates.Batches.Times;
import dev.sluice.estimates.Estimated;
import dev.sluice.estimates.Interval;
import dev.sluice.estimates.Series;
import dev.sluice.estimates.Stationarity;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Whether figures stayed as they were while they were measured. Errors are those of a run that goes
 * on as it was: where it changed for good, they say too little. Pure functions.
 */
public final class Steadiness {

  private Steadiness() {}

  /** What a reader of the errors must know, one sentence each; none of a steady run. */
  public static List<String> remarks(Batches batches) {
    if (batches.size() < Series.MIN_VALUES) {
      return batches.size() == 0
          ? List.of()
          : List.of("+/- unknown: it takes " + Series.MIN_VALUES + " intervals");
    }
    if (batches.targetChanged()) {
      return List.of("+/- unknown: the target changed");
    }
    Map<String, Estimated> figures = new LinkedHashMap<>();
    figures.put("achieved", batches.achieved());
    Times headline = batches.times(LatencyKind.HEADLINE);
    figures.put("p50", headline.percentile(50));
    figures.put("p99", headline.percentile(99));
    List<String> remarks = new ArrayList<>();
    figures.forEach(
        (name, figure) -> {
          Interval known = figure.interval();
          Stationarity found = Stationarity.of(figure.byBatch());
          double change = found.relativeChange();
          if (known.known() && found.drifts() && Math.abs(change) > known.relativeError()) {
            remarks.add(
                Figures.text(
                    "%s %s by %s of its mean from begin to end: the error holds only if it does not",
                    name, change > 0 ? "rose" : "fell", Figures.percent(Math.abs(change))));
          } else if (found.warmUp() > 0 && !stopped(batches, found.warmUp())) {
            double seconds = Math.ceil(found.warmUp() * batches.lengthNanos() / NANOS_PER_SECOND);
            remarks.add(
                Figures.text(
                    "%s was another in the first %.0f s, as in a warm-up; leave them out:"
                        + " --warmup %.0fs",
                    name, seconds, seconds));
          }
        });
    return remarks;
  }

  /** Whether work stopped after it had begun, as in an outage, which is not a warm-up. */
  private static boolean stopped(Batches batches, int first) {
    double[] rates = batches.achieved().byBatch();
    boolean begun = false;
    for (int i = 0; i < Math.min(first, rates.length); i++) {
      if (begun && rates[i] == 0) {
        return true;
      }
      begun |= rates[i] > 0;
    }
    return false;
  }
}
