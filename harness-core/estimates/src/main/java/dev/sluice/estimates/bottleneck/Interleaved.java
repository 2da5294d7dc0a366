package dev.sluice.estimates.bottleneck;

import dev.sluice.estimates.Estimate;
import dev.sluice.estimates.Interval;
import dev.sluice.estimates.bottleneck.Evidence.MeasuredRun;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/**
 * What interleaved rounds tell of the working point. Three rounds know little of their spread, so
 * all variations together give it: the analysis of variance with two factors, variation and round
 * (Fisher 1925), of which the second takes out what a whole round had in common.
 */
record Interleaved(Evidence evidence) {

  /** Of a thousand intervals, one does not hold the truth. */
  static final double LEVEL = 0.999;

  /**
   * The logarithm of a variation's rate over that of the working point. Its error is not below that
   * of its own pairs, because some variations are noisier than others.
   */
  Interval change(Variation variation) {
    double[] before = logs(evidence.base());
    Estimate pairs = Estimate.ofPairs(before, logs(evidence.varied().get(variation)));
    double spread = deviation(all().map(Interleaved::logs).toList(), true);
    return new Estimate(
            pairs.value(),
            Math.max(pairs.standardError(), spread * Math.sqrt(2.0 / before.length)),
            (double) evidence.varied().size() * (before.length - 1))
        .interval(LEVEL);
  }

  /** The mean of a figure of the working point that all of its runs have. */
  Interval mean(ToDoubleFunction<MeasuredRun> figure) {
    List<double[]> values =
        all()
            .map(runs -> runs.stream().mapToDouble(figure).toArray())
            .filter(each -> DoubleStream.of(each).noneMatch(Double::isNaN))
            .toList();
    double[] base = evidence.base().stream().mapToDouble(figure).toArray();
    return new Estimate(
            DoubleStream.of(base).average().orElseThrow(),
            deviation(values, false) / Math.sqrt(base.length),
            (double) values.size() * (base.length - 1))
        .interval(LEVEL);
  }

  private Stream<List<MeasuredRun>> all() {
    return Stream.concat(Stream.of(evidence.base()), evidence.varied().values().stream());
  }

  private static double[] logs(List<MeasuredRun> runs) {
    return runs.stream().mapToDouble(run -> Math.log(run.perSecond())).toArray();
  }

  /**
   * The standard deviation of what neither the row explains nor, if that is so wanted, the round.
   */
  private static double deviation(List<double[]> rows, boolean ofRounds) {
    int rounds = rows.get(0).length;
    List<double[]> left = new ArrayList<>();
    for (double[] row : rows) {
      double mean = DoubleStream.of(row).average().orElseThrow();
      left.add(DoubleStream.of(row).map(value -> value - mean).toArray());
    }
    double squares = 0;
    for (int i = 0; i < rounds; i++) {
      int round = i;
      double common =
          ofRounds ? left.stream().mapToDouble(row -> row[round]).average().orElseThrow() : 0;
      squares += left.stream().mapToDouble(row -> Math.pow(row[round] - common, 2)).sum();
    }
    return Math.sqrt(squares / (rounds - 1) / (rows.size() - (ofRounds ? 1 : 0)));
  }
}
