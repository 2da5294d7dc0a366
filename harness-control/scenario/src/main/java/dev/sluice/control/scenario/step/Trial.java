package dev.sluice.control.scenario.step;

import dev.sluice.control.format.ObjectiveResult;
import dev.sluice.control.measure.Findings;
import dev.sluice.control.measure.Interval95;
import dev.sluice.control.measure.IntervalSum;
import dev.sluice.control.measure.StepRow;
import dev.sluice.control.measure.Target;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One rate of a search: windows vote until this many agree. For one thread. */
final class Trial {

  private final double rate;
  private final int votesNeeded;
  private final List<Attempt> attempts = new ArrayList<>();

  Trial(double rate, int votesNeeded) {
    this.rate = rate;
    this.votesNeeded = votesNeeded;
  }

  void add(Attempt attempt) {
    attempts.add(attempt);
  }

  double rate() {
    return rate;
  }

  boolean isDecided() {
    return votes(true) >= votesNeeded || votes(false) >= votesNeeded;
  }

  boolean isMet() {
    return votes(true) >= votesNeeded;
  }

  /** In those windows that decided it. */
  double achievedPerSecond() {
    return decisive().stream()
        .mapToDouble(attempt -> attempt.done().sum().achievedPerSecond())
        .average()
        .orElse(0);
  }

  Interval95 confidence() {
    return Interval95.of(
        decisive().stream()
            .map(Attempt::done)
            .map(IntervalSum::ratesPerSecond)
            .flatMap(List::stream)
            .toList());
  }

  String votesText() {
    return decisive().size() + " of " + attempts.size() + " windows";
  }

  /** The objective missed in the last window that missed one. */
  String problem() {
    return decisive().get(decisive().size() - 1).problem().orElse("nothing was missed");
  }

  /** The objective that decided it, if that was not judged. */
  Optional<ObjectiveResult> notJudged() {
    return decisive()
        .get(decisive().size() - 1)
        .missed()
        .filter(each -> each.outcome() == ObjectiveResult.Outcome.NOT_JUDGED);
  }

  /** The last of the windows that decided it. */
  StepRow row(Findings findings, String name, Map<String, String> variables) {
    Attempt last = decisive().get(decisive().size() - 1);
    return findings.nextRow(
        name,
        new Target(last.done().sum().name(), ""),
        variables,
        last.done().sum(),
        Optional.empty(),
        last.beside(),
        Map.of());
  }

  private long votes(boolean met) {
    return attempts.stream().filter(attempt -> attempt.isMet() == met).count();
  }

  private List<Attempt> decisive() {
    boolean met = isMet();
    return attempts.stream().filter(attempt -> attempt.isMet() == met).toList();
  }
}
