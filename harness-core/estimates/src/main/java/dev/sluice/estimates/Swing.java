package dev.sluice.estimates;

import java.util.Arrays;

/**
 * A regular swing in a series, which its neighbours take for much autocorrelation.
 *
 * <p>It adds nothing to a mean over whole turns, and a bias to any other. So it is fitted by least
 * squares and taken out: {@code level + a cos(2 pi f i / n) + b sin(2 pi f i / n)} with the number
 * of turns f that leaves the least squares. Noise has such a fit too; a swing stands out from it by
 * Fisher's test (1929) of the greatest of m = n / 2 ordinates of a periodogram, which has the
 * probability
 *
 * <pre>  m (1 - g)^(m - 1)</pre>
 *
 * where 1 - g is the share of the variance that the fit leaves. Noise may be autocorrelated: these
 * are the variances of the innovations of a first-order autoregressive series.
 */
final class Swing {

  /** What has not come back in the run may never do so. */
  static final double MIN_TURNS = 2;

  /** A faster one does not look like autocorrelation. */
  private static final double MIN_PERIOD = 8;

  /** The chance to find one in noise. */
  private static final double LEVEL = 0.001;

  private static final double GRID = 0.5;
  private static final double FINEST = 0.00001;

  /** How often it turns in the series; zero without a swing. */
  final double turns;

  /** The series without it. */
  final double[] rest;

  private Swing(double turns, double[] rest) {
    this.turns = turns;
    this.rest = rest;
  }

  /** Looks for one. */
  static Swing of(double... values) {
    int n = values.length;
    Swing none = at(0, values);
    Swing found = none;
    for (double turns = MIN_TURNS; turns <= n / MIN_PERIOD; turns += GRID) {
      found = found.orBetter(at(turns, values));
    }
    if (found == none) {
      return none;
    }
    for (double step = GRID / 2; step > FINEST; step /= 2) {
      double turns = found.turns;
      found = found.orBetter(at(turns - step, values)).orBetter(at(turns + step, values));
    }
    double m = n / 2.0;
    double left = innovations(found.rest) / innovations(values);
    return found.turns >= MIN_TURNS && m * Math.pow(left, m - 1) < LEVEL ? found : none;
  }

  private Swing orBetter(Swing other) {
    return Series.sumOfSquares(other.rest) < Series.sumOfSquares(rest) ? other : this;
  }

  /** With a known number of turns. */
  static Swing at(double turns, double... values) {
    if (turns == 0) {
      return new Swing(0, values);
    }
    int n = values.length;
    double[] cosines = new double[n];
    double[] sines = new double[n];
    double cosine = Math.cos(2 * Math.PI * turns / n);
    double sine = Math.sin(2 * Math.PI * turns / n);
    cosines[0] = 1;
    for (int i = 1; i < n; i++) {
      cosines[i] = cosine * cosines[i - 1] - sine * sines[i - 1];
      sines[i] = sine * cosines[i - 1] + cosine * sines[i - 1];
    }
    double cc = Series.products(cosines, cosines);
    double ss = Series.products(sines, sines);
    double cs = Series.products(cosines, sines);
    double vc = Series.products(values, cosines);
    double vs = Series.products(values, sines);
    double a = (vc * ss - vs * cs) / (cc * ss - cs * cs);
    double b = (vs * cc - vc * cs) / (cc * ss - cs * cs);
    double[] rest = new double[n];
    Arrays.setAll(rest, i -> values[i] - a * cosines[i] - b * sines[i]);
    return new Swing(turns, rest);
  }

  private static double innovations(double[] values) {
    double found = Series.found(values);
    return Series.sumOfSquares(values) * (1 - found * found);
  }
}
