package dev.sluice.control.scenario.step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.control.command.Command.Pause;
import dev.sluice.control.command.Command.Threads;
import dev.sluice.control.command.Rate;
import dev.sluice.control.endpoint.client.HostPort;
import dev.sluice.control.format.ObjectiveResult;
import dev.sluice.control.format.SearchTry;
import dev.sluice.control.measure.Condition;
import dev.sluice.control.measure.Objective;
import dev.sluice.control.measure.Precision;
import dev.sluice.control.measure.StepRow;
import dev.sluice.control.measure.Subject;
import dev.sluice.control.measure.Target;
import dev.sluice.control.scenario.yaml.ShellCommand;
import dev.sluice.core.run.RateChange;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Steps on a model of a broker, in no time. */
class StepsTest {

  private static final ModelStepContext.Trouble STILL = new ModelStepContext.Trouble(1, 0, 0.9);

  private static final Condition.Limits USUAL = limits(0.999, 0);
  private static final Duration MINUTE = Duration.ofMinutes(1);

  private final ModelStepContext context = new ModelStepContext(1_000, 400);

  private static Condition.Limits limits(double ratio, int queueManagers) {
    return new Condition.Limits(ratio, queueManagers, 1, OptionalDouble.empty());
  }

  private static AwaitStep await(Condition condition, Condition.Limits limits, boolean orGoOn) {
    return new AwaitStep(condition, limits, Target.EVERYBODY, "", 2, MINUTE, orGoOn);
  }

  /** Waits for the rate of a row that is called so. */
  private static AwaitStep backTo(String row) {
    Target senders = new Target(ModelStepContext.SENDERS, "");
    return new AwaitStep(Condition.RECOVERED, limits(0.98, 0), senders, row, 2, MINUTE, false);
  }

  private static MeasureStep measure(String name, boolean before, Objective... objectives) {
    return measure(name, 5, List.of(), before, 1, objectives);
  }

  private static MeasureStep measure(
      String name,
      long seconds,
      List<Precision> until,
      boolean before,
      int tries,
      Objective... objectives) {
    return new MeasureStep(
        name,
        Map.of(),
        ModelStepContext.SENDERS,
        List.of(),
        Duration.ZERO,
        Duration.ofSeconds(seconds),
        until,
        before,
        tries,
        List.of(objectives),
        List.of());
  }

  @Test
  void theShapeOfAScalingExperimentComesOut() throws Exception {
    measure("1", false).play(context);
    new CommandStep("", new Rate("", new RateChange.ByPerWorker(250), Duration.ZERO)).play(context);
    await(Condition.SATURATED, limits(0.98, 0), false).play(context);
    measure("2", true).play(context);
    context.capacityPerSecond = 2_000;
    await(Condition.REACHED, USUAL, false).play(context);
    measure("2", false).play(context);

    List<StepRow> rows = context.findings.rows();
    assertThat(rows).hasSize(2);
    assertThat(rows.get(0).before()).isEmpty();
    assertThat(rows.get(0).done().achievedPerSecond()).isCloseTo(400, within(0.5));
    assertThat(rows.get(1).done().targetPerSecond()).isEqualTo(1_400);
    StepRow before = rows.get(1).before().orElseThrow();
    assertThat(before.done().achievedPerSecond()).isCloseTo(1_000, within(0.5));
    assertThat(before.beside().processorShares().get("broker"))
        .isCloseTo(1_000 * 20e-6 / 8, within(1e-4)); // of the saturated broker, and not of now
    assertThat(rows.get(1).beside().processorShares().get("broker"))
        .isCloseTo(1_400 * 20e-6 / 8, within(1e-3));
    assertThat(rows.get(1).done().ratio()).isGreaterThanOrEqualTo(0.999);
  }

  @Test
  void aRowHasTheCostOfAnIterationForEachObserver() throws Exception {
    measure("1", false).play(context);
    Map<String, Double> costs = context.findings.rows().get(0).beside().cpuMicrosPerIteration();
    assertThat(costs.get("harness")).isCloseTo(10, within(0.01));
    assertThat(costs.get("broker")).isCloseTo(20, within(0.01));
  }

