package dev.sluice.control.scenario.running;

import dev.sluice.control.format.ObjectiveResult;
import dev.sluice.control.format.Progress;
import dev.sluice.control.measure.Findings;
import dev.sluice.control.measure.Observations;
import dev.sluice.control.measure.Observed;
import dev.sluice.control.measure.Remainder;
import dev.sluice.control.measure.TimedInterval;
import dev.sluice.control.measure.UntilKnown;
import dev.sluice.control.scenario.model.Scenario;
import dev.sluice.control.scenario.outside.Observers;
import dev.sluice.control.scenario.step.Disturbance;
import dev.sluice.control.scenario.step.MeasureStep;
import dev.sluice.control.scenario.step.Step;
import dev.sluice.control.scenario.step.StepContext;
import dev.sluice.control.scenario.step.StepContext.Environment;
import dev.sluice.control.scenario.step.StepFailedException;
import dev.sluice.control.scenario.step.WaitStep;
import dev.sluice.core.bus.Conclusion;
import dev.sluice.core.result.Snapshot;
import dev.sluice.core.result.Summary;
import dev.sluice.core.run.RunControl;
import dev.sluice.core.run.RunControlException;
import dev.sluice.core.run.RunExecution;
import dev.sluice.core.run.RunExecution.StartFailedException;
import dev.sluice.core.run.RunStatus.WorkloadStatus;
import dev.sluice.core.stats.Standing.PaceMode;
import dev.sluice.core.time.NanoClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.Supplier;

/**
 * Plays a scenario once: starts its first run, does the steps, does the last steps whatever became
 * of the others, ends. A step that restarts workloads ends the run and starts the next. For the
 * thread that calls {@link #play}.
 */
public final class ScenarioRunner implements StepContext {

  private final Scenario scenario;
  private final IntFunction<? extends RunExecution> runs;
  private final CurrentRun current;
  private final Environment environment;
  private final Observers observers;
  private final Findings findings;
  private final NanoClock clock;
  private final StepProgress progress;
  private final Optional<Position> from;
  private final Permission permission;

  /**
   * How far a scenario is.
   *
   * @param set which of its sets of workloads is under way
   * @param step the number of the step that is, from 0; that of all if there is none
   * @param inStep how long that has lasted
   */
  public record Position(int set, int step, Duration inStep) {}

  /**
   * What came of it, beside what its steps found.
   *
   * @param judgements whether objectives were met
   * @param clean whether no iteration failed and no connection stayed lost
   * @param failure why it ended before its last step, if it did
   */
  public record ScenarioEnd(
      List<ObjectiveResult> judgements, boolean clean, Optional<String> failure) {}

  /**
   * A run that is over.
   *
   * @param longestRecovery of those that were waited for in it, if any came
   */
  private record EndedRun(Summary summary, Optional<Duration> longestRecovery) {

    Observations judged(Summary.Workload workload) {
      return Observations.of(workload, longestRecovery).in(summary.batches().of(workload.name()));
    }
  }

  /** Lets a step begin. */
  @FunctionalInterface
  public interface Permission {

    /**
     * Whether it may begin now; if not, it is asked for again.
     *
     * @param step its number from 0; that of all after the last
     * @throws StepFailedException if the step is not to be played
     */
    boolean given(int step) throws StepFailedException;
  }

  /** What comes before a step. */
  @FunctionalInterface
  private interface Preparation {
    void of(int step) throws StepFailedException, InterruptedException;
  }

  private static final Duration ASKED_AGAIN = Duration.ofMillis(50);

  private final List<EndedRun> ended = new ArrayList<>();
  private final UntilKnown until;
  private volatile LiveObjectives objectives;
  private RunThread run;
  private int workloadSet;

  /**
   * @param first the run of the first set of workloads
   * @param runs makes the run of another set
   * @param current receives each run as it comes
   * @param from where it goes on, if another process began it
   * @param permission for each step that this process begins
   */
  public ScenarioRunner(
      Scenario scenario,
      RunExecution first,
      IntFunction<? extends RunExecution> runs,
      CurrentRun current,
      Environment environment,
      Observers observers,
      Findings findings,
      NanoClock clock,
      Optional<Position> from,
      Permission permission) {
    this.scenario = scenario;
    this.runs = runs;
    this.current = current;
    this.environment = environment;
    this.observers = observers;
    this.findings = findings;
    this.clock = clock;
    this.progress =
        new StepProgress(clock, List.of(scenario.setUp(), scenario.steps(), scenario.lastSteps()));
    this.objectives = follow();
    this.until = UntilKnown.of(scenario.run().until(), scenario.run().empty(), first);
    this.run = new RunThread(first, clock);
    this.from = from;
    this.permission = permission;
    this.workloadSet = from.map(Position::set).orElse(0);
  }

