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
 * it (Lazarus, Lewis, Stock and Watson 2018, equal-weighted periodogram). m grows with n^(2/3), as
 * they advise, at a third less than their 0.2 n^(2/3): that costs width, and holds up to an
 * autocorrelation of 0.8 in 300 values.
 *
 * @param estimate the mean with its standard error
 * @param effectiveSamples how many independent values would give such a standard error
 */
public record Series(Estimate estimate, double effectiveSamples) {

  /** Fewer values say too little about their autocorrelation. */
  public static final int MIN_VALUES = 10;

  private static final double FREQUENCIES = 0.14;
  private static final int MIN_FREQUENCIES = 2;

  /** Measures a series in its order. */
  public static Series of(double... values) {
    int n = values.length;
    double mean = mean(values);
    if (n < MIN_VALUES) {
      return new Series(new Estimate(mean, Double.NaN, 0), 0);
    }
    int frequencies = frequencies(n);
    double squaredError = density(values, mean, frequencies) / n;
    double variance = sumOfSquares(values) / (n - 1);
    return new Series(
        new Estimate(mean, Math.sqrt(squaredError), 2 * frequencies),
        variance == 0 ? n : variance / squaredError);
  }

  static int frequencies(int values) {
    return Math.max(MIN_FREQUENCIES, (int) Math.round(FREQUENCIES * Math.pow(values, 2 / 3.0)));
  }

  /** The average of the periodogram at its lowest frequencies. */
  private static double density(double[] values, double mean, int frequencies) {
    int n = values.length;
    double sum = 0;
    for (int j = 1; j <= frequencies; j++) {
      double cosines = 0;
      double sines = 0;
      for (int i = 0; i < n; i++) {
        double angle = 2 * Math.PI * j * i / n;
        cosines += (values[i] - mean) * Math.cos(angle);
        sines += (values[i] - mean) * Math.sin(angle);
      }
      sum += (cosines * cosines + sines * sines) / n;
    }
    return sum / frequencies;
  }

  static double mean(double[] values) {
    double sum = 0;
    for (double value : values) {
      sum += value;
    }
    return sum / values.length;
  }

  static double sumOfSquares(double[] values) {
    double mean = mean(values);
    double sum = 0;
    for (double value : values) {
      sum += (value - mean) * (value - mean);
    }
    return sum;
  }
}