  @Test
  void objectivesOfARowAreJudgedByItsWindow() throws Exception {
    measure("1", false, Objective.parse("p99 < 2ms"), Objective.parse("p99 < 1us")).play(context);
    assertThat(context.findings.judgements())
        .extracting(ObjectiveResult::met)
        .containsExactly(true, false);
    assertThat(context.findings.judgements().get(1).line())
        .startsWith("FAIL 1: senders p99 < 1us: 1.0");
  }

  /** All intervals of this model are the same. */
  @ParameterizedTest
  @CsvSource({
    "achieved +/- 1%, 33, PASS 1: senders achieved +/- 1%: 400 known after 33.0 s",
    "p99.99 +/- 5%, 90,"
        + " NOT JUDGED 1: senders p99.99 +/- 5%: too noisy here: error unknown after 90.0 s"
  })
  void aStepMeasuresUntilAFigureIsKnown(String figure, long seconds, String line) throws Exception {
    Precision until = Precision.parse(figure).of(ModelStepContext.SENDERS);
    measure("1", 90, List.of(until), false, 1).play(context);
    assertThat(Duration.ofNanos(context.nanos())).isEqualTo(Duration.ofSeconds(seconds));
    assertThat(context.findings.rows()).hasSize(1);
    assertThat(context.findings.rows().get(0).done().lengthNanos()).isEqualTo(context.nanos());
    assertThat(context.findings.judgements())
        .extracting(ObjectiveResult::line)
        .containsExactly(line);
  }

  private static MeasureStep upTo(int tries) {
    Objective objective = Objective.parse("achieved/target >= 0.999");
    return measure("1", 5, List.of(), false, tries, objective);
  }

  @Test
  void aMissIsNoReasonToMeasureAgain() throws Exception {
    context.capacityPerSecond = 100;
    upTo(3).play(context);
    assertThat(context.tries)
        .extracting(SearchTry::number, SearchTry::outcome, SearchTry::again)
        .containsExactly(tuple("1 of 3", ObjectiveResult.Judgement.MISSED, ""));
    assertThat(context.findings.judgements())
        .extracting(ObjectiveResult::met)
        .containsExactly(false);
    assertThat(context.findings.rows()).extracting(StepRow::tried).containsExactly("1 of 3");
  }

  @Test
  void aWindowInWhichTheHarnessStoodStillIsMeasuredAgainHoweverItCameOut() throws Exception {
    context.troubles = at -> at == 2 ? STILL : ModelStepContext.Trouble.NONE;
    upTo(3).play(context);
    assertThat(context.tries)
        .extracting(SearchTry::search, SearchTry::number, SearchTry::again)
        .containsExactly(tuple("1", "1 of 3", "standstill"), tuple("1", "2 of 3", ""));
    assertThat(context.findings.rows())
        .extracting(StepRow::tried)
        .containsExactly("2 of 3 (before it standstill)");
    assertThat(context.calls)
        .contains(
            "mark measuring 1 again: standstill",
            "mark measured 1: 400.0/s of 400.0/s, 2 of 3 (before it standstill)");
  }

  /** The rest of the window kept the rate, or it did not. */
  @ParameterizedTest
  @CsvSource({"1000, NOT_JUDGED", "300, MISSED"})
  void aMissIsNotJudgedIfAStandstillMayHaveMadeIt(
      double capacity, ObjectiveResult.Judgement judgement) throws Exception {
    context.capacityPerSecond = capacity;
    context.troubles = at -> at == 4 ? STILL : ModelStepContext.Trouble.NONE;
    upTo(1).play(context);
    assertThat(context.findings.judgements())
        .extracting(ObjectiveResult::outcome)
        .containsExactly(judgement);
    assertThat(context.tries).isEmpty();
  }

  /** A closed loop counts it since the start. */
  @Test
  void whatTheHarnessPostponedBeforeAWindowIsNoneOfIt() throws Exception {
    context.postponed = 1_000;
    context.nextInterval();
    context.capacityPerSecond = 300;
    upTo(1).play(context);
    assertThat(context.findings.judgements())
        .extracting(ObjectiveResult::outcome)
        .containsExactly(ObjectiveResult.Judgement.MISSED);
  }

