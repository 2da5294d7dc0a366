package dev.sluice.control.scenario.running;

import static dev.sluice.core.time.Nanos.NANOS_PER_MILLI;

import dev.sluice.control.format.ObjectiveResult;
import dev.sluice.control.format.ObjectiveState;
import dev.sluice.control.format.ObjectiveState.Outlook;
import dev.sluice.control.format.ObjectiveState.Trend;
import dev.sluice.control.measure.Objective;
import dev.sluice.control.measure.Observations;
import dev.sluice.control.measure.Remainder;
import dev.sluice.control.scenario.model.Scenario.Goal;
import dev.sluice.core.bus.RunEvent;
import dev.sluice.core.bus.Sink;
import dev.sluice.core.result.Snapshot;
import dev.sluice.core.result.Totals;
import dev.sluice.core.time.NanoClock;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The objectives of a run that goes on, judged after each interval as they are at its end, by all
 * that was measured so far. A recovery has no figure before the end. Any thread.
 */
final class LiveObjectives implements Sink {

  private static final int MAX_VALUES = 30;

  private static final MathContext SHOWN = new MathContext(4);

  /** The part of the {@linkplain Objective#room room} by which a figure has moved. */
  private static final double MOVED = 0.1;

  private final List<Goal> goals;
  private final IdentityHashMap<Goal, List<Double>> values =
      new IdentityHashMap<>(); // of the last intervals
  private Totals totals = Totals.NOTHING;
  private final Optional<Hope> hope;
  private long startedNanos = NanoClock.NEVER; // since the schedule started
  private boolean gap; // in what was measured
  private volatile List<ObjectiveState> states;
  private volatile Optional<Goal> givenUp = Optional.empty();

  /** Where a run ends early when it cannot meet an objective any more. */
  interface Hope {

    /**
     * What is due to the end; empty if that is not known.
     *
     * @param startedNanos when the duration began
     * @param last the last interval
     */
    Optional<Remainder> rest(String workload, long startedNanos, Snapshot last);

    /** There is none. */
    void lost(String why);
  }

  /**
   * @param hope ends the run, if that is wanted
   */
  LiveObjectives(List<Goal> goals, Optional<Hope> hope) {
    this.goals = goals;
    this.hope = hope;
    goals.forEach(goal -> values.put(goal, new ArrayList<>()));
    this.states = goals.stream().map(this::state).toList();
  }

  List<ObjectiveState> states() {
    return states;
  }

  @Override
  public void interval(Snapshot interval) {
    totals = totals.then(interval);
    values.forEach(
        (goal, lately) -> {
          lately.add(
              interval
                  .of(goal.workload())
                  .map(done -> value(goal.objective(), Observations.of(done)))
                  .orElse(Double.NaN));
          if (lately.size() > MAX_VALUES) {
            lately.remove(0);
          }
        });
    states = goals.stream().map(this::state).toList();
    if (givenUp.isEmpty()) {
      hope.ifPresent(each -> look(each, interval));
    }
  }

  @Override
  public void event(RunEvent event) {
    if (event.kind() == RunEvent.Kind.STARTED) {
      startedNanos = event.sinceStartNanos();
    }
  }

  @Override
  public void missed(long intervals, long events) {
    gap = true;
  }

  /** The objective for which the run was ended, if it was. */
  Optional<Goal> givenUp() {
    return givenUp;
  }

  private void look(Hope each, Snapshot last) {
    givenUp =
        goals.stream()
            .filter(
                goal ->
                    goal.objective()
                        .isOutOfReach(
                            Observations.of(totals.of(goal.workload())),
                            gap || startedNanos == NanoClock.NEVER
                                ? Optional.empty()
                                : each.rest(goal.workload(), startedNanos, last)))
            .findFirst();
    givenUp.ifPresent(
        goal -> {
          ObjectiveState state = states.get(goals.indexOf(goal));
          each.lost(state.objective() + " cannot be met any more: " + state.found());
        });
  }

  /** NaN if there is none. */
  private static double value(Objective objective, Observations judged) {
    OptionalDouble value = objective.value(judged);
    return value.orElse(Double.NaN);
  }

  private ObjectiveState state(Goal goal) {
    Objective objective = goal.objective();
    Observations soFar = Observations.of(totals.of(goal.workload()));
    ObjectiveResult result = objective.judge("", goal.workload(), soFar);
    double value = value(objective, soFar);
    boolean tooEarly = objective.isOfTheEnd();
    Outlook outlook =
        tooEarly || Double.isNaN(value) || result.outcome() == ObjectiveResult.Judgement.NOT_JUDGED
            ? Outlook.UNKNOWN
            : !result.met()
                ? Outlook.MISSED
                : objective.isNear(value) ? Outlook.NEAR : Outlook.HOLDS;
    List<Double> lately = values.get(goal);
    return new ObjectiveState(
        result.objective(),
        outlook,
        tooEarly && value > 0 ? result.found() + " not yet seen" : result.found(),
        trend(lately, MOVED * objective.room()),
        Collections.unmodifiableList(shown(objective, lately)));
  }

  /** Whether the newer half of some values lies above or below the older half. */
  private static Trend trend(List<Double> values, double little) {
    List<Double> known = values.stream().filter(Double::isFinite).toList();
    int half = known.size() / 2;
    double by = mean(known.subList(half, known.size())) - mean(known.subList(0, half));
    return half == 0 || Math.abs(by) <= little
        ? Trend.STEADY
        : by > 0 ? Trend.RISING : Trend.FALLING;
  }

  private static double mean(List<Double> values) {
    return values.stream().mapToDouble(Double::doubleValue).average().orElse(0);
  }

  private static List<BigDecimal> shown(Objective objective, List<Double> values) {
    double unit = objective.figure().isTime() ? NANOS_PER_MILLI : 1;
    List<BigDecimal> shown = new ArrayList<>();
    values.forEach(
        each ->
            shown.add(
                Double.isFinite(each)
                    ? new BigDecimal(each / unit).round(SHOWN).stripTrailingZeros()
                    : null));
    return shown;
  }
}
