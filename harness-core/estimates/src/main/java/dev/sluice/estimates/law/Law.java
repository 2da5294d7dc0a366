package dev.sluice.estimates.law;

import java.util.stream.DoubleStream;

/**
 * How a rate grows with what is varied: a rate each, times a growth that is x as long as nothing
 * bends it. Those with fewer parameters come first.
 */
public enum Law {
  LINEAR(0, false),

  /** The knee: the growth ends there. */
  FLAT(1, true),

  /** Contention sigma: Amdahl's law. */
  CONTENTION(1, false),

  /**
   * The knee, and the part of the first slope that is left beyond it, below 0 if the rate falls.
   */
  BROKEN(2, true),

  /**
   * Contention sigma and coherence kappa, x / (1 + sigma (x - 1) + kappa x (x - 1)): the universal
   * scalability law (Gunther 2007, Guerrilla Capacity Planning).
   */
  UNIVERSAL(2, false);

  private final int size;
  private final boolean knee;

  Law(int size, boolean knee) {
    this.size = size;
    this.knee = knee;
  }

  /** How many parameters it has beside the rate each. */
  public int size() {
    return size;
  }

  /** Whether its first parameter is a knee; otherwise it is sigma. */
  public boolean hasKnee() {
    return knee;
  }

  /**
   * The growth.
   *
   * @param shape the parameters beside the rate each
   * @return not above 0 if the law has no such parameters
   */
  public double growth(double[] shape, double x) {
    if (!knee) {
      return x / slowdown(shape, x);
    }
    double beyond = Math.max(0, x - shape[0]);
    return x - beyond + (size > 1 ? shape[1] * beyond : 0);
  }

  /** The derivatives of the growth's logarithm by each parameter. */
  double[] slopes(double[] shape, double x) {
    double[] slopes =
        knee
            ? new double[] {
              x > shape[0] ? 1 - (size > 1 ? shape[1] : 0) : 0, Math.max(0, x - shape[0])
            }
            : new double[] {1 - x, -x * (x - 1)};
    double scale = knee ? growth(shape, x) : slowdown(shape, x);
    return new double[] {slopes[0] / scale, slopes[1] / scale};
  }

  private double slowdown(double[] shape, double x) {
    return 1 + (size > 0 ? shape[0] * (x - 1) : 0) + (size > 1 ? shape[1] * x * (x - 1) : 0);
  }

  /** Where a search for the parameters begins: a knee may be in each gap. */
  double[][] starts(double[] x) {
    double last = x[x.length - 1];
    DoubleStream first =
        size == 0
            ? DoubleStream.of(0)
            : knee
                ? DoubleStream.iterate(0, i -> i < x.length - 1, i -> i + 1)
                    .map(i -> (x[(int) i] + x[(int) i + 1]) / 2)
                : DoubleStream.of(0, 1 / last, 10 / last);
    return first.mapToObj(each -> new double[] {each, 0}).toArray(double[][]::new);
  }

  /**
   * Whether the points can show these parameters: the growth is above 0, a knee lies between them,
   * and where a slope follows it two lie on each side.
   */
  boolean allows(double[] shape, double[] x) {
    int outer = size > 1 ? 1 : 0;
    return knee
        ? shape[0] >= x[outer]
            && shape[0] <= x[x.length - 1 - outer]
            && (size < 2 || shape[1] < 1)
            && growth(shape, x[x.length - 1]) > 0
        : DoubleStream.of(x).allMatch(each -> slowdown(shape, each) > 0);
  }
}