  /**
   * The true ratio lies 0.1 % below the objective, and windows scatter around it: a step that may
   * be measured three times meets it as often as one that is measured once.
   */
  @Test
  void moreTriesMakeNoLuck() throws Exception {
    double once = shareMet(1, 500);
    assertThat(once).isBetween(0.15, 0.45);
    assertThat(shareMet(3, 1_000)).isCloseTo(once, within(0.07)); // and not 1 - (1 - once)^3
  }

  private static double shareMet(int tries, int windows) throws Exception {
    ModelStepContext scattered = new ModelStepContext(400, 400);
    SplittableRandom random = new SplittableRandom(7);
    scattered.troubles =
        at -> new ModelStepContext.Trouble(0.998 + 0.004 * random.nextGaussian(), 0, 0);
    for (int i = 0; i < windows; i++) {
      upTo(tries).play(scattered);
    }
    return scattered.findings.judgements().stream().filter(ObjectiveResult::met).count()
        / (double) windows;
  }

  @Test
  void whatDoesNotComeInTimeFailsTheStep() {
    context.capacityPerSecond = 100;
    assertThatThrownBy(() -> await(Condition.REACHED, USUAL, false).play(context))
        .isInstanceOf(StepFailedException.class)
        .hasMessage("not reached within 60.0 s");
    assertThat(Duration.ofNanos(context.nanos())).isEqualTo(MINUTE);
  }

  @Test
  void whatDoesNotComeInTimeIsNotedIfToldSo() throws Exception {
    context.capacityPerSecond = 100;
    await(Condition.REACHED, USUAL, true).play(context);
    assertThat(context.calls).contains("mark not reached within 60.0 s, going on");
  }

  @Test
  void recoveryIsTimedFromTheStepToTheFirstGoodInterval() throws Exception {
    context.workersUp = 3;
    assertThatThrownBy(() -> await(Condition.RECOVERED, USUAL, false).play(context))
        .isInstanceOf(StepFailedException.class);
    context.workersUp = 4;
    await(Condition.RECOVERED, USUAL, false).play(context);
    assertThat(context.findings.longestRecovery()).contains(Duration.ofSeconds(1));
  }

  @Test
  void recoveryCanBeThatOfTheRateBeforeAndNotOfTheTarget() throws Exception {
    context.capacityPerSecond = 380; // of 400/s: the target was never reached
    measure("before", false).play(context);
    context.capacityPerSecond = 100;
    assertThatThrownBy(() -> backTo("before").play(context))
        .isInstanceOf(StepFailedException.class);
    context.capacityPerSecond = 380;
    backTo("before").play(context);
    assertThat(context.findings.longestRecovery()).isPresent();
  }

  @Test
  void aRateThatWasNotMeasuredIsNoneToComeBackTo() {
    assertThatThrownBy(() -> backTo("before").play(context)).hasMessageContaining("no row before");
  }

  @Test
  void recoveryIsTimedFromTheLastActionOnTheBroker() throws Exception {
    new AdminStep(new HostPort("localhost", 4500), "network restore QM1", MINUTE).play(context);
    context.workersUp = 3;
    new WaitStep(Duration.ofSeconds(10)).play(context);
    context.workersUp = 4;
    await(Condition.RECOVERED, USUAL, false).play(context);
    assertThat(context.findings.longestRecovery()).contains(Duration.ofSeconds(11));
  }

  @Test
  void recoveryIsNotTimedFromAnActionDuringAnEarlierRun() throws Exception {
    new AdminStep(new HostPort("localhost", 4500), "network restore QM1", MINUTE).play(context);
    new WaitStep(Duration.ofSeconds(10)).play(context);
    context.findings.runEnded();
    await(Condition.RECOVERED, USUAL, false).play(context);
    assertThat(context.findings.longestRecovery()).contains(Duration.ofSeconds(1));
  }

