package dev.sluice.control.scenario.step;

import dev.sluice.control.command.Command.Pause;
import dev.sluice.control.command.Command.Resume;
import dev.sluice.control.command.Rate;
import dev.sluice.control.format.Finding;
import dev.sluice.control.format.ObjectiveResult;
import dev.sluice.control.format.ObjectiveResult.Judgement;
import dev.sluice.control.measure.IntervalSum;
import dev.sluice.control.measure.Objective;
import dev.sluice.control.measure.Observations;
import dev.sluice.control.measure.Observed.ObservedFigures;
import dev.sluice.control.measure.StepRow;
import dev.sluice.control.scenario.step.Measured.RunWindow;
import dev.sluice.core.result.Snapshot;
import dev.sluice.core.run.RateChange;
import dev.sluice.core.stats.Window;
import dev.sluice.core.text.Figures;
import dev.sluice.estimates.Estimate;
import dev.sluice.estimates.Estimated;
import dev.sluice.estimates.Series;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Finds the highest rate that meets objectives, between one that met and one that missed. Each rate
 * is measured in windows, of which the majority decides, because one may be spoilt by something
 * else on the host; or in one window that ends as soon as it is certain whether they are met. That
 * is looked for after 10, 20, 40 ... intervals, and each look has an equal part of the chance to
 * err (Bonferroni). What cannot be judged counts neither as a miss nor as a pass: the search ends
 * at a rate that this host cannot judge.
 *
 * @param name what the row of the steps table is called
 * @param variables those of the loops around it
 * @param workload whose rate is changed
 * @param consumers who takes what it sends, so that a backlog between the two is seen; may be empty
 * @param fromPerSecond the first rate, all workers together
 * @param toPerSecond no rate above this is tried
 * @param precision how far the two lie apart at the end, as a share of the rate
 * @param backlog what consumers may fall behind in a window, as a share of what was sent
 * @param settle time between a change and a window
 * @param window how long is measured
 * @param votes how many windows must agree
 * @param certain whether a window ends as soon as its objectives are certainly met or missed
 * @param within how long the search may take
 */
