package dev.sluice.estimates;

/**
 * The mean of an autocorrelated series, such as the figures of a run's intervals.
 *
 * <p>The variance of a mean of n values is S(0) / n, where S is the spectral density, scaled so
 * that S(0) is the variance of independent values. S(0) is estimated by the average of the
 * periodogram at its lowest m frequencies:
 *
 * <pre>  I(j) = ((sum x cos(2 pi j i / n))^2 + (sum x sin(2 pi j i / n))^2) / n,   j = 1..m</pre>
 *
 * (Heidelberger and Welch 1981, section 2). It has 2m degrees of freedom and Student's t goes with
 * it (Lazarus, Lewis, Stock and Watson 2018, equal-weighted periodogram; they advise m = 0.2
 * n^(2/3)).
 *
 * <p>In a short series of much autocorrelation r even the lowest frequencies are too high: there I
 * is less than S(0). So each ordinate is first multiplied by what a first-order autoregressive
 * series lacks there (prewhitening, Andrews and Monahan 1992):
 *
 * <pre>  1 + 2 r (1 - cos(2 pi j / n)) / (1 - r)^2</pre>
 *
 * The error of r takes its part of the degrees of freedom. So do rare large values, by which the
 * squares vary more: 1 / m grows by the kurtosis over n (Priestley 1981, of linear processes). Too
 * little autocorrelation does more harm than too much, so one standard error is added to r.
 *
 * <p>The mean of lopsided values hangs together with its standard error: it is low where that is
 * small. So Student's t is bent by the skewness (Johnson 1978; Willink 2005; of batch means
 * Tafazzoli, Lada, Steiger and Wilson 2011).
 *
 * @param estimate the mean with its standard error
 * @param skewness of the mean: that of the values, over the root of how many independent values
 *     would give such a standard error
 */
public record Series(Estimate estimate, double skewness) {

  /** Fewer values say too little about their autocorrelation. */
  public static final int MIN_VALUES = 10;

  private static final double FREQUENCIES = 0.2;
  private static final int MIN_FREQUENCIES = 2;

  /** With more autocorrelation a series cannot be told from one that drifts. */
  private static final double MOST_AUTOCORRELATION = 0.9;

  /** With less skewness Student's t is as good as straight. */
  private static final double LEAST_SKEWNESS = 0.001;

  /** Measures a series in its order. */
  public static Series of(double... values) {
    return of(Swing.of(values), 0);
  }

  /** Of what a swing leaves, with at least that autocorrelation. */
  static Series of(Swing swing, double least) {
    double[] values = swing.rest;
    int n = values.length;
    double mean = mean(values);
    if (n < MIN_VALUES) {
      return new Series(new Estimate(mean, Double.NaN, 0), 0);
    }
    int frequencies = frequencies(n);
    double autocorrelation = Math.max(least, autocorrelation(values));
    double away = 1 - autocorrelation;
    double sum = 0;
    double slope = 0; // of the sum by the autocorrelation
    int ordinates = 0;
    for (int j = 1; ordinates < frequencies; j++) {
      if (Math.abs(j - swing.turns) < 1) {
        continue; // the swing took noise with it
      }
      ordinates++;
      double twice = 2 * (1 - Math.cos(2 * Math.PI * j / n)) / (away * away);
      double ordinate = ordinate(values, mean, j);
      sum += ordinate * (1 + autocorrelation * twice);
      slope += ordinate * twice * (1 + autocorrelation) / away;
    }
    double squaredError = sum / frequencies / n;
    double variance = sumOfSquares(values) / (n - 1);
    // of the logarithm of the density: by its ordinates, the autocorrelation and the tails
    double relativeSlope = sum == 0 ? 0 : slope / sum;
    double uncertain =
        1.0 / frequencies
            + relativeSlope * relativeSlope * (1 - autocorrelation * autocorrelation) / n
            + Math.max(0, kurtosis(values)) / n;
    return new Series(
        new Estimate(mean, Math.sqrt(squaredError), 2 / uncertain),
        variance == 0 ? 0 : skewness(values) * Math.sqrt(squaredError / variance));
  }

  /** Of the values, without most of its bias. */
  private static double skewness(double[] values) {
    double mean = mean(values);
    double n = values.length;
    double cubes = 0;
    for (double value : values) {
      cubes += Math.pow(value - mean, 3);
    }
    return n * Math.sqrt(n - 1) / (n - 2) * cubes / Math.pow(sumOfSquares(values), 1.5);
  }

  /** Of the values, in excess of the normal distribution's; that of a short series is low. */
  private static double kurtosis(double[] values) {
    double mean = mean(values);
    double fourths = 0;
    for (double value : values) {
      fourths += Math.pow(value - mean, 4);
    }
    double squares = sumOfSquares(values);
    return squares == 0 ? 0 : values.length * fourths / (squares * squares) - 3;
  }

  /** Where the true mean lies. */
  public Interval interval(double level) {
    Interval straight = estimate.interval(level);
    double error = estimate.standardError();
    double bend = skewness / 6;
    if (!straight.known() || Math.abs(skewness) < LEAST_SKEWNESS) {
      return straight;
    }
    double t = Estimate.quantile(estimate.freedom(), level);
    return new Interval(
        estimate.value(),
        estimate.value() - error * bent(t, bend),
        estimate.value() - error * bent(-t, bend),
        level,
        straight.effectiveSamples());
  }

  private static double bent(double t, double bend) {
    return (Math.cbrt(1 + 6 * bend * (t - bend)) - 1) / (2 * bend);
  }

  /**
   * From one value to the next, without its bias (Marriott and Pope 1954), and with one standard
   * error more; none if it is negative.
   */
  static double autocorrelation(double... values) {
    int n = values.length;
    double found = found(values);
    double unbiased = found + (1 + 3 * found) / n;
    double cautious = unbiased + Math.sqrt(Math.max(0, 1 - unbiased * unbiased) / n);
    return found == 0 ? 0 : Math.min(MOST_AUTOCORRELATION, Math.max(0, cautious));
  }

  /** The autocorrelation as it is in the values. */
  static double found(double[] values) {
    double mean = mean(values);
    double products = 0;
    for (int i = 1; i < values.length; i++) {
      products += (values[i] - mean) * (values[i - 1] - mean);
    }
    return products == 0 ? 0 : products / sumOfSquares(values);
  }

  static int frequencies(int values) {
    return Math.max(MIN_FREQUENCIES, (int) Math.round(FREQUENCIES * Math.pow(values, 2 / 3.0)));
  }

  /** Of the periodogram. */
  private static double ordinate(double[] values, double mean, int j) {
    int n = values.length;
    double cosines = 0;
    double sines = 0;
    for (int i = 0; i < n; i++) {
      double angle = 2 * Math.PI * j * i / n;
      cosines += (values[i] - mean) * Math.cos(angle);
      sines += (values[i] - mean) * Math.sin(angle);
    }
    return (cosines * cosines + sines * sines) / n;
  }

  static double mean(double[] values) {
    double sum = 0;
    for (double value : values) {
      sum += value;
    }
    return sum / values.length;
  }

  static double sumOfSquares(double[] values) {
    return products(values, values);
  }

  /** The sum of products of the distances from the means. */
  static double products(double[] first, double[] second) {
    double ofFirst = mean(first);
    double ofSecond = mean(second);
    double sum = 0;
    for (int i = 0; i < first.length; i++) {
      sum += (first[i] - ofFirst) * (second[i] - ofSecond);
    }
    return sum;
  }
}
