package dev.sluice.estimates.bottleneck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.estimates.bottleneck.Circumstances.Measured;
import dev.sluice.estimates.bottleneck.Evidence.MeasuredRun;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Systems whose bottleneck is known, and what is said of them. */
class ExplanationTest {

  private static final int SEEDS = Boolean.getBoolean("soak") ? 200 : 1;
  private static final int MOST = (int) Math.ceil(0.9 * SEEDS);

  private static final Variation MORE = new Variation(Lever.REQUESTERS, 2);
  private static final Variation FEWER = new Variation(Lever.REQUESTERS, 0.5);
  private static final Variation VOLATILE =
      new Variation(Lever.PERSISTENCE, Double.POSITIVE_INFINITY);

  /** Without observing the broker nobody knows whether its processors or something else limit. */
  private static final List<Circumstances> NOT_ALONE = List.of(Circumstances.PROCESSORS);

  @ParameterizedTest
  @EnumSource(Circumstances.class)
  void whatIsNamedIsTrue(Circumstances kind, TestReporter reporter) {
    Tally observed = new Tally();
    Tally own = new Tally();
    for (int seed = 0; seed < SEEDS; seed++) {
      Measured measured = kind.measure(seed);
      observed.add(new Explanation(measured.observed()), measured.right());
      own.add(new Explanation(measured.own()), measured.right());
    }
    String found = kind + " | " + observed + " | " + own;
    reporter.publishEntry(found);
    assertThat(observed.wrong).as(found).isEmpty();
    assertThat(own.wrong).as(found).isEmpty();
    if (kind.isOfTheTen()) {
      assertThat(observed.right).as(found).isGreaterThanOrEqualTo(MOST);
      assertThat(own.right).as(found).isGreaterThanOrEqualTo(NOT_ALONE.contains(kind) ? 0 : MOST);
    }
  }

  /** Two rounds of a working point with ten requesters, and what is beside it. */
  private static Explanation explain(
      boolean persistent, Map<Bottleneck, Double> busy, Object... variationsAndRates) {
    Map<Variation, List<MeasuredRun>> varied = new LinkedHashMap<>();
    for (int i = 0; i < variationsAndRates.length; i += 2) {
      Variation variation = (Variation) variationsAndRates[i];
      double factor = variation.lever() == Lever.REQUESTERS ? variation.speedup() : 1;
      varied.put(variation, runs((double) variationsAndRates[i + 1], (int) (10 * factor), busy));
    }
    return new Explanation(
        new Evidence(runs(1_000, 10, busy), varied, persistent, false, OptionalInt.empty()));
  }

  private static List<MeasuredRun> runs(double rate, int requesters, Map<Bottleneck, Double> busy) {
    return List.of(
        new MeasuredRun(rate, requesters, 0.99 * requesters / rate, busy),
        new MeasuredRun(1.2 * rate, requesters, 0.99 * requesters / rate / 1.2, busy));
  }

  @Test
  void theSentenceSaysWhyAndWhatToDo() {
    assertThat(explain(true, Map.of(), MORE, 1_980.0, FEWER, 500.0, VOLATILE, 5_000.0).sentence())
        .isEqualTo(
            "latency of the broker's log: each requester adds 0.99 (0.99 to 1.00) of its share,"
                + " 0.80 (0.80 to 0.81) of the time per message is log writes, in calls of 9.08 ms;"
                + " more requesters, or a faster disk for the log, or more messages a commit");
  }

  @Test
  void whatIsNotKnownIsSaidWithWhatWouldTell() {
    Explanation explanation = explain(false, Map.of(), MORE, 1_000.0, FEWER, 1_000.0);
    assertThat(explanation.named()).isEmpty();
    assertThat(explanation.sentence())
        .startsWith("cannot tell between the broker's processors, the network, one queue, ")
        .contains(": observe the broker's processors; vary the size, and observe the network card;")
        .endsWith("; or play more rounds");
  }

  @Test
  void evidenceThatContradictsItselfNamesNothing() {
    Explanation explanation =
        explain(
            false,
            Map.of(Bottleneck.PROCESSORS, 0.99),
            MORE,
            1_000.0,
            FEWER,
            1_000.0,
            new Variation(Lever.QUEUES, 2),
            1_900.0);
    assertThat(explanation.named()).isEmpty();
    assertThat(explanation.possible()).containsExactly(Bottleneck.PROCESSORS, Bottleneck.QUEUE);
  }

  @Test
  void aRateThatIsKeptIsLimitedByNothingElse() {
    Evidence evidence =
        new Evidence(runs(1_000, 10, Map.of()), Map.of(), false, true, OptionalInt.empty());
    assertThat(new Explanation(evidence).sentence())
        .isEqualTo(
            "the rate that was asked for, which is kept: nothing else limits it;"
                + " ask for a higher rate");
  }

  @Test
  void oneRoundKnowsNoError() {
    MeasuredRun run = new MeasuredRun(1_000, 10, 0.01, Map.of(Bottleneck.PROCESSORS, 0.99));
    Evidence evidence =
        new Evidence(
            List.of(run),
            Map.of(FEWER, List.of(run), MORE, List.of(run)),
            false,
            false,
            OptionalInt.empty());
    assertThat(new Explanation(evidence).named()).isEmpty();
  }

  @Test
  void evidenceIsWhole() {
    MeasuredRun run = new MeasuredRun(1_000, 10, 0.01, Map.of());
    assertThatThrownBy(
            () ->
                new Evidence(
                    List.of(run), Map.of(MORE, List.of()), false, false, OptionalInt.empty()))
        .hasMessageContaining("everything once");
    assertThatThrownBy(() -> new MeasuredRun(0, 1, 0, Map.of())).hasMessageContaining("above 0");
    assertThatThrownBy(() -> new Variation(Lever.SIZE, 1)).hasMessageContaining("speedup");
  }

  /** How often answers were right, cannot tell, or wrong. */
  private static final class Tally {
    private final List<Bottleneck> wrong = new ArrayList<>();
    private int right;
    private int cannotTell;

    void add(Explanation explanation, List<Bottleneck> truth) {
      Optional<Bottleneck> named = explanation.named();
      if (named.isEmpty()) {
        cannotTell++;
      } else if (truth.contains(named.get())) {
        right++;
      } else {
        wrong.add(named.get());
      }
    }

    @Override
    public String toString() {
      return right + " | " + cannotTell + " | " + wrong.size();
    }
  }
}