  @Test
  void connectionsAreBalancedWhenNoneHasTwoMoreThanAnother() throws Exception {
    Condition.Limits overTwo = limits(0.999, 2);
    context.peers = Map.of("QM1", 4, "QM2", 0);
    assertThatThrownBy(() -> await(Condition.BALANCED, overTwo, false).play(context))
        .isInstanceOf(StepFailedException.class);
    context.peers = Map.of("QM1", 3, "QM2", 1);
    assertThatThrownBy(() -> await(Condition.BALANCED, overTwo, false).play(context))
        .isInstanceOf(StepFailedException.class);
    context.peers = Map.of("QM1", 2, "QM2", 2);
    await(Condition.BALANCED, overTwo, false).play(context);
  }

  @Test
  void theTimeUntilBalancedCountsFromTheLastActionAndIsInTheNextRow() throws Exception {
    new ExecStep(ShellCommand.of("strmqm QM2"), MINUTE).play(context);
    new WaitStep(Duration.ofSeconds(10)).play(context);
    context.peers = Map.of("QM1", 2, "QM2", 2);
    await(Condition.BALANCED, limits(0.999, 2), false).play(context);
    measure("1", false).play(context);
    measure("2", false).play(context);
    assertThat(context.findings.rows())
        .extracting(StepRow::waited)
        .containsExactly(Map.of("balanced", Duration.ofSeconds(11)), Map.of());
  }

  @Test
  void aFaultIsMarkedBeforeItIsMade() throws Exception {
    FaultStep fault = new FaultStep("kill", new ExecStep(ShellCommand.of("kill QM1"), MINUTE));
    fault.play(context);
    assertThat(context.calls)
        .containsExactly("mark fault kill", "mark exec kill QM1", "exec kill QM1");
    assertThat(fault.text()).isEqualTo("fault kill: exec kill QM1");
  }

  @Test
  void aDeletedPodIsMarkedByItsName() throws Exception {
    new DeletePodStep("app=qm1", Optional.empty(), Optional.of(Duration.ZERO), MINUTE)
        .play(context);
    String text = "delete-pod app=qm1, grace 0s";
    assertThat(context.calls).containsExactly("mark " + text, text, "mark deleted pod qm1-0");
  }

  @Test
  void aRampIsWaitedForUnlessToldOtherwise() throws Exception {
    Duration over = Duration.ofSeconds(30);
    Rate ramp = new Rate("", new RateChange.ToPerWorker(200), over);
    new CommandStep("", ramp, over, false).play(context);
    assertThat(Duration.ofNanos(context.nanos())).isZero();
    new CommandStep("", ramp, over, true).play(context);
    assertThat(Duration.ofNanos(context.nanos())).isEqualTo(Duration.ofSeconds(30));
  }

  @Test
  void rowsOfOneNameHaveAMeanAndASpread() throws Exception {
    for (int capacity : List.of(90, 100, 110)) {
      context.capacityPerSecond = capacity;
      measure("same", false).play(context);
    }
    measure("other", false).play(context);
    assertThat(context.findings.answers())
        .containsExactly("same: 100.0/s +/- 25/s (95 % confidence, 3 times), from 90.0 to 110.0");
    StepRow last = context.findings.rows().get(2);
    assertThat(last.repeats().value()).isCloseTo(100, within(0.01));
    assertThat(last.deviation()).isCloseTo(10, within(0.01));
    // t of 2 degrees of freedom: 4.303
    assertThat(last.repeats().interval(0.95).error()).isCloseTo(24.8, within(0.1));
    assertThat(context.findings.rows()).extracting(StepRow::rounds).containsExactly(1, 2, 3, 1);
  }

  private static Objective observed(String observer, boolean share, double least) {
    return new Objective(
        new Subject.OfObserver(observer, share),
        Objective.Comparison.AT_LEAST,
        least,
        observer + " at least " + least,
        Objective.HARNESS_SHARE);
  }

