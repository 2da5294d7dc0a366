package dev.sluice.control.scenario.step;

import static dev.sluice.core.time.Nanos.NANOS_PER_SECOND;

import dev.sluice.control.format.ObjectiveResult;
import dev.sluice.control.format.ObjectiveResult.Judgement;
import dev.sluice.control.measure.Findings;
import dev.sluice.control.measure.IntervalSum;
import dev.sluice.control.measure.StepRow;
import dev.sluice.control.measure.Target;
import dev.sluice.core.stats.Counts;
import dev.sluice.core.text.Figures;
import dev.sluice.core.time.Nanos;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * One rate of a search: windows vote until this many agree. One that was not judged has no vote;
 * after three of those this host cannot judge the rate. For one thread.
 */
final class Trial {

  private static final int MOST_NOT_JUDGED = 3;

  /**
   * One window of a search.
   *
   * @param done what the workload did in it
   * @param beside what was observed meanwhile
   * @param judged what came of the objectives
   */
  record Attempt(IntervalSum done, StepRow.Beside beside, List<ObjectiveResult> judged) {

    Judgement outcome() {
      return Judgement.of(judged);
    }

    /** The first that was missed, else the first that was not judged. */
    Optional<ObjectiveResult> problem() {
      return judged.stream()
          .filter(each -> !each.met())
          .max(Comparator.comparing(ObjectiveResult::outcome));
    }

    double achievedPerSecond() {
      return done.sum().achievedPerSecond();
    }

    /** The mean of the harness's own lateness in what was done. */
    long ownLatenessNanos() {
      Counts counts = done.sum().counts();
      return counts.done() == 0 ? 0 : counts.ownLatenessNanos() / counts.done();
    }

    /** One line. */
    String text(double rate) {
      return "tried %s: achieved %s, %s"
          .formatted(
              Figures.perSecond(rate),
              Figures.perSecond(achievedPerSecond()),
              problem().map(ObjectiveResult::line).orElse("met"));
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

  boolean isDecided() {
    return votes(outcome()) >= (outcome() == Judgement.NOT_JUDGED ? MOST_NOT_JUDGED : votesNeeded);
  }

  /** Met or missed if enough windows agree, else not judged. */
  Judgement outcome() {
    return votes(Judgement.MET) >= votesNeeded
        ? Judgement.MET
        : votes(Judgement.MISSED) >= votesNeeded ? Judgement.MISSED : Judgement.NOT_JUDGED;
  }

  /** In those windows that decided it. */
  double achievedPerSecond() {
    return decisive().stream().mapToDouble(Attempt::achievedPerSecond).average().orElse(0);
  }

  /**
   * The rate that was certainly kept up in the windows that decided it: no more than was asked for,
   * nor than was done; the last iteration of each may have been done before it.
   */
  double keptPerSecond() {
    long done = decisive().stream().mapToLong(each -> each.done().sum().counts().done() - 1).sum();
    long nanos = decisive().stream().mapToLong(each -> each.done().sum().lengthNanos()).sum();
    return Math.min(rate, Math.max(0, done) * NANOS_PER_SECOND / nanos);
  }

  /** How it came out: {@code met at a target of 200.0/s in 2 of 3 windows (...)}. */
  String text() {
    return "%s at a target of %s in %d of %s (%s)"
        .formatted(
            outcome().label(),
            Figures.perSecond(rate),
            decisive().size(),
            Figures.count(attempts.size(), "window"),
            lines());
  }

  private String lines() {
    return last()
        .problem()
        .map(ObjectiveResult::line)
        .orElseGet(
            () ->
                last().judged().stream()
                    .map(ObjectiveResult::line)
                    .collect(Collectors.joining(", ")));
  }

  /** The objective that could not be judged, with the reason. */
  ObjectiveResult notJudged() {
    ObjectiveResult last = last().problem().orElseThrow();
    long least = decisive().stream().mapToLong(Attempt::ownLatenessNanos).min().orElse(0);
    long most = decisive().stream().mapToLong(Attempt::ownLatenessNanos).max().orElse(0);
    String own =
        most < Nanos.MILLI
            ? ""
            : "; its own lateness is %s to %s"
                .formatted(Figures.latency(least), Figures.latency(most));
    return new ObjectiveResult(
        last.objective(),
        Judgement.NOT_JUDGED,
        "this host cannot judge it at %s: %s%s"
            .formatted(Figures.perSecond(rate), last.found(), own));
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

  private long votes(Judgement judgement) {
    return attempts.stream().filter(attempt -> attempt.outcome() == judgement).count();
  }

  private List<Attempt> decisive() {
    return attempts.stream().filter(attempt -> attempt.outcome() == outcome()).toList();
  }
}
