package dev.sluice.estimates;

import org.apache.commons.statistics.distribution.TDistribution;

/**
 * A mean, or a difference of means, with its standard error.
 *
 * @param value the estimate
 * @param standardError its standard error; not a number if there is too little to tell
 * @param freedom the degrees of freedom behind the standard error
 */
public record Estimate(double value, double standardError, double freedom) {

  /** The mean of independent samples, such as runs: s / sqrt(n) with n - 1 degrees of freedom. */
  public static Estimate ofSamples(double... samples) {
    int n = samples.length;
    double mean = Series.mean(samples);
    return n < 2
        ? new Estimate(mean, Double.NaN, 0)
        : new Estimate(mean, Math.sqrt(Series.sumOfSquares(samples) / (n - 1) / n), n - 1);
  }

  /** Where one more of these samples lies: a prediction interval of the normal distribution. */
  public static Interval ofNext(double level, double... samples) {
    Estimate mean = ofSamples(samples);
    double deviation = mean.standardError * Math.sqrt(samples.length + 1.0);
    return new Estimate(mean.value, deviation, mean.freedom).interval(level);
  }

  /**
   * The mean difference of pairs, second less first: the paired t-test. What moves both of a pair
   * alike cancels.
   */
  public static Estimate ofPairs(double[] first, double[] second) {
    if (first.length != second.length) {
      throw new IllegalArgumentException(first.length + " and " + second.length + " are no pairs");
    }
    double[] differences = new double[first.length];
    for (int i = 0; i < differences.length; i++) {
      differences[i] = second[i] - first[i];
    }
    return ofSamples(differences);
  }

  /**
   * The difference from another, independent estimate: Welch's test, with the degrees of freedom of
   * Welch (1947) and Satterthwaite (1946). Of two series the standard errors hold their
   * autocorrelation already.
   */
  public Estimate minus(Estimate other) {
    double mine = standardError * standardError;
    double its = other.standardError * other.standardError;
    double both = mine + its;
    return new Estimate(
        value - other.value,
        Math.sqrt(both),
        both == 0
            ? freedom + other.freedom
            : both * both / (mine * mine / freedom + its * its / other.freedom));
  }

  /** Where the true value lies: Student's t. */
  public Interval interval(double level) {
    if (!(standardError >= 0) || !(freedom > 0)) {
      return Interval.unknown(value, level);
    }
    double half = standardError == 0 ? 0 : quantile(freedom, level) * standardError;
    return new Interval(value, value - half, value + half, level, freedom + 1);
  }

  /** The probability of a value that far from zero or farther, if the truth is zero. */
  public double pValue() {
    if (!(standardError > 0) || !(freedom > 0)) {
      return standardError == 0 && value != 0 ? 0 : 1;
    }
    return 2 * TDistribution.of(freedom).survivalProbability(Math.abs(value) / standardError);
  }

  /** The two-sided quantile of Student's t. */
  static double quantile(double freedom, double level) {
    return TDistribution.of(freedom).inverseSurvivalProbability((1 - level) / 2);
  }
}