  @Test
  void aRowHasTheMeanOfTheReadingsInItsWindow() throws Exception {
    context.capacityPerSecond = 300; // of 400/s: a hundred more wait with each second
    measure("1", false).play(context);
    StepRow row = context.findings.rows().get(0);
    assertThat(row.beside().gauges().get("depth"))
        .isBetween(200.0, 350.0); // and not the 500 of its end
    assertThat(row.beside().gauges().get("sent")).isCloseTo(300, within(0.5));
    assertThat(row.beside().cores().get("broker")).isCloseTo(300 * 20e-6, within(1e-4));
    assertThat(row.beside().processorShares().get("broker"))
        .isCloseTo(300 * 20e-6 / 8, within(1e-4));
  }

  /** The backlog is there before the window, and gone before or in it. */
  @ParameterizedTest
  @ValueSource(longs = {2, 3, 4, 6})
  void noRowHasMoreThanItsTargetBecauseOfABacklogFromBefore(long slowSeconds) throws Exception {
    context.capacityPerSecond = 450;
    context.slowUntilNanos = Duration.ofSeconds(slowSeconds).toNanos();
    new WaitStep(Duration.ofSeconds(3)).play(context);
    measure("1", false).play(context);
    StepRow row = context.findings.rows().get(0);
    assertThat(row.done().ratio()).isBetween(0.0, 1.001);
    assertThat(row.done().lengthNanos()).isEqualTo(Duration.ofSeconds(5).toNanos());
  }

  @Test
  void objectivesMayBeAboutWhatIsObserved() throws Exception {
    measure("1", false, observed("sent", false, 399), observed("broker", true, 0.5)).play(context);
    assertThat(context.findings.judgements())
        .extracting(ObjectiveResult::line)
        .containsExactly(
            "PASS 1: sent at least 399.0: 400.0", "FAIL 1: broker at least 0.5: 0.1 %");
  }

  @Test
  void whatIsObservedIsWaitedForUntilItStaysSo() throws Exception {
    context.capacityPerSecond = 300;
    Objective deep = observed("depth", false, 250);
    new AwaitObservedStep(deep, Duration.ofSeconds(2), MINUTE, false, "deep").play(context);
    assertThat(Duration.ofNanos(context.nanos())).isEqualTo(Duration.ofSeconds(5));
    measure("1", false).play(context);
    assertThat(context.findings.rows().get(0).waited())
        .isEqualTo(Map.of("deep", Duration.ofSeconds(3)));
  }

  /** A hundred more wait with each second after the action. */
  @ParameterizedTest
  @ValueSource(strings = {"200 400", "400 200"})
  void waitsForWhatIsObservedShareTheZeroOfTheirEventInAnyOrder(String order) throws Exception {
    new WaitStep(Duration.ofSeconds(7)).play(context);
    context.capacityPerSecond = 300;
    new ExecStep(ShellCommand.of("cut"), MINUTE).play(context);
    for (String depth : order.split(" ")) {
      Objective deep = observed("depth", false, Double.parseDouble(depth));
      new AwaitObservedStep(deep, Duration.ZERO, MINUTE, false, depth).play(context);
    }
    assertThat(context.findings.takeWaited())
        .isEqualTo(Map.of("200", Duration.ofSeconds(2), "400", Duration.ofSeconds(4)));
  }

  /** The last one is two seconds old when all are taken away, and a thousand waited then. */
  @Test
  void aSlowObserversReadingCountsOnceAndNotFromBeforeTheEvent() throws Exception {
    context.capacityPerSecond = 300; // a hundred more wait with each second
    new WaitStep(Duration.ofSeconds(10)).play(context);
    context.slowSeconds = 4;
    new WaitStep(Duration.ofSeconds(2)).play(context);
    new ExecStep(ShellCommand.of("drain"), MINUTE).play(context);
    context.drain();
    Objective deep = observed("depth", false, 200);
    new AwaitObservedStep(deep, Duration.ZERO, MINUTE, false, "deep").play(context);
    assertThat(context.findings.takeWaited()).isEqualTo(Map.of("deep", Duration.ofSeconds(4)));
    Objective deeper = observed("depth", false, 300);
    new ExecStep(ShellCommand.of("look"), MINUTE).play(context);
    new AwaitObservedStep(deeper, Duration.ofSeconds(6), MINUTE, false, "deeper").play(context);
    assertThat(context.findings.takeWaited()).isEqualTo(Map.of("deeper", Duration.ZERO));
  }

