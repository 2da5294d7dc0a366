package dev.sluice.control.scenario.running;

import dev.sluice.control.format.Progress;
import dev.sluice.control.format.Progress.StepPhase;
import dev.sluice.control.format.Progress.StepState;
import dev.sluice.control.scenario.step.Step;
import dev.sluice.core.text.Figures;
import dev.sluice.core.time.NanoClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Which step is under way, how long the steps have taken so far, and how long the rest will take at
 * least. Any thread.
 */
final class StepProgress {

  private static final int LONGEST_TITLE = 80;

  private final NanoClock clock;
  private final List<List<Step>> lists;
  private final List<Step> all;

  // all guarded by this
  private final List<StepState> past = new ArrayList<>();
  private String place = ""; // empty between steps
  private long startedNanos;
  private long beganNanos; // of the first step

  /**
   * @param lists in the order in which they are played
   */
  StepProgress(NanoClock clock, List<List<Step>> lists) {
    this.clock = clock;
    this.lists = lists;
    this.all = lists.stream().flatMap(List::stream).toList();
  }

  /**
   * A step begins.
   *
   * @param what what steps of this list are called
   * @param steps one of the lists
   */
  synchronized void begins(String what, List<Step> steps, int index) {
    boolean first = past.isEmpty() && place.isEmpty();
    over();
    startedNanos = clock.nanos();
    if (first) {
      beganNanos = startedNanos;
    }
    int number = index;
    for (int i = 0; lists.get(i) != steps; i++) {
      number += lists.get(i).size();
    }
    while (past.size() < number) { // another process played it, or it is left out
      past.add(state(past.size(), first ? StepPhase.DONE : StepPhase.OTHER, Optional.empty()));
    }
    place = what + " " + (index + 1) + " of " + steps.size();
  }

  /** No step is under way any more. */
  synchronized void over() {
    if (!place.isEmpty()) {
      past.add(state(past.size(), StepPhase.DONE, Optional.of(inStep())));
    }
    place = "";
  }

  synchronized Progress now() {
    List<StepState> states = new ArrayList<>(past);
    if (!place.isEmpty()) {
      states.add(state(past.size(), StepPhase.RUNNING, Optional.of(inStep())));
    }
    for (int i = states.size(); i < all.size(); i++) {
      boolean next = i == past.size() + (place.isEmpty() ? 0 : 1);
      states.add(state(i, next ? StepPhase.NEXT : StepPhase.OTHER, Optional.empty()));
    }
    if (place.isEmpty()) {
      return new Progress("", past.isEmpty() ? 0 : 1, Optional.empty(), states, List.of());
    }
    Step step = all.get(past.size());
    Duration ofIt = step.time().minus(inStep());
    Duration left =
        all.subList(past.size() + 1, all.size()).stream()
            .map(Step::time)
            .reduce(ofIt.isNegative() ? Duration.ZERO : ofIt, Duration::plus);
    Duration elapsed = Duration.ofNanos(clock.nanos() - beganNanos);
    double whole = elapsed.plus(left).toNanos();
    return new Progress(
        place
            + ", "
            + Figures.clock(elapsed)
            + " so far"
            + (left.isZero() ? "" : ", at least " + Figures.clock(left) + " left")
            + ": "
            + step.text(),
        whole == 0 ? 0 : elapsed.toNanos() / whole,
        left.isZero() ? Optional.empty() : Optional.of(left),
        states,
        List.of());
  }

  private Duration inStep() {
    return Duration.ofNanos(clock.nanos() - startedNanos);
  }

  private StepState state(int number, StepPhase phase, Optional<Duration> took) {
    Step step = all.get(number);
    String text = step.text();
    String title =
        text.length() <= LONGEST_TITLE ? text : text.substring(0, LONGEST_TITLE - 1) + "\u2026";
    return new StepState(title, phase, took, step.time());
  }
}
