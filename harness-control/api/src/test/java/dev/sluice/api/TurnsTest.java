package dev.sluice.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs in turns of two systems that are equal, but for their spread. */
class TurnsTest {

  private static final int SERIES = 4_000;
  private static final int PAIRS = 8;

  private final IdentityHashMap<RunResult, Double> figures = new IdentityHashMap<>();

  @ParameterizedTest
  @ValueSource(doubles = {0.15, 0.3, 1})
  void equalSystemsHaveTheRatioOne(double spread) {
    SplittableRandom random = new SplittableRandom(4);
    double logs = 0;
    int held = 0;
    for (int i = 0; i < SERIES; i++) {
      Turns.Compared compared = new Turns.Compared(runs(random, spread), runs(random, spread));
      Estimate ratio = compared.ratio(figures::get);
      Estimate turned = new Turns.Compared(compared.b(), compared.a()).ratio(figures::get);
      assertThat(turned.value()).isCloseTo(1 / ratio.value(), within(1e-9));
      assertThat(turned.high()).isCloseTo(1 / ratio.low(), within(1e-9 / ratio.low()));
      logs += Math.log(ratio.value());
      held += ratio.low() <= 1 && 1 <= ratio.high() ? 1 : 0;
      figures.clear();
    }
    double standardError = spread * Math.sqrt(2.0 / PAIRS / SERIES);
    assertThat(logs / SERIES).isCloseTo(0, within(4 * standardError));
    assertThat((double) held / SERIES).isBetween(0.935, 0.965);
  }

  private List<RunResult> runs(SplittableRandom random, double spread) {
    List<RunResult> runs = new ArrayList<>();
    for (int i = 0; i < PAIRS; i++) {
      RunResult run = new RunResult(null, List.of(), null);
      figures.put(run, 1_000 * Math.exp(spread * random.nextGaussian()));
      runs.add(run);
    }
    return runs;
  }
}
