package dev.sluice.control.scenario.step;

import java.util.List;
import java.util.Locale;

/**
 * The mean of some samples, and where it lies with a confidence of 95 % if they are independent and
 * about normal (Student's t).
 */
record Interval95(double mean, double halfWidth, int samples) {

  /** Student's t at 97.5 % for 1 to 30 degrees of freedom. */
  private static final double[] T = {
    12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160,
    2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056,
    2.052, 2.048, 2.045, 2.042
  };

  private static final double T_OF_MANY = 1.96;

  static Interval95 of(List<Double> samples) {
    int n = samples.size();
    double mean = samples.stream().mapToDouble(Double::doubleValue).average().orElse(0);
    if (n < 2) {
      return new Interval95(mean, Double.NaN, n);
    }
    double squares = samples.stream().mapToDouble(x -> (x - mean) * (x - mean)).sum();
    double t = n - 2 < T.length ? T[n - 2] : T_OF_MANY;
    return new Interval95(mean, t * Math.sqrt(squares / (n - 1) / n), n);
  }

  /**
   * In words.
   *
   * @param what samples are called
   */
  String text(String what) {
    return Double.isNaN(halfWidth)
        ? String.format(Locale.ROOT, "%.1f/s from one interval", mean)
        : String.format(
            Locale.ROOT,
            "%.1f/s +- %.1f (95 %% confidence, %d %s)",
            mean,
            halfWidth,
            samples,
            what);
  }
}
