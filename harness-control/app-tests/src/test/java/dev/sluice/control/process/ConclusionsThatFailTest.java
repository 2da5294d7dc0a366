package dev.sluice.control.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.cli.command.ScenarioVocabulary;
import dev.sluice.control.format.RunDocument;
import dev.sluice.control.format.RunFiles;
import dev.sluice.control.measure.Metric;
import dev.sluice.control.measure.Objective;
import dev.sluice.control.recorded.RecordedRun;
import dev.sluice.control.scenario.model.Scenario;
import dev.sluice.control.scenario.reading.ScenarioReader;
import dev.sluice.control.scenario.step.Step;
import dev.sluice.control.scenario.step.StepContext;
import dev.sluice.control.scenario.step.StepFailedException;
import dev.sluice.control.secret.Secrets;
import dev.sluice.control.sink.console.ConsoleReporter.SummaryForm;
import dev.sluice.control.sink.console.Terminal;
import dev.sluice.jms.provider.Failure;
import dev.sluice.jms.provider.ProviderTypes;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever is concluded from a run, if it fails the figures are kept, with the reason. */
class ConclusionsThatFailTest {

  private static final String PLAN =
      """
      providers: {none: {type: "null"}}
      run: {interval: 100ms, duration: 300ms}
      workloads: {senders: {type: send, rate: 100}}
      objectives: [achieved > 1]
      """;

  private final StringWriter said = new StringWriter();
  private final Terminal terminal = new Terminal(new PrintWriter(said, true), false);
  private final List<String> kept = new ArrayList<>();
  @TempDir private Path folder;

  private static Stream<Throwable> defects() {
    return Stream.of(
        new IndexOutOfBoundsException("Index 0 out of bounds for length 0"),
        new AssertionError("never"),
        new StackOverflowError());
  }

  @SuppressWarnings("TypeParameterUnusedInFormals") // nothing is returned
  private static <T> T fail(Throwable defect) {
    if (defect instanceof Error error) {
      throw error;
    }
    throw (RuntimeException) defect;
  }

  @ParameterizedTest
  @MethodSource("defects")
  void anObjectiveThatFailsLeavesTheFigures(Throwable defect) throws Exception {
    assertThat(failureOfRun(defect, true, false))
        .startsWith("the objective achieved > 1 could not be concluded: " + defect + " < ");
  }

  @ParameterizedTest
  @MethodSource("defects")
  void aStepThatFailsLeavesTheFiguresAndTheObjectives(Throwable defect) throws Exception {
    assertThat(failureOfRun(defect, false, true))
        .startsWith("step 1 of 1 (a defect): " + defect + " < ");
    assertThat(run().document().objectives().get(0).met()).isTrue();
  }

  /** Plays a run of which something fails, and returns why it says that it failed. */
  private String failureOfRun(Throwable defect, boolean objective, boolean step) throws Exception {
    Scenario plan =
        new ScenarioReader(new ScenarioVocabulary(new Secrets()), name -> Optional.empty())
            .read("plan", "plan.yaml", PLAN, List.of("run.out=" + folder.resolve("run")));
    Scenario.Goal goal = plan.objectives().get(0);
    Objective asked = goal.objective();
    Metric broken =
        new Metric(
            "achieved",
            "",
            Metric.ACHIEVED.scale(),
            judged -> judged.window().counts().done() == 0 ? OptionalDouble.empty() : fail(defect),
            Optional.empty());
    List<Scenario.Goal> goals =
        objective
            ? List.of(
                new Scenario.Goal(
                    goal.workload(),
                    new Objective(
                        broken,
                        asked.comparison(),
                        asked.limit(),
                        asked.written(),
                        asked.harnessShare())))
            : plan.objectives();
    List<Step> steps = step ? List.of(new BrokenStep(defect)) : List.of();
    Scenario failing =
        new Scenario(
            plan.name(),
            plan.providers(),
            plan.workloadSets(),
            plan.targets(),
            plan.processes(),
            plan.run(),
            goals,
            plan.abort(),
            plan.observers(),
            plan.brokers(),
            plan.setUp(),
            steps,
            plan.lastSteps(),
            plan.published(),
            plan.document());
    int exitCode =
        new ScenarioProcess(
                failing,
                Optional.empty(),
                ProviderTypes.find(""),
                terminal,
                SummaryForm.BRIEF,
                new Secrets(),
                Optional.empty(),
                Optional.empty())
            .run();
    assertThat(exitCode).as(said.toString()).isEqualTo(ExitCode.FAILED_RUN);
    RunDocument document = run().document();
    assertThat(document.summary().orElseThrow().workloads().get(0).counts().done()).isPositive();
    assertThat(folder.resolve("run").resolve(RunFiles.REPORT)).isNotEmptyFile();
    assertThat(said.toString()).contains("  rate       ", "/s of ");
    return document.failure().orElseThrow();
  }

  private RecordedRun run() throws Exception {
    return RecordedRun.open(folder.resolve("run"));
  }

  private record BrokenStep(Throwable defect) implements Step {
    @Override
    public String text() {
      return "a defect";
    }

    @Override
    public void play(StepContext context) throws StepFailedException, InterruptedException {
      context.nextInterval();
      fail(defect);
    }
  }

  @Test
  void aTableThatFailsIsToldWithItsStackAndTheRunHasFailed() throws Exception {
    Throwable defect = new IndexOutOfBoundsException("Index 0 out of bounds for length 0");
    int exitCode =
        process(
                process -> {
                  assertThat(process.concluded("the table", () -> fail(defect))).isEmpty();
                  return ExitCode.OK;
                })
            .run();
    assertThat(exitCode).isEqualTo(ExitCode.FAILED_RUN);
    assertThat(kept).singleElement().asString().contains("the table could not be", "length 0 < ");
  }

  @ParameterizedTest
  @MethodSource("defects")
  void whatElseFailsIsKeptWithItsStack(Throwable defect) throws Exception {
    try {
      process(process -> fail(defect)).run();
    } catch (RuntimeException | AssertionError | StackOverflowError e) {
      assertThat(e).isSameAs(defect);
    }
    assertThat(kept).singleElement().asString().startsWith(defect + " < ");
  }

  private HarnessProcess process(Function<HarnessProcess, Integer> played) {
    return new HarnessProcess(terminal, SummaryForm.NONE) {
      @Override
      int play() {
        records(new KeptFailures(kept));
        return played.apply(this);
      }

      @Override
      Failure explain(dev.sluice.core.run.RunExecution.StartFailedException e) {
        return new Failure("", "", false, false);
      }
    };
  }
}
