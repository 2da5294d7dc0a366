package dev.sluice.api;

import dev.sluice.api.Estimate.Unit;
import dev.sluice.estimates.Estimated;
import dev.sluice.estimates.Interval;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * Two loads that run in turns, A B B A, and are compared pair by pair.
 *
 * @param a the one
 * @param b the other
 * @param pairs how many pairs of runs there are, at least two for an error
 */
public record Turns(Load a, Load b, int pairs) {

  static final int USUAL_PAIRS = 6;

  /** The same with so many pairs of runs. */
  public Turns pairs(int number) {
    return new Turns(a, b, number);
  }

  /** Runs them all. */
  public Compared run() {
    List<RunResult> ofA = new ArrayList<>();
    List<RunResult> ofB = new ArrayList<>();
    for (int pair = 0; pair < pairs; pair++) {
      if (pair % 2 == 0) {
        ofA.add(a.run());
        ofB.add(b.run());
      } else {
        ofB.add(b.run());
        ofA.add(a.run());
      }
    }
    return new Compared(ofA, ofB);
  }

  /**
   * What came of the turns.
   *
   * @param a the runs of the one
   * @param b the runs of the other, pair by pair
   */
  public record Compared(List<RunResult> a, List<RunResult> b) {

    /** Copies the lists. */
    public Compared {
      a = List.copyOf(a);
      b = List.copyOf(b);
    }

    /** The rate that the first achieved over that of the second. */
    public Estimate achieved() {
      return ratio(each -> each.main().achieved().value());
    }

    /** The 99th percentile of the first over that of the second. */
    public Estimate p99() {
      return ratio(each -> each.main().latency().p99().value());
    }

    /**
     * A figure of the first over that of the second, by the logarithms of the pairs: turned round,
     * it is one over this.
     */
    public Estimate ratio(ToDoubleFunction<RunResult> figure) {
      Interval log =
          dev.sluice.estimates.Estimate.ofPairs(logs(b, figure), logs(a, figure))
              .interval(Estimated.LEVEL);
      return new Estimate(
          new Interval(
              Math.exp(log.value()),
              Math.exp(log.low()),
              Math.exp(log.high()),
              log.level(),
              log.effectiveSamples()),
          Unit.RATIO);
    }

    private static double[] logs(List<RunResult> runs, ToDoubleFunction<RunResult> figure) {
      return runs.stream().mapToDouble(figure).map(Math::log).toArray();
    }
  }
}
