package dev.sluice.control.measure;

import dev.sluice.control.format.Finding;
import dev.sluice.control.format.SweepLaw;
import dev.sluice.control.format.SweepLaw.LatencyPoint;
import dev.sluice.core.text.Figures;
import dev.sluice.core.text.Quantities;
import dev.sluice.estimates.Interval;
import dev.sluice.estimates.law.Capacity;
import java.util.List;
import java.util.Optional;

/**
 * A rate that is to be carried, and a latency that is to be kept.
 *
 * @param perSecond above 0
 * @param under the limit of a latency, if one is asked for
 */
public record Demand(double perSecond, Optional<Objective> under) {

  private static final String NO_LAW =
      "no steps have a law; it takes four values of one number, measured without a target or by"
          + " find-max";

  private static final double NANOS_PER_MILLI = 1e6;

  /**
   * Reads it.
   *
   * @param rate {@code 50000/s}
   * @param under {@code p99=20ms}, may be empty
   * @throws IllegalArgumentException if it is none; the message says what would be right
   */
  public static Demand parse(String rate, String under) {
    Optional<Objective> limit =
        Optional.of(under)
            .filter(text -> !text.isEmpty())
            .map(text -> Objective.parse(text.replaceFirst("(?<!<)=", " < ")));
    double perSecond = Quantities.rate(rate.replaceFirst("/s$", ""));
    if (perSecond == 0 || limit.stream().anyMatch(each -> !each.isUpperLimitOfLatency())) {
      throw new IllegalArgumentException("write it as '--for 50000/s --under p99=20ms'");
    }
    return new Demand(perSecond, limit);
  }

  /** The answers of the laws that were found; one that says why if there are none. */
  public List<String> answers(List<Finding> findings) {
    List<String> answers =
        findings.stream().flatMap(each -> each.law().stream()).map(this::answer).toList();
    return answers.isEmpty() ? List.of(unknown(NO_LAW)) : answers;
  }

  /** How many units carry it, or why that is not known and what would tell, in one sentence. */
  private String answer(SweepLaw law) {
    Interval needed = Capacity.needed(perSecond, law.capacities());
    String twice = "twice the " + law.count(law.measured()) + " measured";
    if (Double.isInfinite(needed.value())) {
      Interval end = law.capacities().get(law.capacities().size() - 1).rate();
      return unknown(
          "up to %s the law gives at most %s/s (%s to %s); measure more, or ask sluice explain"
              .formatted(
                  twice,
                  Figures.wholeRate(end.value()),
                  Figures.wholeRate(end.low()),
                  Figures.wholeRate(end.high())));
    }
    if (Double.isInfinite(needed.high())) {
      return unknown(
          "%s by the law, but its errors set no upper end up to %s; measure more rounds"
              .formatted(law.count(needed.value()), twice));
    }
    return under
        .flatMap(limit -> missed(law, needed.high(), limit))
        .orElseGet(
            () ->
                Figures.text(
                    "%s: %s (95 %%: %,.0f to %,.0f), %.0f %% headroom",
                    text(),
                    law.count(needed.value()),
                    needed.low(),
                    needed.high(),
                    Math.floor(100 * (law.carried(needed.value()) - perSecond) / perSecond)));
  }

  /** The limit has to be kept at every point up to the one behind the answer. */
  private Optional<String> missed(SweepLaw law, double most, Objective limit) {
    String word = ((Metric) limit.figure()).word();
    double kept = 0;
    for (LatencyPoint point : law.points()) {
      Number millis = point.latencyMillis().get(word);
      double nanos = millis == null ? Double.NaN : millis.doubleValue() * NANOS_PER_MILLI;
      if (kept < most && !limit.comparison().holds(nanos, limit.limit())) {
        return Optional.of(
            unknown(
                "it may take %s, and %s was %s at %s; let find-max search under %s"
                    .formatted(
                        law.count(most),
                        word,
                        millis == null ? "not measured" : Figures.latency(Math.round(nanos)),
                        law.count(point.at()),
                        limit.written())));
      }
      kept = point.at();
    }
    return Optional.empty();
  }

  private String unknown(String why) {
    return text() + ": cannot tell: " + why;
  }

  private String text() {
    return Figures.wholeRate(perSecond)
        + "/s"
        + under
            .map(each -> " at " + each.written().replaceFirst("(\\d)(\\D+)$", "$1 $2"))
            .orElse("");
  }
}
