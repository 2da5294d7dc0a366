package dev.sluice.estimates.bottleneck;

import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/**
 * What was measured and observed round a working point, in rounds: each plays the working point and
 * every variation once.
 *
 * @param base the working point, a run for each round
 * @param varied the variations, a run for each round too
 * @param persistent whether messages of the working point are
 * @param keepsRate whether a rate was asked for and kept in each run of the working point
 * @param refused how many requesters were too many for the broker, if any were
 */
public record Evidence(
    List<MeasuredRun> base,
    Map<Variation, List<MeasuredRun>> varied,
    boolean persistent,
    boolean keepsRate,
    OptionalInt refused) {

  /**
   * One run.
   *
   * @param perSecond the rate, above 0
   * @param requesters those that were connected
   * @param callSeconds the mean time of what is counted, from its begin to its end
   * @param busy how busy parts were, from 0 to 1: processors, cards, the log or a lock that are
   *     used at a time, time that passes in pauses; those alone that are known
   */
  public record MeasuredRun(
      double perSecond, int requesters, double callSeconds, Map<Bottleneck, Double> busy) {

    public MeasuredRun {
      busy = Map.copyOf(busy);
      if (!(perSecond > 0) || requesters < 1) {
        throw new IllegalArgumentException(
            "a rate above 0 of requesters, not " + perSecond + " of " + requesters);
      }
    }

    /** The share of a requester's time that passes in calls (Little's law). */
    double inCalls() {
      return Math.min(1, perSecond * callSeconds / requesters);
    }
  }

  public Evidence {
    base = List.copyOf(base);
    varied = Map.copyOf(varied);
    int rounds = base.size();
    if (rounds == 0 || varied.values().stream().anyMatch(runs -> runs.size() != rounds)) {
      throw new IllegalArgumentException("each round plays everything once");
    }
  }
}