  /**
   * Plays it.
   *
   * @throws StartFailedException if workers of its first run do not come up, or cannot do their
   *     work
   */
  public ScenarioEnd play() throws StartFailedException, InterruptedException {
    List<String> failures = new ArrayList<>();
    List<String> last = List.of();
    boolean played = false;
    try {
      if (from.isEmpty()) {
        failures.addAll(setUp());
      }
      if (failures.isEmpty()) {
        run.start();
        failures.addAll(steps());
      }
      if (failures.isEmpty() && untilItsTime()) {
        run.awaitEnd();
      }
      played = failures.isEmpty();
    } finally {
      if (played) {
        endRun(); // what the last steps end is not missed by workloads any more
      }
      last = lastSteps();
      failures.addAll(last);
      if (!played) {
        endRun(); // which may need what the last steps mend
      }
    }
    findings.ended();
    run.requirePossible();
    if (objectives.givenUp().isPresent()) {
      failures.retainAll(last); // the others are steps that were not needed any more
    }
    List<ObjectiveResult> judgements = new ArrayList<>(findings.judgements());
    for (EndedRun each : ended) {
      judgements.addAll(judge(each, failures));
      judgements.addAll(
          Conclusion.draw(
              "how well figures are known", () -> until.judge(each.summary()), told(failures)));
    }
    return new ScenarioEnd(
        List.copyOf(judgements),
        ended.stream().allMatch(each -> each.summary().clean()),
        failures.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", failures)));
  }

  /**
   * Plays the set-up before there is a run, then makes what may need files of it; if either fails,
   * the last steps follow.
   *
   * @throws StepFailedException if the set-up fails
   */
  public <T> T afterSetUp(Supplier<T> next) throws StepFailedException, InterruptedException {
    List<String> failures = setUp();
    if (failures.isEmpty()) {
      try {
        return next.get();
      } catch (RuntimeException e) {
        lastSteps().forEach(current::mark);
        throw e;
      }
    }
    failures.addAll(lastSteps());
    throw new StepFailedException(String.join("; ", failures));
  }

  private List<String> setUp() throws InterruptedException {
    return playAll(
        "set-up: step", scenario.setUp(), Optional.empty(), false, step -> current.requireWanted());
  }

  /** Returns why they ended early, if they did. */
  private List<String> steps() throws InterruptedException {
    List<Step> steps = scenario.steps();
    List<String> failures =
        playAll(
            "step",
            steps,
            from,
            false,
            step -> {
              run.requireUnderWay(); // not every step would notice
              if (from.isEmpty() || from.get().step() != step) { // told since when it is under way
                while (!permission.given(step)) {
                  run.sleep(ASKED_AGAIN); // fails when the run ends
                }
              }
            });
    if (failures.isEmpty()) {
      progress.over();
      try {
        permission.given(steps.size());
      } catch (StepFailedException e) {
        failures.add(e.getMessage());
      }
    }
    return failures;
  }

  /** Each is done, whatever became of the others; returns why some failed. */
  private List<String> lastSteps() throws InterruptedException {
    environment.lastStepsBegin();
    List<String> failures =
        playAll("finally: step", scenario.lastSteps(), Optional.empty(), true, step -> {});
    progress.over();
    return failures;
  }

  /**
   * Plays a list, and returns why steps failed.
   *
   * @param begun where it goes on; of that step it plays what is left
   * @param despiteFailures whether a step is played after another one failed
   */
  private List<String> playAll(
      String what,
      List<Step> steps,
      Optional<Position> begun,
      boolean despiteFailures,
      Preparation before)
      throws InterruptedException {
    List<String> failures = new ArrayList<>();
    Duration inStep = begun.map(Position::inStep).orElse(Duration.ZERO);
    for (int i = begun.map(Position::step).orElse(0);
        i < steps.size() && (despiteFailures || failures.isEmpty());
        i++) {
      try {
        before.of(i);
        progress.begins(what, steps, i);
        play(steps.get(i).after(inStep));
      } catch (StepFailedException e) {
        failures.add(failed(what, i, steps, e.getMessage()));
      } catch (RuntimeException
          | AssertionError
          | StackOverflowError e) { // a defect of the harness
        failures.add(failed(what, i, steps, Conclusion.traced(e)));
      }
      inStep = Duration.ZERO;
    }
    return failures;
  }

  private static String failed(String what, int i, List<Step> steps, String why) {
    return "%s %d of %d (%s): %s".formatted(what, i + 1, steps.size(), steps.get(i).text(), why);
  }

  private void play(Step step) throws StepFailedException, InterruptedException {
    try {
      step.play(this);
    } catch (RunControlException e) {
      throw new StepFailedException(e.getMessage());
    }
  }

  /** Which steps there are, how far they are, and how the objectives stand. Any thread. */
  public Progress progress() {
    return progress.now().with(objectives.states());
  }

  /** The objectives of the run that begins. */
  private LiveObjectives follow() {
    LiveObjectives next =
        new LiveObjectives(
            scenario.objectives(),
            scenario.abort() ? Optional.of(new HopeOfRun()) : Optional.empty());
    if (!scenario.objectives().isEmpty()) {
      current.subscribe(next);
    }
    return next;
  }

  /** A run with a length of its own goes on after the last step; so does one without any step. */
  private boolean untilItsTime() {
    return scenario.steps().isEmpty() || !scenario.run().empty().duration().isZero();
  }

  private void endRun() throws InterruptedException {
    endRun("the scenario has ended");
  }

  private void endRun(String reason) throws InterruptedException {
    Optional<Summary> summary = run.isBegun() ? run.end(reason) : Optional.empty();
    Optional<Duration> recovery = findings.longestRecovery();
    summary.ifPresent(each -> ended.add(new EndedRun(each, recovery)));
    findings.runEnded();
  }

  /** Keeps why a conclusion failed; nothing is concluded then. */
  private static Function<String, List<ObjectiveResult>> told(List<String> failures) {
    return failure -> {
      failures.add(failure);
      return List.of();
    };
  }

  private List<ObjectiveResult> judge(EndedRun each, List<String> failures) {
    List<ObjectiveResult> judgements = new ArrayList<>();
    boolean last = ended.indexOf(each) == ended.size() - 1;
    String where = ended.size() == 1 ? "" : "run " + (ended.indexOf(each) + 1);
    for (Scenario.Goal goal : scenario.objectives()) {
      each.summary().workloads().stream()
          .filter(workload -> workload.name().equals(goal.workload()))
          .map(each::judged)
          .flatMap(
              window ->
                  Conclusion.<List<ObjectiveResult>>draw(
                      "the objective " + goal.objective().written(),
                      () -> List.of(goal.objective().judge(where, goal.workload(), window)),
                      told(failures))
                      .stream())
          .map(result -> last && result.met() && givenUp(goal) ? result.missed() : result)
          .forEach(judgements::add);
    }
    return judgements;
  }

  /** The run ended for it, however its figure stood then. */
  private boolean givenUp(Scenario.Goal goal) {
    return objectives.givenUp().equals(Optional.of(goal));
  }

  /** What is due to the end is known where no step changes it. */
  private final class HopeOfRun implements LiveObjectives.Hope {

    private final Duration duration = scenario.run().empty().duration();
    private final boolean steady =
        !duration.isZero()
            && scenario.steps().stream()
                .allMatch(step -> step instanceof MeasureStep || step instanceof WaitStep);

    @Override
    public Optional<Remainder> rest(String workload, long startedNanos, Snapshot last) {
      // an interval more, because a run may end late
      long leftNanos =
          Math.max(0, startedNanos + duration.toNanos() - last.sinceStartNanos())
              + last.lengthNanos();
      return steady
          ? current.status().workloads().stream()
              .filter(each -> each.name().equals(workload))
              .map(WorkloadStatus::target)
              .filter(target -> target.mode() == PaceMode.PACED)
              .map(
                  target ->
                      Remainder.of(
                          target.dueWithin(Duration.ofNanos(leftNanos)),
                          target.workers(),
                          leftNanos))
              .findFirst()
          : Optional.empty();
    }

    @Override
    public void lost(String why) {
      current.stop(why);
    }
  }

  @Override
  public RunControl run() {
    return current;
  }

  @Override
  public List<TimedInterval> intervals(String process, long afterNanos) {
    return process.isEmpty()
        ? run.intervals(afterNanos)
        : environment.intervals(process, afterNanos);
  }

  @Override
  public List<Disturbance> disturbances() {
    return run.disturbances();
  }

  @Override
  public Duration interval() {
    return scenario.run().empty().interval();
  }

  @Override
  public long nanos() {
    return clock.nanos();
  }

  @Override
  public void sleep(Duration time) throws StepFailedException, InterruptedException {
    run.sleep(time);
  }

  @Override
  public Snapshot nextInterval() throws StepFailedException, InterruptedException {
    return run.nextInterval();
  }

  @Override
  public void remake(int workloadSet, List<Step> setUp)
      throws StepFailedException, InterruptedException {
    endRun("its workloads are restarted");
    for (Step step : setUp) {
      current.requireWanted();
      play(step);
    }
    RunExecution next = runs.apply(workloadSet);
    run = new RunThread(next, clock);
    this.workloadSet = workloadSet;
    current.unsubscribe(objectives);
    objectives = follow();
    current.changeTo(next.control());
    try {
      run.start();
    } catch (StartFailedException e) {
      String cause = e.getCause() == null ? "" : ": " + e.getCause().getMessage();
      throw new StepFailedException(e.getMessage() + cause);
    }
  }

  @Override
  public Environment environment() {
    return environment;
  }

  @Override
  public Observed observe() throws InterruptedException {
    return observers.read();
  }

  @Override
  public Observed observeDue() throws InterruptedException {
    return observers.readDue();
  }

  @Override
  public List<Observed> observedBetween(long fromNanos, long toNanos) {
    return observers.between(fromNanos, toNanos);
  }

  @Override
  public OptionalDouble meanBodyBytes(String workload) {
    return scenario.workloadSets().get(workloadSet).stream()
        .filter(each -> each.name().equals(workload))
        .findFirst()
        .map(each -> each.workers().meanBodyBytes().get())
        .orElseGet(OptionalDouble::empty);
  }

  @Override
  public Findings findings() {
    return findings;
  }
}
