package dev.sluice.control.scenario.step;

import dev.sluice.control.format.ObjectiveResult;
import dev.sluice.control.measure.Findings;
import dev.sluice.control.measure.IntervalSum;
import dev.sluice.control.measure.StepRow;
import dev.sluice.control.measure.Target;
import dev.sluice.control.sink.console.Figures;
import dev.sluice.estimates.Batches;
import dev.sluice.estimates.Estimate;
import dev.sluice.estimates.Estimated;
import dev.sluice.estimates.Interval;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** One rate of a search: windows vote until this many agree. For one thread. */
final class Trial {

  /**
   * One window of a search.
   *
   * @param done what the workload did in it
   * @param beside what was observed meanwhile
   * @param judged what came of the objectives
   */
  record Attempt(IntervalSum done, StepRow.Beside beside, List<ObjectiveResult> judged) {

    /** The first that was missed, else the first that was not judged. */
    Optional<ObjectiveResult> missed() {
      return judged.stream()
          .filter(each -> !each.met())
          .max(Comparator.comparing(ObjectiveResult::outcome));
    }

    boolean isMet() {
      return missed().isEmpty();
    }

    double achievedPerSecond() {
      return done.sum().achievedPerSecond();
    }

    /** What was missed, and whether that was the harness's own doing; empty if nothing was. */
    Optional<String> problem() {
      return missed()
          .map(what -> what.line() + done.harnessPart().map(part -> "; " + part).orElse(""));
    }

    /** One line. */
    String text(double rate) {
      return "tried %s/s: achieved %s/s, %s"
          .formatted(
              Figures.rate(rate), Figures.rate(achievedPerSecond()), problem().orElse("met"));
    }
  }

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
    return decisive().stream().mapToDouble(Attempt::achievedPerSecond).average().orElse(0);
  }

  /** The error of that: by its intervals, or by whole windows where there are few of those. */
  Interval known() {
    Interval byIntervals =
        decisive().stream()
            .map(each -> each.done().batches())
            .reduce(new Batches(), Batches::then)
            .achieved()
            .interval();
    return byIntervals.known()
        ? byIntervals
        : Estimate.ofSamples(decisive().stream().mapToDouble(Attempt::achievedPerSecond).toArray())
            .interval(Estimated.LEVEL);
  }

  String votesText() {
    return decisive().size() + " of " + attempts.size() + " windows";
  }

  /** What came of the objectives in the last window that decided it. */
  String lines() {
    return last().judged().stream().map(ObjectiveResult::line).collect(Collectors.joining(", "));
  }

  /** The objective missed in the last window that missed one. */
  String problem() {
    return last().problem().orElse("nothing was missed");
  }

  /** The objective that decided it, if that was not judged. */
  Optional<ObjectiveResult> notJudged() {
    return last().missed().filter(each -> each.outcome() == ObjectiveResult.Outcome.NOT_JUDGED);
  }

  /** The last of the windows that decided it. */
  StepRow row(Findings findings, String name, Map<String, String> variables) {
    IntervalSum done = last().done();
    return findings.nextRow(
        name,
        new Target(done.sum().name(), ""),
        variables,
        done,
        Optional.empty(),
        last().beside(),
        Map.of());
  }

  private Attempt last() {
    return decisive().get(decisive().size() - 1);
  }

  private long votes(boolean met) {
    return attempts.stream().filter(attempt -> attempt.isMet() == met).count();
  }

  private List<Attempt> decisive() {
    boolean met = isMet();
    return attempts.stream().filter(attempt -> attempt.isMet() == met).toList();
  }
}
