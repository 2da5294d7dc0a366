package dev.sluice.control.scenario.step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.control.format.ObjectiveResult;
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

class FindMaxTest {

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
        .contains("95 % confidence", "missed at");
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
            ".*; met at .* in 1 of 1 windows \\(PASS senders p99 < 500ms: .*, more than 99.9 % certain\\)"
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
        .contains("no tested rate failed, so it may be higher");
  }

  /** A search on a host that has no time for it finds the capacity of the harness. */
  @ParameterizedTest
  @EnumSource
  void aLimitOfTheHarnessIsNamedAsOne(Cause limit) throws Exception {
    ModelStepContext context = new ModelStepContext(1_000, 1);
    context.limit = limit;
    step(100, 1e6, "achieved/target >= 0.995").play(context);
    String answer = context.findings.answers().get(0);
    assertThat(answer.contains("harness limited: 100 % of the missing iterations"))
        .as(answer)
        .isEqualTo(limit == Cause.HARNESS);
  }

  /** The rate above the answer was refused by a latency: is that the broker's limit, or ours? */
  @ParameterizedTest
  @CsvSource({"0.4, false", "0.6, true"})
  void aSearchThatEndsAtALatencyOfTheHarnesssOwnIsNotJudged(double ownShare, boolean notJudged)
      throws Exception {
    ModelStepContext context = new ModelStepContext(1_000, 1);
    context.ownShare = ownShare;
    step(100, 1e6, "p99 < 20ms").play(context);
    assertThat(ObjectiveResult.Outcome.of(context.findings.judgements()))
        .isEqualTo(notJudged ? ObjectiveResult.Outcome.NOT_JUDGED : ObjectiveResult.Outcome.MET);
    assertThat(context.findings.answers().get(0))
        .contains("missed at")
        .contains((notJudged ? "60" : "40") + " % of the latency is the harness's own lateness");
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
    List<String> rates = context.calls.stream().filter(call -> call.startsWith("rate")).toList();
    assertThat(rates).hasSizeLessThanOrEqualTo(12);
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
