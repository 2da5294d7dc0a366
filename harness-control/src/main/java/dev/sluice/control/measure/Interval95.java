package dev.sluice.control.measure;

import dev.sluice.control.sink.console.Figures;
import java.util.List;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * The mean of some samples, and where it lies with a confidence of 95 % if they are independent and
 * about normal (Student's t).
 *
 * @param deviation how far samples lie from each other, NaN if there is one at most
 * @param halfWidth how far the true mean may lie from this one, NaN if there is one at most
 */
public record Interval95(double mean, double deviation, double halfWidth, int samples) {

  private static final double UPPER_TAIL = 0.025;

  public static Interval95 of(List<Double> samples) {
    int n = samples.size();
    double mean = samples.stream().mapToDouble(Double::doubleValue).average().orElse(0);
    if (n < 2) {
      return new Interval95(mean, Double.NaN, Double.NaN, n);
    }
    double squares = samples.stream().mapToDouble(x -> (x - mean) * (x - mean)).sum();
    double t = TDistribution.of(n - 1).inverseSurvivalProbability(UPPER_TAIL);
    double deviation = Math.sqrt(squares / (n - 1));
    return new Interval95(mean, deviation, t * deviation / Math.sqrt(n), n);
  }

  /**
   * In words.
   *
   * @param what samples are called
   */
  public String text(String what) {
    return Double.isNaN(halfWidth)
        ? Figures.text("%,.1f/s from one interval", mean)
        : Figures.text(
            "%,.1f/s +- %,.1f (95 %% confidence, %d %s)", mean, halfWidth, samples, what);
  }
}
