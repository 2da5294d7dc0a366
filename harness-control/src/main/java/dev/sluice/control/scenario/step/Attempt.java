package dev.sluice.control.scenario.step;

import dev.sluice.control.report.Figures;
import dev.sluice.control.scenario.judge.Window;
import java.util.Locale;
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

  Window window() {
    return measured.window();
  }

  /** One line. */
  String text(double rate) {
    return String.format(
        Locale.ROOT,
        "tried %.1f/s: achieved %s/s, %s",
        rate,
        Figures.rate(window().achievedPerSecond()),
        problem.orElse("met"));
  }
}
