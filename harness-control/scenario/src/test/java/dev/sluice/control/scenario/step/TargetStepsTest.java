package dev.sluice.control.scenario.step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.control.format.ObjectiveResult;
import dev.sluice.control.measure.Condition;
import dev.sluice.control.measure.Objective;
import dev.sluice.control.measure.StepRow;
import dev.sluice.control.measure.Target;
import dev.sluice.control.scenario.yaml.ShellCommand;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

/** Receivers in another process, whose intervals end at other times than those of the senders. */
class TargetStepsTest {

  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final String APP2 = "app2";

  private final ModelStepContext context = new ModelStepContext(1_000, 400);

  private static MeasureStep measure(String name, boolean before, String... objectives) {
    return new MeasureStep(
        name,
        Map.of(),
        ModelStepContext.SENDERS,
        List.of(APP2),
        Duration.ZERO,
        Duration.ofSeconds(5),
        List.of(),
        before,
        1,
        List.of(),
        List.of(objectives).stream()
            .map(each -> new MeasureStep.TargetGoal(APP2, Objective.parse(each)))
            .toList());
  }

  private static AwaitStep await(Condition condition, String workload, int queueManagers) {
    return new AwaitStep(
        condition,
        new Condition.Limits(0.999, queueManagers, 1, OptionalDouble.empty()),
        new Target(workload, APP2),
        "",
        2,
        MINUTE,
        false);
  }

  @Test
  void sendersAndReceiversAreMeasuredAsOneWindowOfWholeIntervals() throws Exception {
    measure("1", false, "errors == 0", "achieved >= 399").play(context);
    List<StepRow> rows = context.findings.rows();
    assertThat(rows).extracting(StepRow::name).containsExactly("1", "1");
    assertThat(rows).extracting(StepRow::workload).containsExactly("senders", "app2/receivers");
    assertThat(rows).extracting(row -> row.done().lengthNanos()).containsOnly(5_000_000_000L);
    assertThat(rows.get(1).done().achievedPerSecond()).isCloseTo(400, within(0.5));
    assertThat(rows.get(1).done().end().workersUp()).isEqualTo(4);
    assertThat(rows.get(1).done().headlineLatency().count()).isEqualTo(2_000);
    assertThat(rows.get(1).beside().harnessCores()).isEmpty(); // nobody knows them here
    assertThat(context.findings.judgements())
        .extracting(ObjectiveResult::line)
        .containsExactly(
            "PASS 1: app2/receivers errors == 0: 0", "PASS 1: app2/receivers achieved >= 399: 400");
    assertThat(context.findings.answers()).isEmpty(); // one row of each is no repetition
  }

  @Test
  void whatWasAchievedBeforeIsThatOfEach() throws Exception {
    context.capacityPerSecond = 300;
    measure("1", true).play(context);
    context.capacityPerSecond = 1_000;
    measure("1", false).play(context);
    assertThat(context.findings.rows())
        .extracting(
            row ->
                Math.round(row.before().map(each -> each.done().achievedPerSecond()).orElse(0.0)))
        .containsExactly(300L, 300L);
  }

  @Test
  void aProcessThatDoesNotAnswerIsAGapAndNoNumber() throws Exception {
    context.answersElsewhere = false;
    measure("1", false, "errors == 0").play(context);
    assertThat(context.findings.rows()).extracting(StepRow::workload).containsExactly("senders");
    assertThat(context.calls).contains("mark target app2 was not measured: no interval arrived");
    assertThat(context.findings.judgements())
        .extracting(ObjectiveResult::line)
        .containsExactly("FAIL 1: app2 errors == 0: was not measured");
  }

  @Test
  void anIntervalThatIsMissingInAWindowIsAGapThereAndTheEndHere() throws Exception {
    context.lostElsewhere = 3;
    measure("1", false).play(context);
    assertThat(context.findings.rows()).extracting(StepRow::workload).containsExactly("senders");
    assertThat(context.calls)
        .contains("mark target app2 was not measured: intervals before its number 4 are missing");
    context.lostHere = 8;
    assertThatThrownBy(() -> measure("2", false).play(context))
        .isInstanceOf(StepFailedException.class)
        .hasMessage("the run was not measured: intervals before its number 9 are missing");
  }

  @Test
  void anIntervalThatLastedForTwoIsNoGap() throws Exception {
    context.lostHere = 3;
    context.longerAfterIt = true;
    measure("1", false).play(context);
    assertThat(context.findings.rows()).extracting(StepRow::workload).contains("senders");
  }

  @Test
  void connectionsOfAnotherProcessAreWaitedFor() throws Exception {
    new ExecStep(ShellCommand.of("strmqm QM2"), MINUTE).play(context);
    assertThatThrownBy(() -> await(Condition.BALANCED, ModelStepContext.RECEIVERS, 2).play(context))
        .isInstanceOf(StepFailedException.class)
        .hasMessage("not balanced within 60.0 s (target app2/receivers)");
    context.peersElsewhere = Map.of("QM1", 2, "QM2", 2);
    await(Condition.BALANCED, ModelStepContext.RECEIVERS, 2).play(context);
    await(Condition.RECONNECTED, "", 0).play(context);
    measure("1", false).play(context);
    assertThat(context.findings.rows().get(0).waited())
        .containsOnlyKeys("balanced app2/receivers", "reconnected app2");
  }

  @Test
  void aProcessThatDoesNotAnswerIsNotAsWanted() {
    context.answersElsewhere = false;
    assertThatThrownBy(() -> await(Condition.RECONNECTED, "", 0).play(context))
        .isInstanceOf(StepFailedException.class);
    assertThat(Duration.ofNanos(context.nanos())).isEqualTo(MINUTE);
  }

  @Test
  void aWorkloadThatTheOtherProcessDoesNotHaveIsNamed() {
    assertThatThrownBy(() -> await(Condition.RECONNECTED, "senders", 0).play(context))
        .hasMessage("cannot wait until reconnected: app2 has no workload senders");
    assertThatThrownBy(() -> await(Condition.REACHED, "", 0).play(context))
        .hasMessage("cannot wait until reached: no workload has a target rate (target app2)");
  }
}
