package dev.sluice.estimates;

import org.apache.commons.statistics.distribution.BetaDistribution;

/**
 * A share of independent trials, with the bounds of Clopper and Pearson (1934): quantiles of
 * Beta(seen + 1, trials - seen) and Beta(seen, trials - seen + 1). A bound holds at least as often
 * as it says, for any count and also if nothing was seen, where the upper one is near to 3 / trials
 * at 95 %.
 *
 * @param seen how many trials ended that way
 * @param trials at least 1
 */
public record Proportion(long seen, long trials) {

  /** The true share is below this with that confidence. */
  public double upper(double level) {
    return seen == trials
        ? 1
        : BetaDistribution.of(seen + 1.0, (double) trials - seen)
            .inverseCumulativeProbability(level);
  }

  /** The true share is above this with that confidence. */
  public double lower(double level) {
    return seen == 0
        ? 0
        : BetaDistribution.of((double) seen, trials - seen + 1.0).inverseSurvivalProbability(level);
  }
}
