package dev.sluice.control.scenario.step;

import dev.sluice.control.format.ObjectiveResult;
import dev.sluice.control.measure.IntervalSum;
import dev.sluice.control.measure.StepRow;
import dev.sluice.control.sink.console.Figures;
import java.util.Optional;

/**
 * One window of a search.
 *
 * @param done what the workload did in it
 * @param beside what was observed meanwhile
 * @param missed the objective that was not met, if one was not
 */
record Attempt(IntervalSum done, StepRow.Beside beside, Optional<ObjectiveResult> missed) {

  boolean isMet() {
    return missed.isEmpty();
  }

  /** What was missed, and whether that was the harness's own doing; empty if nothing was. */
  Optional<String> problem() {
    return missed.map(what -> what.line() + done.harnessPart().map(part -> "; " + part).orElse(""));
  }

  /** One line. */
  String text(double rate) {
    return "tried "
        + Figures.rate(rate)
        + "/s: achieved "
        + Figures.rate(done.sum().achievedPerSecond())
        + "/s, "
        + problem().orElse("met");
  }
}
