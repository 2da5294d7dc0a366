package dev.sluice.estimates.law;

import java.util.Arrays;
import java.util.Comparator;

/**
 * The parameters of a law that lie nearest to points: weighted least squares of the logarithms, so
 * that errors are shares of the rate. The rate each is a weighted mean; the others are found by the
 * method of Levenberg (1944) and Marquardt (1963) from several starts.
 *
 * @param perUnit the rate each
 * @param shape the law's other parameters; what the law does not have is 0
 * @param misfit the weighted sum of squared residuals
 */
@SuppressWarnings("ArrayRecordComponent") // they stay within the module
record Fit(Law law, double perUnit, double[] shape, double misfit) {

  private static final int STEPS = 40;
  private static final double STILL = 1e-6;
  private static final double MOST_DAMPING = 1e6;

  /**
   * Fits.
   *
   * @param logs the logarithms of the rates
   */
  static Fit of(Law law, double[] x, double[] logs, double[] weights) {
    return Arrays.stream(law.starts(x))
        .map(start -> descend(law, at(law, x, logs, weights, start), x, logs, weights))
        .min(Comparator.comparingDouble(Fit::misfit))
        .orElseThrow();
  }

  double rate(double x) {
    return perUnit * law.growth(shape, x);
  }

  private static Fit at(Law law, double[] x, double[] logs, double[] weights, double[] shape) {
    if (!law.allows(shape, x)) {
      return new Fit(law, Double.NaN, shape, Double.POSITIVE_INFINITY);
    }
    double[] left = new double[x.length];
    Arrays.setAll(left, i -> logs[i] - Math.log(law.growth(shape, x[i])));
    double mean = product(weights, left, null) / Arrays.stream(weights).sum();
    Arrays.setAll(left, i -> left[i] - mean);
    return new Fit(law, Math.exp(mean), shape, product(weights, left, left));
  }

  private static Fit descend(Law law, Fit from, double[] x, double[] logs, double[] weights) {
    Fit best = from;
    double damping = 1e-3;
    double total = Arrays.stream(weights).sum();
    for (int i = 0; i < STEPS && law.size() > 0 && damping < MOST_DAMPING; i++) {
      Fit now = best;
      double[][] slopes = new double[2][x.length];
      double[] left = new double[x.length];
      for (int p = 0; p < x.length; p++) {
        double[] of = law.slopes(now.shape, x[p]);
        slopes[0][p] = of[0];
        slopes[1][p] = law.size() > 1 ? of[1] : 0;
        left[p] = logs[p] - Math.log(now.rate(x[p]));
      }
      for (double[] each : slopes) { // the rate each follows every step
        double mean = product(weights, each, null) / total;
        Arrays.setAll(each, p -> each[p] - mean);
      }
      double a = product(weights, slopes[0], slopes[0]) * (1 + damping);
      double b = product(weights, slopes[0], slopes[1]);
      double c = law.size() > 1 ? product(weights, slopes[1], slopes[1]) * (1 + damping) : 1;
      double u = product(weights, slopes[0], left);
      double v = product(weights, slopes[1], left);
      double determinant = a * c - b * b;
      Fit next =
          at(
              law,
              x,
              logs,
              weights,
              new double[] {
                now.shape[0] + (u * c - v * b) / determinant,
                now.shape[1] + (v * a - u * b) / determinant
              });
      boolean nearer = next.misfit < now.misfit;
      if (nearer && now.misfit - next.misfit < STILL * now.misfit) {
        return next;
      }
      best = nearer ? next : now;
      damping *= nearer ? 0.1 : 10;
    }
    return best;
  }

  private static double product(double[] weights, double[] one, double[] other) {
    double sum = 0;
    for (int i = 0; i < one.length; i++) {
      sum += weights[i] * one[i] * (other == null ? 1 : other[i]);
    }
    return sum;
  }
}
