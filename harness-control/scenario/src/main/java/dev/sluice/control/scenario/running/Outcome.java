package dev.sluice.control.scenario.running;

import dev.sluice.control.format.ObjectiveResult;
import dev.sluice.control.measure.StepRow;
import dev.sluice.core.result.Summary;
import java.util.List;
import java.util.Optional;

/**
 * The outcome of a scenario.
 *
 * @param summaries one for each run
 * @param rows the steps table
 * @param peaks the highest of them, of each run that has a curve
 * @param answers what searches and waits found, one line each
 * @param judgements whether objectives were met
 * @param failure why it ended before its last step, if it did
 */
public record Outcome(
    List<Summary> summaries,
    List<StepRow> rows,
    List<StepRow> peaks,
    List<String> answers,
    List<ObjectiveResult> judgements,
    Optional<String> failure) {

  public Outcome {
    summaries = List.copyOf(summaries);
    rows = List.copyOf(rows);
    peaks = List.copyOf(peaks);
    answers = List.copyOf(answers);
    judgements = List.copyOf(judgements);
  }

  /** Whether no iteration failed and no connection stayed lost. */
  public boolean clean() {
    return summaries.stream().allMatch(Summary::clean);
  }
}