public record FindMaxStep(
    String name,
    Map<String, String> variables,
    String workload,
    String consumers,
    double fromPerSecond,
    double toPerSecond,
    double precision,
    double backlog,
    Duration settle,
    Duration window,
    int votes,
    boolean certain,
    Duration within,
    List<Objective> objectives)
    implements Step {

  private static final int LONGEST_DRAIN_INTERVALS = 60;

  /** So much of what can be done is next to nothing. */
  private static final double TRICKLE = 0.01;

  /** The chance that a window ends early for the wrong reason. */
  private static final double ERROR = 0.05;

  public FindMaxStep {
    objectives = List.copyOf(objectives);
  }

  @Override
  public String text() {
    return String.format(
        Locale.ROOT,
        "find-max of %s from %.0f/s, within %.1f %%",
        workload,
        fromPerSecond,
        100 * precision);
  }

  @Override
  public void play(StepContext context) throws StepFailedException, InterruptedException {
    new Search(context).play();
  }

  /** One search. */
  private final class Search {

    private final StepContext context;
    private final long deadlineNanos;
    private final MaxRateSearch search = new MaxRateSearch(fromPerSecond, toPerSecond, precision);
    private final Map<Double, Trial> trials = new TreeMap<>();

    Search(StepContext context) {
      this.context = context;
      this.deadlineNanos = context.nanos() + within.toNanos();
    }

    void play() throws StepFailedException, InterruptedException {
      OptionalDouble next = search.next();
      while (next.isPresent() && context.nanos() < deadlineNanos) {
        double rate = next.getAsDouble();
        Trial trial = decide(rate);
        if (trial.outcome() == Judgement.NOT_JUDGED) {
          ObjectiveResult result = trial.notJudged();
          context.findings().judged(List.of(result));
          found(Double.NaN, "not found: " + result.text(), "");
          return;
        }
        trials.put(rate, trial);
        if (trial.outcome() == Judgement.MET) {
          search.met(rate);
        } else {
          search.missed(rate, trial.achievedPerSecond());
        }
        if (rate == fromPerSecond && search.highestMet() == 0) {
          context.mark("'from' was missed; searching below it");
        }
        next = search.next();
      }
      conclude(next.isEmpty());
    }

    private Trial decide(double rate) throws StepFailedException, InterruptedException {
      Trial trial = new Trial(rate, votes);
      turnTo(rate);
      while (!trial.isDecided()) {
        context.sleep(settle);
        Trial.Attempt attempt = attempt(rate);
        trial.add(attempt);
        context.mark(attempt.text(rate));
        if (attempt.outcome() != Judgement.MET) {
          drain(Math.max(attempt.achievedPerSecond(), rate * TRICKLE));
          if (!trial.isDecided()) {
            turnTo(rate);
          }
        }
      }
      return trial;
    }

    private Trial.Attempt attempt(double rate) throws StepFailedException, InterruptedException {
      Measured measured =
          Measured.take(
              context,
              window,
              List.of(),
              each -> certain && isCertain(each),
              List.of(),
              1,
              (spoilt, why) -> tried(spoilt, rate, judged(spoilt), why));
      if (Judgement.of(judged(measured)) == Judgement.MISSED) {
        measured = measured.withDisturbances(context);
      }
      List<ObjectiveResult> judged = judged(measured);
      tried(measured, rate, judged, "");
      IntervalSum sent = measured.own().of(workload);
      return new Trial.Attempt(
          sent, measured.observed().beside(sent.sum(), context.meanBodyBytes(workload)), judged);
    }

    private void tried(Measured window, double rate, List<ObjectiveResult> judged, String again) {
      context.findings().tried(window.tried(context, name, workload, rate, judged, "", again));
    }

    private boolean isCertain(RunWindow soFar) {
      int looked = soFar.count() / Series.MIN_VALUES;
      if (soFar.count() % Series.MIN_VALUES > 0 || Integer.bitCount(looked) != 1) {
        return false;
      }
      long most = Math.max(1, window.dividedBy(context.interval()) / Series.MIN_VALUES);
      double needed = 1 - ERROR / (Long.SIZE - Long.numberOfLeadingZeros(most));
      IntervalSum done = soFar.of(workload);
      Observations judged = Observations.of(done);
      List<Judgement> outcomes =
          objectives.stream().map(each -> each.outcome(judged, needed)).toList();
      return outcomes.contains(Judgement.MISSED) || !outcomes.contains(Judgement.NOT_JUDGED);
    }

    private List<ObjectiveResult> judged(Measured window) {
      List<ObjectiveResult> judged = new ArrayList<>();
      for (Objective each : objectives) {
        ObjectiveResult result = judged(window, each, 0);
        boolean byOne =
            result.outcome() == Judgement.MISSED
                && judged(window, each, 1).outcome() == Judgement.MET;
        judged.add(byOne ? result.met("missed by less than one iteration") : result);
      }
      if (!consumers.isEmpty()) {
        pileUp(window).ifPresent(judged::add);
      }
      return judged;
    }

    /**
     * @param credit how many iterations do not count as asked for: low rates ask for fractions
     */
    private ObjectiveResult judged(Measured window, Objective objective, int credit) {
      ObservedFigures observed = window.observed().figures();
      return window.judge(
          objective,
          "",
          workload,
          done -> Observations.of(done, credit, Optional.empty(), observed));
    }

    /**
     * What consumers leave behind, if it is more than the allowed share: as a trend of the
     * intervals, or more than workers have in flight.
     */
    private Optional<ObjectiveResult> pileUp(Measured window) {
      Window sent = window.own().of(workload).sum();
      Window taken = window.own().of(consumers).sum();
      long behind = sent.counts().done() - taken.counts().done();
      double[] growth =
          window.own().parts().stream()
              .mapToDouble(each -> done(each, workload) - done(each, consumers))
              .toArray();
      boolean grows =
          growth.length > 1 && Estimate.ofSamples(growth).interval(Estimated.LEVEL).low() > 0;
      if (behind <= backlog * sent.counts().done()
          || !(grows || behind > sent.end().workers() + taken.end().workers())) {
        return Optional.empty();
      }
      return Optional.of(
          new ObjectiveResult(
              consumers,
              window.disturbances().isEmpty() ? Judgement.MISSED : Judgement.NOT_JUDGED,
              "fell " + Figures.count(behind, "message") + " behind"));
    }

    private static long done(Snapshot interval, String workload) {
      return interval.of(workload).map(each -> each.counts().done()).orElse(0L);
    }

    /**
     * Lets go what has piled up, so that the next window starts as the first did: a pause would
     * only hold back what is overdue, so little falls due until that is done, and nothing then.
     *
     * @param perSecond what can be done
     */
    private void drain(double perSecond) throws StepFailedException, InterruptedException {
      turnTo(perSecond * TRICKLE);
      await(
          interval ->
              of(interval, workload)
                  .allMatch(each -> each.unfinished().overdue() <= each.end().workers()));
      new Pause(workload).runOn(context.run());
      await(
          interval ->
              Stream.concat(of(interval, workload), of(interval, consumers))
                  .allMatch(each -> each.counts().iterations() == 0));
      new Resume(workload).runOn(context.run());
    }

    private void await(Predicate<Snapshot> reached)
        throws StepFailedException, InterruptedException {
      int left = LONGEST_DRAIN_INTERVALS;
      while (left > 0 && !reached.test(context.nextInterval())) {
        left--;
      }
    }

    private static Stream<Window> of(Snapshot interval, String which) {
      return interval.of(which).stream();
    }

    private void turnTo(double rate) {
      new Rate(workload, new RateChange.ToTotal(rate), Duration.ZERO).runOn(context.run());
    }

    private void conclude(boolean finished) throws StepFailedException {
      double highest = search.highestMet();
      double missed = search.lowestMissed();
      if (highest == 0) {
        throw new StepFailedException(
            "find-max of %s: no rate met the objectives, down to %s (%s)"
                .formatted(workload, Figures.perSecond(missed), trials.get(missed).text()));
      }
      String end = finished ? "" : "; the search ran out of time before it was done";
      if (Double.isInfinite(missed)) {
        String answer = "nothing limited up to " + Figures.perSecond(highest);
        found(Double.NaN, answer, end);
      } else {
        double kept = trials.get(highest).keptPerSecond();
        String answer = Figures.rate(kept) + " to " + Figures.perSecond(missed);
        String below = highest < fromPerSecond ? ", below 'from'" : "";
        found(kept, answer + below, end);
      }
    }

    /**
     * Turns to the highest rate that met, and tells what was found, with that and the lowest that
     * missed.
     */
    private void found(double perSecond, String answer, String end) {
      double highest = search.highestMet();
      turnTo(highest == 0 ? fromPerSecond : highest);
      if (highest > 0) {
        StepRow row = trials.get(highest).row(context.findings(), name, variables);
        if (Double.isNaN(perSecond)) {
          context.findings().row(row);
        } else {
          context.findings().searched(row);
        }
      }
      String line =
          Stream.of(highest, search.lowestMissed())
              .filter(trials::containsKey)
              .map(rate -> "; " + trials.get(rate).text())
              .collect(Collectors.joining("", "max rate of " + workload + ": " + answer, end));
      context.findings().found(new Finding(Finding.Topic.MAX_RATE, workload, perSecond, line));
      context.mark(line);
    }
  }
}
