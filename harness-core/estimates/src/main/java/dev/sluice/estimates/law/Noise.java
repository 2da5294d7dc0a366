package dev.sluice.estimates.law;

import dev.sluice.estimates.Estimate;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.FDistribution;

/**
 * The errors of a sweep's rates, as shares of the rate.
 *
 * @param weights of the points
 * @param variance of a point of weight 1
 * @param freedom the degrees of freedom behind the variance; 0 if nothing is known of it
 */
@SuppressWarnings("ArrayRecordComponent") // they stay within the module
record Noise(double[] weights, double variance, double freedom) {

  /** A simulated system may repeat itself exactly: a millionth is as good as no error. */
  private static final double LEAST = 1e-12;

  private static final int GAUSSIANS = 100;

  /**
   * What the rounds say: their spread round the mean of each point, all points together. Without
   * rounds it is the standard error of each point, if that is known.
   */
  static Noise of(List<Point> points) {
    int more = points.stream().mapToInt(point -> point.rounds().size() - 1).sum();
    if (more > 0) {
      return new Noise(
          weights(points, point -> point.rounds().size()),
          points.stream().mapToDouble(Noise::spread).sum() / more,
          more);
    }
    List<Estimate> single = points.stream().map(point -> point.rounds().get(0)).toList();
    if (single.stream().allMatch(each -> each.standardError() >= 0 && each.freedom() > 0)) {
      return new Noise(
          weights(points, point -> 1 / Math.max(LEAST, share(point.rounds().get(0)))),
          1,
          single.stream().mapToDouble(Estimate::freedom).sum());
    }
    return new Noise(weights(points, point -> 1), Double.NaN, 0);
  }

  private static double[] weights(List<Point> points, ToDoubleFunction<Point> weight) {
    return points.stream().mapToDouble(weight).toArray();
  }

  private static double share(Estimate rate) {
    return Math.pow(rate.standardError() / rate.value(), 2);
  }

  private static double spread(Point point) {
    double mean = point.rate();
    return point.rounds().stream().mapToDouble(each -> Math.pow(each.value() / mean - 1, 2)).sum();
  }

  /**
   * With what the points tell by their distance from a law. If they lie farther off than the errors
   * allow, the distance is the error: runs differ by more than happens within one.
   *
   * @param free how many points there are beyond the law's parameters
   */
  Noise with(Fit law, int free) {
    boolean alone = freedom == 0 || refuses(law.misfit(), free);
    double sum = law.misfit() + (alone ? 0 : variance * freedom);
    double all = free + (alone ? 0 : freedom);
    return new Noise(weights, Math.max(LEAST, sum / all), all);
  }

  /**
   * Whether chance makes such a sum of squared residuals less than once in 1,000 times: the F test.
   */
  boolean refuses(double misfit, int parameters) {
    return FDistribution.of(parameters, freedom)
            .survivalProbability(Math.max(0, misfit) / parameters / variance)
        < Scaling.ALPHA;
  }

  /** Draws the logarithms of rates that a law and these errors might give instead. */
  double[] draw(Fit law, double[] x, RandomGenerator random) {
    double square = 0; // the variance is uncertain as well: Student's t
    int draws = (int) Math.min(GAUSSIANS, Math.max(1, Math.round(freedom)));
    for (int i = 0; i < draws; i++) {
      square += Math.pow(random.nextGaussian(), 2);
    }
    double scale = Math.sqrt(variance * draws / square);
    return IntStream.range(0, x.length)
        .mapToDouble(
            i -> Math.log(law.rate(x[i])) + scale / Math.sqrt(weights[i]) * random.nextGaussian())
        .toArray();
  }
}
