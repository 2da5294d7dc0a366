package dev.sluice.it.bench;

import dev.sluice.estimates.Estimate;
import dev.sluice.estimates.Interval;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * Figures with something and without it, turn by turn.
 *
 * @param <F> the figures of a turn
 */
record InTurns<F>(List<F> with, List<F> without) {

  private static final double LEVEL = 0.95;

  /** Plays one run. */
  @FunctionalInterface
  interface Turn<F> {
    F run(boolean with) throws Exception;
  }

  /** Plays pairs of runs, A B B A in one process, and prints the figures of each. */
  static <F> InTurns<F> play(int pairs, Turn<F> turn) throws Exception {
    List<F> with = new ArrayList<>();
    List<F> without = new ArrayList<>();
    for (int pair = 0; pair < pairs; pair++) {
      boolean first = pair % 2 == 0;
      (first ? with : without).add(turn.run(first));
      (first ? without : with).add(turn.run(!first));
      System.out.printf("with %s; without %s%n", with.get(pair), without.get(pair));
    }
    return new InTurns<>(with, without);
  }

  /** Prints the ratio of a figure with it to that without it, and its interval. */
  void print(String what, ToDoubleFunction<F> figure) {
    Interval change = Estimate.ofPairs(logs(figure, without), logs(figure, with)).interval(LEVEL);
    System.out.printf(
        Locale.ROOT,
        "%s: %.4f (%.4f to %.4f)%n",
        what,
        Math.exp(change.value()),
        Math.exp(change.low()),
        Math.exp(change.high()));
  }

  private static <F> double[] logs(ToDoubleFunction<F> figure, List<F> runs) {
    return runs.stream().mapToDouble(figure).map(Math::log).toArray();
  }
}
