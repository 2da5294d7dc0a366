package dev.sluice.control.scenario.step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.control.format.ObjectiveResult;
import dev.sluice.control.format.SearchTry;
import dev.sluice.control.measure.Objective;
import dev.sluice.core.pacing.Cause;
import dev.sluice.estimates.Estimate;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class FindMaxTest {

  private static final ModelStepContext.Trouble STALL = new ModelStepContext.Trouble(0.1, 0, 0);

  private static FindMaxStep step(double from, double to, String... objectives) {
    return step(from, to, false, objectives);
  }

  private static FindMaxStep step(double from, double to, boolean certain, String... objectives) {
    return new FindMaxStep(
        "max",
        Map.of(),
        ModelStepContext.SENDERS,
        "",
        from,
        to,
        0.01,
        0.01,
        Duration.ofSeconds(1),
        Duration.ofSeconds(certain ? 600 : 3),
        certain ? 1 : 2,
        certain,
        Duration.ofMinutes(30),
        Stream.of(objectives).map(Objective::parse).toList());
  }

  /** Capacities and first rates far below, near and far above. */
  static Stream<Arguments> searches() {
    return Stream.of(5_000.0, 123_456.0)
        .flatMap(
            capacity ->
                Stream.of(0.01, 0.3, 0.99, 1.01, 7.0, 100.0)
                    .map(share -> Arguments.of(capacity, capacity * share)));
  }

  @ParameterizedTest
  @MethodSource("searches")
  void theCapacityOfABrokerIsFound(double capacity, double from) throws Exception {
    ModelStepContext context = new ModelStepContext(capacity, 1);
    step(from, 1e7, "achieved/target >= 0.995", "p99 < 500ms").play(context);
    double found = context.findings.rows().get(0).done().achievedPerSecond();
    assertThat(found).isCloseTo(capacity, Percentage.withPercentage(3));
    assertThat(context.findings.answers()).hasSize(1);
    assertThat(context.findings.answers().get(0))
        .startsWith("max rate of senders: ")
        .contains("; met at a target of ", "; missed at a target of ")
        .doesNotContain("confidence");
  }

  /** A rate just below the capacity would take minutes to make up for an overload before it. */
  @ParameterizedTest
  @MethodSource("searches")
  void noWindowHasWhatAnEarlierOneLeftUndone(double capacity, double from) throws Exception {
    ModelStepContext context = new ModelStepContext(capacity, 1);
    step(from, 1e7, "achieved/target >= 0.995", "p99 < 500ms").play(context);
    assertThat(context.tries).isNotEmpty().allMatch(each -> each.again().isEmpty());
    assertThat(context.tries)
        .filteredOn(each -> each.ratePerSecond() < capacity)
        .allMatch(each -> each.outcome() == ObjectiveResult.Judgement.MET);
  }

  /** A try of ten minutes at most takes ten intervals, as this model has no noise. */
  @Test
  void aTryEndsWhenItIsCertain() throws Exception {
    ModelStepContext context = new ModelStepContext(5_000, 1);
    step(1_000, 1e7, true, "p99 < 500ms").play(context);
    assertThat(context.findings.rows().get(0).done().achievedPerSecond())
        .isCloseTo(5_000, Percentage.withPercentage(3));
    assertThat(context.findings.rows().get(0).done().lengthNanos()).isEqualTo(10_000_000_000L);
    assertThat(context.findings.answers().get(0))
        .matches(
            ".*; met at .* in 1 of 1 window \\(PASS senders p99 < 500ms: .*, more than 99.9 % certain\\)"
                + "; missed at .* \\(FAIL senders p99 < 500ms: .*, more than 99.9 % certain.*\\)");
  }

  @Test
  void theAnswerIsTheRateThatIsLeftInForce() throws Exception {
    ModelStepContext context = new ModelStepContext(1_000, 1);
    step(100, 1e6, "achieved/target >= 0.995").play(context);
    assertThat(context.ratePerSecond).isCloseTo(1_000, within(20.0));
  }

  @Test
  void aReachedLimitIsReportedAsOne() throws Exception {
    ModelStepContext context = new ModelStepContext(1_000, 1);
    step(100, 500, "achieved/target >= 0.995").play(context);
    assertThat(context.ratePerSecond).isEqualTo(500);
    assertThat(context.findings.answers().get(0))
        .startsWith("max rate of senders: nothing limited up to 500.0/s; met at");
  }

  /**
   * A search on a host that has no time for it does not take the harness's limit for a broker's.
   */
  @ParameterizedTest
  @EnumSource
  void aLimitOfTheHarnessIsNoMiss(Cause limit) throws Exception {
    ModelStepContext context = new ModelStepContext(1_000, 1);
    context.limit = limit;
    step(100, 1e6, "achieved/target >= 0.995").play(context);
    String answer = context.findings.answers().get(0);
    assertThat(answer.contains("not found: senders achieved/target >= 0.995: this host cannot"))
        .as(answer)
        .isEqualTo(limit == Cause.HARNESS);
    assertThat(ObjectiveResult.Judgement.of(context.findings.judgements()))
        .isEqualTo(
            limit == Cause.HARNESS
                ? ObjectiveResult.Judgement.NOT_JUDGED
                : ObjectiveResult.Judgement.MET);
  }

  /** Not one rate below the first is tried, and none is called the highest. */
  @Test
  void whatThisHostCannotJudgeEndsTheSearchAfterThreeWindows() throws Exception {
    ModelStepContext context = new ModelStepContext(1_000, 1);
    context.troubles = at -> new ModelStepContext.Trouble(1, 27_000_000L + at * 10_000_000L, 0);
    step(100, 1e6, "p99 < 20ms").play(context);
    assertThat(context.tries)
        .extracting(SearchTry::ratePerSecond, SearchTry::outcome)
        .containsExactly(
            tuple(100.0, ObjectiveResult.Judgement.NOT_JUDGED),
            tuple(100.0, ObjectiveResult.Judgement.NOT_JUDGED),
            tuple(100.0, ObjectiveResult.Judgement.NOT_JUDGED));
    assertThat(context.findings.judgements())
        .extracting(ObjectiveResult::outcome)
        .containsExactly(ObjectiveResult.Judgement.NOT_JUDGED);
    assertThat(context.findings.answers().get(0))
        .matches(
            "max rate of senders: not found: senders p99 < 20ms: this host cannot judge it at"
                + " 100.0/s: [0-9.]+ms; [0-9]+ % of the latency is the harness's own lateness"
                + "; its own lateness is [0-9.]+ms to [0-9.]+ms");
    assertThat(context.findings.rows()).isEmpty();
  }

  /** What it held up is never made up for at such a rate, and hides no miss. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9})
  void aStandstillIsToBlameForNoMoreThanFellDueInIt(int when) throws Exception {
    ModelStepContext context = new ModelStepContext(1_000, 1);
    context.troubles =
        at ->
            at % 10 == when
                ? new ModelStepContext.Trouble(1, 0, 0.2)
                : ModelStepContext.Trouble.NONE;
    step(500, 1e4, "achieved/target >= 0.98").play(context);
    assertThat(context.tries)
        .filteredOn(each -> each.ratePerSecond() > 1_600)
        .noneMatch(each -> each.outcome() == ObjectiveResult.Judgement.MET)
        .filteredOn(each -> each.outcome() == ObjectiveResult.Judgement.MISSED)
        .hasSizeGreaterThanOrEqualTo(2);
    assertThat(context.findings.answers().get(0)).contains("; missed at a target of 1,");
  }

  @Test
  void aSearchBelowItsFirstRateSaysSo() throws Exception {
    ModelStepContext context = new ModelStepContext(1_000, 1);
    step(5_000, 1e6, "achieved/target >= 0.995").play(context);
    assertThat(context.calls).contains("mark 'from' was missed; searching below it");
    assertThat(context.findings.answers().get(0)).contains("/s, below 'from'; met at");
  }

  /** A stall in both of its windows refuses a rate; at the end it is tried again. */
  @Test
  void aRateThatMissedOnceIsTriedAgain() throws Exception {
    ModelStepContext context = new ModelStepContext(1_000, 1);
    context.troubles =
        at -> context.ratePerSecond == 400 && at < 60 ? STALL : ModelStepContext.Trouble.NONE;
    step(100, 1e6, "achieved/target >= 0.995").play(context);
    assertThat(context.tries)
        .filteredOn(each -> each.ratePerSecond() == 400)
        .extracting(SearchTry::outcome)
        .containsExactly(
            ObjectiveResult.Judgement.MISSED,
            ObjectiveResult.Judgement.MISSED,
            ObjectiveResult.Judgement.MET,
            ObjectiveResult.Judgement.MET);
    assertThat(context.findings.rows().get(0).done().achievedPerSecond())
        .isCloseTo(1_000, Percentage.withPercentage(2));
  }

  /** One message is on its way at either end of a window; a twentieth left behind is a trend. */
  @ParameterizedTest
  @CsvSource({"on its way, true", "left behind, false"})
  void consumersFallBehindByATrendAndNotByWhatIsOnItsWay(String what, boolean met)
      throws Exception {
    ModelStepContext context = new ModelStepContext(1_000, 1);
    context.taken =
        met ? (sent, at) -> Math.max(0, sent - (at / 3) % 2) : (sent, at) -> sent * 19 / 20;
    FindMaxStep step =
        new FindMaxStep(
            "max",
            Map.of(),
            ModelStepContext.SENDERS,
            ModelStepContext.RECEIVERS,
            25,
            25,
            0.01,
            0.01,
            Duration.ofSeconds(1),
            Duration.ofSeconds(5),
            1,
            false,
            Duration.ofMillis(1),
            List.of(Objective.parse("p99 < 1s")));
    if (met) {
      step.play(context);
    } else {
      assertThatThrownBy(() -> step.play(context))
          .hasMessageContaining("FAIL receivers: fell 6 messages behind");
    }
    assertThat(context.tries)
        .extracting(SearchTry::outcome)
        .containsExactly(met ? ObjectiveResult.Judgement.MET : ObjectiveResult.Judgement.MISSED);
  }

  @Test
  void whatIsNeverMetFailsWithTheReason() {
    ModelStepContext context = new ModelStepContext(1_000, 1);
    assertThatThrownBy(() -> step(100, 1e6, "p99 < 1us").play(context))
        .isInstanceOf(StepFailedException.class)
        .hasMessageContaining("no rate met the objectives")
        .hasMessageContaining("p99 < 1us");
  }

  @Test
  void aSearchTakesFewRates() throws Exception {
    ModelStepContext context = new ModelStepContext(4_321, 1);
    step(500, 1e6, "achieved/target >= 0.995").play(context);
    assertThat(context.tries.stream().map(SearchTry::ratePerSecond).distinct())
        .hasSizeLessThanOrEqualTo(12);
  }

  @Test
  void aMeanOfFewSamplesHasAWideInterval() {
    // Student's t of a table, to the digits it has
    assertThat(halfWidth(9, 11)).isCloseTo(12.706, within(5e-4));
    assertThat(halfWidthOver(41)).isCloseTo(2.021, within(5e-4));
    assertThat(halfWidthOver(121)).isCloseTo(1.980, within(5e-4));
    assertThat(halfWidth(5)).isNaN();
    assertThat(Estimate.ofSamples(9, 10, 11).value()).isEqualTo(10);
  }

  /** The half width in units of the standard error. */
  private static double halfWidthOver(int samples) {
    double[] values = IntStream.range(0, samples).mapToDouble(i -> i % 7).toArray();
    double mean = DoubleStream.of(values).average().orElseThrow();
    double squares = DoubleStream.of(values).map(x -> (x - mean) * (x - mean)).sum();
    return halfWidth(values) / Math.sqrt(squares / (samples - 1) / samples);
  }

  private static double halfWidth(double... samples) {
    return Estimate.ofSamples(samples).interval(0.95).error();
  }
}
