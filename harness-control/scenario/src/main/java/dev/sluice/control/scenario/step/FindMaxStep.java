package dev.sluice.control.scenario.step;

import dev.sluice.control.command.Command.Pause;
import dev.sluice.control.command.Command.Resume;
import dev.sluice.control.command.Rate;
import dev.sluice.control.format.Finding;
import dev.sluice.control.format.ObjectiveResult;
import dev.sluice.control.format.SearchTry;
import dev.sluice.control.measure.IntervalSum;
import dev.sluice.control.measure.Judged;
import dev.sluice.control.measure.Objective;
import dev.sluice.control.measure.Observed.ObservedFigures;
import dev.sluice.control.scenario.step.Measured.RunWindow;
import dev.sluice.control.sink.console.Figures;
import dev.sluice.core.result.Snapshot;
import dev.sluice.core.run.RateChange;
import dev.sluice.core.stats.LatencyKind;
import dev.sluice.estimates.Batches;
import dev.sluice.estimates.Series;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;

/**
 * Finds the highest rate that meets objectives. Each rate is measured in windows, of which the
 * majority decides, because one may be spoilt by something else on the host; or in one window that
 * ends as soon as it is certain whether they are met. That is looked for after 10, 20, 40 ...
 * intervals, and each look has an equal part of the chance to err (Bonferroni).
 *
 * @param name what the row of the steps table is called
 * @param variables those of the loops around it
 * @param workload whose rate is changed
 * @param consumers who takes what it sends, so that a backlog between the two is seen; may be empty
 * @param fromPerSecond the first rate, all workers together
 * @param toPerSecond no rate above this is tried
 * @param precision how well the answer is known at the end, as a share of it
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
        trials.put(rate, trial);
        if (trial.isMet()) {
          search.met(rate);
        } else {
          search.missed(rate, trial.achievedPerSecond());
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
        Trial.Attempt attempt = attempt();
        trial.add(attempt);
        context.mark(attempt.text(rate));
        Batches batches = attempt.done().batches();
        SearchTry tried =
            new SearchTry(
                name,
                workload,
                context.run().status().sinceStartNanos(),
                rate,
                batches.achieved().interval(),
                batches.times(LatencyKind.HEADLINE).percentile(99).interval(),
                attempt.problem().orElse(""));
        context.findings().tried(tried);
        if (!attempt.isMet()) {
          drain();
        }
      }
      return trial;
    }

    private Trial.Attempt attempt() throws StepFailedException, InterruptedException {
      Measured measured =
          Measured.take(context, window, List.of(), each -> certain && isCertain(each), List.of());
      IntervalSum sent = measured.own().of(workload);
      IntervalSum taken = measured.own().of(consumers);
      return new Trial.Attempt(
          sent,
          measured.observed().beside(sent.sum(), context.meanBodyBytes(workload)),
          judged(sent, taken, measured.observed().figures()));
    }

    private boolean isCertain(RunWindow soFar) {
      int looked = soFar.count() / Series.MIN_VALUES;
      if (soFar.count() % Series.MIN_VALUES > 0 || Integer.bitCount(looked) != 1) {
        return false;
      }
      long most = Math.max(1, window.dividedBy(context.interval()) / Series.MIN_VALUES);
      double needed = 1 - ERROR / (Long.SIZE - Long.numberOfLeadingZeros(most));
      IntervalSum done = soFar.of(workload);
      Judged judged = Judged.of(done.sum()).in(done.batches());
      List<ObjectiveResult.Outcome> outcomes =
          objectives.stream().map(each -> each.outcome(judged, needed)).toList();
      return outcomes.contains(ObjectiveResult.Outcome.MISSED)
          || !outcomes.contains(ObjectiveResult.Outcome.NOT_JUDGED);
    }

    private List<ObjectiveResult> judged(
        IntervalSum sent, IntervalSum taken, ObservedFigures observed) {
      Judged window = Judged.of(sent.sum(), Optional.empty(), observed).in(sent.batches());
      List<ObjectiveResult> judged = new ArrayList<>();
      objectives.forEach(each -> judged.add(each.judge("", workload, window)));
      long done = sent.sum().counts().done();
      long behind = done - taken.sum().counts().done();
      if (!consumers.isEmpty() && behind > backlog * done) {
        judged.add(
            new ObjectiveResult(
                consumers, ObjectiveResult.Outcome.MISSED, "fell " + behind + " messages behind"));
      }
      return judged;
    }

    /** Lets go what has piled up, so that the next window starts as the first did. */
    private void drain() throws StepFailedException, InterruptedException {
      new Pause(workload).runOn(context.run());
      Snapshot interval = context.nextInterval();
      int waited = 1;
      while (!isDrained(interval) && waited < LONGEST_DRAIN_INTERVALS) {
        interval = context.nextInterval();
        waited++;
      }
      new Resume(workload).runOn(context.run());
    }

    private boolean isDrained(Snapshot interval) {
      return interval.workloads().stream()
          .filter(each -> each.name().equals(workload) || each.name().equals(consumers))
          .allMatch(each -> each.counts().iterations() == 0);
    }

    private void turnTo(double rate) {
      new Rate(workload, new RateChange.ToTotal(rate), Duration.ZERO).runOn(context.run());
    }

    private void conclude(boolean finished) throws StepFailedException {
      double highest = search.highestMet();
      if (highest == 0) {
        throw new StepFailedException(
            "find-max of " + workload + ": no rate met the objectives" + lastProblem());
      }
      turnTo(highest);
      Trial best = trials.get(highest);
      Optional.ofNullable(trials.get(search.lowestMissed()))
          .flatMap(Trial::notJudged)
          .ifPresent(each -> context.findings().judged(List.of(each)));
      context.findings().row(best.row(context.findings(), name, variables));
      String line = answer(best, finished);
      OptionalDouble achieved = OptionalDouble.of(best.achievedPerSecond());
      context.findings().found(new Finding(Finding.Kind.MAX_RATE, workload, achieved, line));
      context.mark(line);
    }

    private String answer(Trial best, boolean finished) {
      String error = Figures.plusMinus(Figures.rateError(best.known()));
      String above = "; no tested rate failed, so it may be higher (raise 'to')";
      if (!Double.isInfinite(search.lowestMissed())) {
        Trial missed = trials.get(search.lowestMissed());
        above =
            String.format(
                Locale.ROOT,
                "; missed at %.1f/s in %s (%s)",
                missed.rate(),
                missed.votesText(),
                missed.problem());
      }
      return String.format(
              Locale.ROOT,
              "max rate of %s: %s/s%s; met at a target of %.1f/s in %s (%s)",
              workload,
              Figures.rate(best.achievedPerSecond()),
              error.isEmpty() ? "" : error + " (95 % confidence)",
              best.rate(),
              best.votesText(),
              best.lines())
          + above
          + (finished ? "" : "; the search ran out of time before it reached this precision");
    }

    private String lastProblem() {
      return trials.isEmpty()
          ? ""
          : ", down to %s/s (%s)"
              .formatted(
                  Figures.rate(search.lowestMissed()), trials.get(search.lowestMissed()).problem());
    }
  }
}
