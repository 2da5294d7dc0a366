package dev.sluice.estimates.law;

import dev.sluice.estimates.Interval;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.random.RandomGenerator;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Finds the law of a sweep: the simplest that the errors do not refuse beside the one that fits
 * best. Intervals are those of a parametric bootstrap (Efron and Tibshirani 1993): the law is
 * fitted to rates that it and the errors might have given. Not for several threads.
 */
public final class Scaling {

  /** The chance that a law is refused though it is true. */
  static final double ALPHA = 0.001;

  static final int FEWEST_POINTS = 4;
  private static final int PARAMETERS = 3;
  private static final double LEVEL = 0.95;
  private static final int REPLICATES = 399; // with one more, a tail is a whole number of them

  /** How many times the last point capacities go on. */
  private static final int REACH = 2;

  /** Above a hundred units, capacities lie this share apart. */
  private static final double COARSE = 0.01;

  private final RandomGenerator random;

  /**
   * @param random draws the replicates
   */
  public Scaling(RandomGenerator random) {
    this.random = random;
  }

  /**
   * Finds it.
   *
   * @param points each value once, ascending
   */
  public ScalingResult of(List<Point> points) {
    if (points.size() < FEWEST_POINTS) {
      return new ScalingResult(points, List.of(), List.of());
    }
    double[] x = points.stream().mapToDouble(Point::x).toArray();
    double[] logs = points.stream().mapToDouble(point -> Math.log(point.rate())).toArray();
    Noise rounds = Noise.of(points);
    Map<Law, Fit> fits = new EnumMap<>(Law.class);
    for (Law law : Law.values()) {
      fits.put(law, Fit.of(law, x, logs, rounds.weights()));
    }
    Fit linear = fits.get(Law.LINEAR);
    Fit curve = fits.get(Law.UNIVERSAL);
    Fit nearest = fits.values().stream().min(Comparator.comparingDouble(Fit::misfit)).orElseThrow();
    Noise noise = rounds.with(nearest, x.length - PARAMETERS);
    Noise round = rounds.with(curve, x.length - PARAMETERS);
    // without errors a knee chosen among all gaps follows chance: a curve must bend too
    boolean bends =
        rounds.freedom() > 0 || round.refuses(linear.misfit() - curve.misfit(), PARAMETERS - 1);
    Fit best = bends ? nearest : curve;
    Noise errors = bends ? noise : round;
    return new ScalingResult(
        points,
        chosen(fits, best, errors).map(fit -> known(fit, x, errors)).toList(),
        capacities(fits.values(), x, errors));
  }

  /**
   * Capacities under all laws, because the errors of one that was chosen know nothing of the choice
   * (Leeb and Pötscher 2005): of the replicates each law has its share of the evidence (Schwarz
   * 1978). A knee with one point behind it may as well be an error of that point.
   */
  private List<Capacity> capacities(Collection<Fit> all, double[] x, Noise noise) {
    List<Fit> fits =
        all.stream()
            .filter(fit -> !fit.law().hasKnee() || fit.shape()[0] <= x[x.length - 2])
            .toList();
    double least = fits.stream().mapToDouble(Fit::misfit).min().orElseThrow();
    ToDoubleFunction<Fit> evidence =
        fit ->
            Math.pow(x.length, -fit.law().size() / 2.0)
                * Math.pow(
                    1 + (fit.misfit() - least) / noise.variance() / noise.freedom(),
                    -(noise.freedom() + PARAMETERS) / 2);
    double sum = fits.stream().mapToDouble(evidence).sum();
    List<Fit> replicates = new ArrayList<>();
    double share = 0;
    for (Fit fit : fits) {
      share += evidence.applyAsDouble(fit) / sum;
      replicates.addAll(
          replicates(fit, x, noise, Math.round(share * REPLICATES) - replicates.size()));
    }
    List<Capacity> capacities = new ArrayList<>();
    double[] highest = new double[REPLICATES];
    double units = 1;
    while (units <= REACH * x[x.length - 1]) {
      for (int i = 0; i < REPLICATES; i++) {
        highest[i] = Math.max(highest[i], replicates.get(i).rate(units));
      }
      double[] sorted = DoubleStream.of(highest).sorted().toArray();
      capacities.add(new Capacity(units, interval(sorted[REPLICATES / 2], sorted, noise)));
      units = Math.floor(Math.max(units + 1, units * (1 + COARSE)));
    }
    return capacities;
  }

  private List<Fit> replicates(Fit fit, double[] x, Noise noise, long count) {
    return Stream.generate(() -> Fit.of(fit.law(), x, noise.draw(fit, x, random), noise.weights()))
        .limit(count)
        .toList();
  }

  /** Those that the errors do not refuse beside the nearest. */
  private static Stream<Fit> chosen(Map<Law, Fit> fits, Fit nearest, Noise noise) {
    List<Fit> left =
        fits.values().stream()
            .filter(
                fit ->
                    !noise.refuses(
                        fit.misfit() - nearest.misfit(),
                        Math.max(1, PARAMETERS - 1 - fit.law().size())))
            .toList();
    Fit simplest = left.get(0);
    return simplest.law() == Law.LINEAR
        ? Stream.of(simplest, fits.get(Law.CONTENTION))
        : Stream.concat(
            Stream.of(simplest),
            left.stream().filter(fit -> fit.law().hasKnee() != simplest.law().hasKnee()).limit(1));
  }

  private ScalingResult.FittedLaw known(Fit fit, double[] x, Noise noise) {
    List<Fit> replicates = replicates(fit, x, noise, REPLICATES);
    double first = x[0];
    double last = x[x.length - 1];
    return new ScalingResult.FittedLaw(
        fit.law(),
        interval(fit, replicates, noise, Fit::perUnit),
        IntStream.range(0, fit.law().size())
            .mapToObj(i -> interval(fit, replicates, noise, each -> each.shape()[i]))
            .toList(),
        interval(fit, replicates, noise, each -> each.rate(last) / each.rate(first)),
        interval(fit, replicates, noise, each -> each.rate(2 * last) / each.rate(first)));
  }

  private static Interval interval(
      Fit fit, List<Fit> replicates, Noise noise, ToDoubleFunction<Fit> figure) {
    return interval(
        figure.applyAsDouble(fit),
        replicates.stream().mapToDouble(figure).sorted().toArray(),
        noise);
  }

  private static Interval interval(double value, double[] sorted, Noise noise) {
    int outside = (int) Math.round((1 - LEVEL) / 2 * (sorted.length + 1)) - 1;
    return new Interval(
        value, sorted[outside], sorted[sorted.length - 1 - outside], LEVEL, noise.freedom() + 1);
  }
}
