package dev.sluice.estimates.law;

import dev.sluice.estimates.Estimate;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/** A system whose law is known, measured with noise at 1 to some number of its units. */
record VirtualSystem(Law law, double first, double second) {

  static final double EACH = 1_204;
  private static final int INTERVALS = 30;

  /** How a sweep measures it: the noise is a share of the rate, of each round. */
  record Sweep(double noise, int points, int rounds) {}

  double shape(int i) {
    return i == 0 ? first : second;
  }

  double growth(double x) {
    return law.growth(new double[] {first, second}, x);
  }

  /** Each round knows its error from intervals within it. */
  List<Point> play(Sweep sweep, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    return IntStream.rangeClosed(1, sweep.points())
        .mapToObj(
            x ->
                new Point(
                    x,
                    IntStream.range(0, sweep.rounds())
                        .mapToObj(round -> measured(EACH * growth(x), sweep.noise(), random))
                        .toList(),
                    Map.of()))
        .toList();
  }

  private static Estimate measured(double rate, double noise, SplittableRandom random) {
    double squares = 0;
    for (int i = 0; i < INTERVALS; i++) {
      squares += Math.pow(random.nextGaussian(), 2);
    }
    return new Estimate(
        rate * (1 + noise * random.nextGaussian()),
        rate * noise * Math.sqrt(squares / INTERVALS),
        INTERVALS);
  }
}