  /** Its workers come back after three seconds, those of the other process after six. */
  @ParameterizedTest
  @ValueSource(strings = {",app2", "app2,"})
  void waitsForWorkersShareTheZeroOfTheirEventInAnyOrder(String order) throws Exception {
    context.intervals("app2", context.nanos());
    new ExecStep(ShellCommand.of("strmqm QM2"), MINUTE).play(context);
    new WaitStep(Duration.ofSeconds(2)).play(context);
    context.peers = Map.of("QM1", 2, "QM2", 2);
    new WaitStep(Duration.ofSeconds(3)).play(context);
    context.peersElsewhere = Map.of("QM1", 2, "QM2", 2);
    for (String process : order.split(",", -1)) {
      new AwaitStep(
              Condition.BALANCED, limits(0.999, 2), new Target("", process), "", 2, MINUTE, false)
          .play(context);
    }
    assertThat(context.findings.takeWaited())
        .isEqualTo(
            Map.of("balanced", Duration.ofSeconds(3), "balanced app2", Duration.ofMillis(5_600)));
  }

  /** What has been so for some time, and is so no more, does not count. */
  @Test
  void whatHeldOnlyForAWhileIsWaitedForAgain() throws Exception {
    new ExecStep(ShellCommand.of("endmqm QM1"), MINUTE).play(context);
    new WaitStep(Duration.ofSeconds(5)).play(context);
    context.workersUp = 3;
    new WaitStep(Duration.ofSeconds(5)).play(context);
    assertThatThrownBy(() -> await(Condition.RECONNECTED, USUAL, false).play(context))
        .isInstanceOf(StepFailedException.class);
  }

  @Test
  void whatIsNotObservedIsNotWaitedForLongerThanTold() throws Exception {
    Objective gone = observed("nothing", false, 0);
    assertThatThrownBy(
            () -> new AwaitObservedStep(gone, Duration.ZERO, MINUTE, false, "deep").play(context))
        .isInstanceOf(StepFailedException.class)
        .hasMessage("not nothing at least 0.0 within 60.0 s");
    new AwaitObservedStep(gone, Duration.ZERO, MINUTE, true, "deep").play(context);
    assertThat(context.calls).contains("mark not nothing at least 0.0 within 60.0 s, going on");
  }

  @Test
  void aHeldWorkloadIsDrained() throws Exception {
    new CommandStep("", new Pause("")).play(context);
    await(Condition.DRAINED, USUAL, false).play(context);
    assertThat(Duration.ofNanos(context.nanos())).isEqualTo(Duration.ofSeconds(2));
  }

  @Test
  void aNumberOfThreadsIsReachedFromBothSides() throws Exception {
    threads(ModelStepContext.SENDERS, "", 10).play(context);
    threads(ModelStepContext.SENDERS, "", 3).play(context);
    threads(ModelStepContext.SENDERS, "", 3).play(context);
    assertThat(context.calls).containsExactly("add senders 6", "end senders 7");
  }

  private static ThreadsStep threads(String workload, String process, int count) {
    return new ThreadsStep(new Target(workload, process), count);
  }

  @Test
  void anotherProcessIsAskedHowManyThreadsItHas() throws Exception {
    ThreadsStep step = threads("", "app1", 10);
    step.play(context);
    assertThat(step.text()).isEqualTo("threads 10 of app1");
    assertThat(context.calls).containsExactly("to app1", "add senders 6");
    assertThatThrownBy(() -> threads("getters", "app1", 10).play(context))
        .isInstanceOf(StepFailedException.class)
        .hasMessage("threads: add 'workload:' with one of senders");
  }

  @Test
  void aCommandToAnotherProcessIsGivenToItsRun() throws Exception {
    CommandStep step = new CommandStep("app1", new Threads("receivers", 4));
    step.play(context);
    assertThat(step.text()).isEqualTo("threads receivers +4 of app1");
    assertThat(context.calls).containsExactly("to app1", "add receivers 4");
  }
}
