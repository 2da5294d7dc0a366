package dev.sluice.control.scenario.step;

import dev.sluice.control.scenario.measure.IntervalSum;
import dev.sluice.control.sink.console.Figures;
import java.util.Optional;

/**
 * One window of a search.
 *
 * @param problem what was missed, if anything
 */
record Attempt(Measured measured, Optional<String> problem) {

  boolean isMet() {
    return problem.isEmpty();
  }

  IntervalSum window() {
    return measured.window();
  }

  /** One line. */
  String text(double rate) {
    return "tried "
        + Figures.rate(rate)
        + "/s: achieved "
        + Figures.rate(window().achievedPerSecond())
        + "/s, "
        + problem.orElse("met");
  }
}
