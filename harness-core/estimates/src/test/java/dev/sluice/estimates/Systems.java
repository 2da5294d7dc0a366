package dev.sluice.estimates;

import java.util.SplittableRandom;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.NormalDistribution;

/** Synthetic systems in virtual time: the latencies of each second, and what is true of them. */
enum Systems {
  INDEPENDENT,
  CORRELATED_50,
  CORRELATED_80,
  HEAVY_TAIL,
  BIMODAL,
  PAUSES,
  PERIODIC,
  DRIFT;

  static final int PER_SECOND = 200;
  private static final double TAIL = 2.5;
  private static final double LEVEL = 0.2;
  private static final double NOISE = 0.4;
  private static final double PAUSE = 0.4;
  private static final double PAUSE_GAP = 10;
  private static final double PERIOD = 20;
  private static final double SWING = 0.3;
  static final double DRIFT_PER_SECOND = 0.2 / 300;

  /** Some seconds of latencies, in milliseconds. */
  Run play(int seconds, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int[][] bins = new int[seconds][PER_SECOND];
    double[] means = new double[seconds];
    double level = LEVEL * random.nextGaussian();
    double phase = random.nextDouble() * PERIOD;
    double pause = -PAUSE - gap(random) * random.nextDouble();
    double rho = this == CORRELATED_80 ? 0.8 : this == CORRELATED_50 ? 0.5 : 0;
    for (int s = 0; s < seconds; s++) {
      level = rho * level + LEVEL * Math.sqrt(1 - rho * rho) * random.nextGaussian();
      double sum = 0;
      for (int i = 0; i < PER_SECOND; i++) {
        double g = random.nextGaussian();
        double t = s + (double) i / PER_SECOND;
        while (t >= pause + PAUSE) {
          pause += PAUSE + gap(random);
        }
        double value =
            switch (this) {
              case INDEPENDENT -> Math.exp(NOISE * g);
              case CORRELATED_50, CORRELATED_80 -> Math.exp(level + NOISE * g);
              case HEAVY_TAIL -> Math.pow(1 - random.nextDouble(), -1 / TAIL);
              case BIMODAL -> random.nextDouble() < 0.05 ? 5 + 0.5 * g : 1 + 0.1 * g;
              case PAUSES -> 1 + 0.1 * Math.abs(g) + (t > pause ? 100 * (pause + PAUSE - t) : 0);
              case PERIODIC -> Math.exp(swing((s + phase) / PERIOD) + NOISE * g);
              case DRIFT -> Math.exp(DRIFT_PER_SECOND * s + level / 2 + NOISE * g);
            };
        bins[s][i] = Run.bin(value);
        sum += value;
      }
      means[s] = sum / PER_SECOND;
    }
    return new Run(bins, means);
  }

  /** Collections come at about equal distances. */
  private static double gap(SplittableRandom random) {
    double product = 1; // a sum of four exponential times
    for (int i = 0; i < 4; i++) {
      product *= 1 - random.nextDouble();
    }
    return -PAUSE_GAP / 4 * Math.log(product);
  }

  double mean() {
    return switch (this) {
      case INDEPENDENT -> Math.exp(NOISE * NOISE / 2);
      case CORRELATED_50, CORRELATED_80 -> Math.exp((LEVEL * LEVEL + NOISE * NOISE) / 2);
      case HEAVY_TAIL -> TAIL / (TAIL - 1);
      case BIMODAL -> 0.95 * 1 + 0.05 * 5;
      case PAUSES -> 1 + 0.1 * Math.sqrt(2 / Math.PI) + paused() * 100 * PAUSE / 2;
      case PERIODIC -> average(u -> Math.exp(swing(u) + NOISE * NOISE / 2));
      case DRIFT -> throw new IllegalStateException("it has none");
    };
  }

  /** By bisection. */
  double percentile(double share) {
    double low = 0;
    double high = 1000;
    for (int i = 0; i < 60; i++) {
      double middle = (low + high) / 2;
      if (shareUpTo(middle) < share) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return low;
  }

  private double shareUpTo(double x) {
    return switch (this) {
      case INDEPENDENT -> normal(Math.log(x) / NOISE);
      case CORRELATED_50, CORRELATED_80 -> normal(Math.log(x) / Math.hypot(LEVEL, NOISE));
      case HEAVY_TAIL -> x < 1 ? 0 : 1 - Math.pow(x, -TAIL);
      case BIMODAL -> 0.95 * normal((x - 1) / 0.1) + 0.05 * normal((x - 5) / 0.5);
      case PAUSES ->
          (1 - paused()) * running(x) + paused() * average(u -> running(x - 100 * PAUSE * u));
      case PERIODIC -> average(u -> normal((Math.log(x) - swing(u)) / NOISE));
      case DRIFT -> throw new IllegalStateException("it has none");
    };
  }

  private static double paused() {
    return PAUSE / (PAUSE + PAUSE_GAP);
  }

  private static double running(double x) {
    return x < 1 ? 0 : 2 * normal((x - 1) / 0.1) - 1;
  }

  private static double swing(double turn) {
    return SWING * Math.sin(2 * Math.PI * turn);
  }

  private static double average(DoubleUnaryOperator function) {
    return IntStream.range(0, 1000)
        .mapToDouble(i -> function.applyAsDouble((i + 0.5) / 1000))
        .average()
        .orElseThrow();
  }

  private static double normal(double z) {
    return NormalDistribution.of(0, 1).cumulativeProbability(z);
  }
}
