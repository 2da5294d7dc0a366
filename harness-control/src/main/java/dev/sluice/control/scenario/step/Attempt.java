package dev.sluice.control.scenario.step;

import dev.sluice.control.scenario.measure.IntervalSum;
import dev.sluice.control.scenario.measure.StepRow;
import dev.sluice.control.sink.console.Figures;
import java.util.Optional;

/**
 * One window of a search.
 *
 * @param done what the workload did in it
 * @param beside what was observed meanwhile
 * @param problem what was missed, if anything
 */
record Attempt(IntervalSum done, StepRow.Beside beside, Optional<String> problem) {

  boolean isMet() {
    return problem.isEmpty();
  }

  /** One line. */
  String text(double rate) {
    return "tried "
        + Figures.rate(rate)
        + "/s: achieved "
        + Figures.rate(done.achievedPerSecond())
        + "/s, "
        + problem.orElse("met");
  }
}
