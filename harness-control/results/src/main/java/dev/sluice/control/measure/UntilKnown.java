package dev.sluice.control.measure;

import dev.sluice.control.format.ObjectiveResult;
import dev.sluice.control.format.ObjectiveResult.Judgement;
import dev.sluice.core.bus.RunEvent;
import dev.sluice.core.bus.Sink;
import dev.sluice.core.result.Hindrance;
import dev.sluice.core.result.RunBatches;
import dev.sluice.core.result.Snapshot;
import dev.sluice.core.result.Summary;
import dev.sluice.core.run.RunExecution;
import dev.sluice.core.run.RunSpec;
import dev.sluice.core.stats.Window;
import dev.sluice.core.text.Figures;
import dev.sluice.estimates.Batches;
import dev.sluice.estimates.Estimated;
import dev.sluice.estimates.Interval;
import dev.sluice.estimates.Until;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Measures until figures are known as well as was asked for, by the rule of {@link Until}: it looks
 * after each interval, and is over when one look finds all of them known, or when time is up. The
 * longest warm-up of one of them is left out of all. Any thread.
 */
public final class UntilKnown implements Sink {

  /** The rule is for series of at least so many values. */
  private static final int LEAST = 30;

  /** Of the parts that a long time is cut into, because each has its histograms. */
  private static final int MOST_PARTS = 600;

  /** What is done when it is over. */
  @FunctionalInterface
  public interface Ending {

    /**
     * Ends the run.
     *
     * @param warmup the first intervals, as one, if they are to be left out
     */
    void end(String why, Optional<Snapshot> warmup);
  }

  private final List<Precision> wanted;
  private final List<Until> rules;
  private final int together; // intervals in a part
  private final Ending ending;
  private final List<Snapshot> parts = new ArrayList<>(); // guarded by this
  private final RunBatches batches = new RunBatches(); // guarded by this
  private final List<Hindrance> hindrances = new ArrayList<>(); // guarded by this
  private int open; // intervals in the last part; guarded by this
  private List<Until.Answer> answers = List.of(); // guarded by this

  /**
   * @param interval how long an interval is
   * @param atMost it is over after this time, known or not
   */
  public UntilKnown(List<Precision> wanted, Duration interval, Duration atMost, Ending ending) {
    this.wanted = List.copyOf(wanted);
    this.ending = ending;
    long intervals = Math.max(1, atMost.dividedBy(interval));
    this.together = (int) (1 + (intervals - 1) / MOST_PARTS);
    this.rules =
        wanted.stream()
            .map(
                each ->
                    new Until(
                        each.relativeError(), Estimated.LEVEL, LEAST, (int) (intervals / together)))
            .toList();
  }

  /**
   * Follows a run, and ends it.
   *
   * @param wanted nothing is followed if it is empty
   */
  public static UntilKnown of(List<Precision> wanted, RunSpec spec, RunExecution run) {
    // an interval less, because the last one ends with the run
    UntilKnown known =
        new UntilKnown(wanted, spec.interval(), spec.duration().minus(spec.interval()), run::stop);
    if (known.isAsked()) {
      run.control().subscribe(known);
    }
    return known;
  }

  @Override
  public synchronized void event(RunEvent event) {
    event.hindrance().ifPresent(hindrances::add);
  }

  @Override
  public synchronized void interval(Snapshot interval) {
    if (!isOver() && isOverAfter(interval)) {
      ending.end(
          wanted.stream().map(Precision::text).collect(Collectors.joining(" and "))
              + (isKnown() ? " is known" : " cannot be known in this time"),
          warmup());
    }
  }

  /** Whether a figure must be known; if not, it is never over. */
  public boolean isAsked() {
    return !wanted.isEmpty();
  }

  /** Takes the next interval, and returns whether it is over. */
  public synchronized boolean isOverAfter(Snapshot interval) {
    if (!isAsked()) {
      return false;
    }
    parts.add(open == 0 ? interval : parts.remove(parts.size() - 1).then(interval));
    open = (open + 1) % together;
    if (open == 0) {
      batches.add(parts.get(parts.size() - 1));
      answers = IntStream.range(0, wanted.size()).mapToObj(this::answer).toList();
    }
    return isOver();
  }

  private Until.Answer answer(int i) {
    Metric metric = wanted.get(i).metric();
    Batches own = batches.of(wanted.get(i).workload());
    if (!rules.get(i).isDue(own.size())) {
      return new Until.GoOn(); // else it would be worked out in vain
    }
    Estimated all = metric.in(own);
    return rules
        .get(i)
        .after(all.byBatch(), first -> (first == 0 ? all : metric.in(own.from(first))).interval());
  }

  private boolean isOver() {
    return !answers.isEmpty() && answers.stream().noneMatch(Until.GoOn.class::isInstance);
  }

  private boolean isKnown() {
    return IntStream.range(0, wanted.size()).allMatch(this::isKnown);
  }

  private boolean isKnown(int i) {
    return !answers.isEmpty() && answers.get(i) instanceof Until.Known;
  }

  /** The first intervals that are not of the steady state, as one; empty if there are none. */
  private Optional<Snapshot> warmup() {
    return parts.subList(0, warmupParts()).stream().reduce(Snapshot::then);
  }

  /** The intervals after them, some of them joined. */
  public synchronized List<Snapshot> measured() {
    return List.copyOf(parts.subList(warmupParts(), parts.size()));
  }

  private int warmupParts() {
    long nanos = 0;
    for (int i = 0; i < answers.size(); i++) {
      if (answers.get(i) instanceof Until.Known known) {
        nanos = Math.max(nanos, batches.of(wanted.get(i).workload()).nanos(known.warmUp()));
      }
    }
    int count = 0;
    for (long left = nanos; left > 0; count++) {
      left -= parts.get(count).lengthNanos();
    }
    return count;
  }

  /**
   * What came of it: not judged where a figure is not known, or the harness stood still.
   *
   * @param where which window it is, may be empty
   * @param measured what each workload did
   * @param warmup what was left out before
   */
  public synchronized List<ObjectiveResult> judge(
      String where, List<Window> measured, Duration warmup) {
    Optional<String> stoodStill = stoodStill();
    return IntStream.range(0, wanted.size())
        .mapToObj(
            i ->
                new ObjectiveResult(
                    (where.isEmpty() ? "" : where + ": ")
                        + wanted.get(i).workload()
                        + " "
                        + wanted.get(i).text(),
                    isKnown(i) && stoodStill.isEmpty() ? Judgement.MET : Judgement.NOT_JUDGED,
                    stoodStill.orElseGet(
                        () -> isKnown(i) ? known(wanted.get(i), measured, warmup) : problem(i))))
        .toList();
  }

  private Optional<String> stoodStill() {
    List<Snapshot> all = measured();
    return all.isEmpty()
        ? Optional.empty()
        : Hindrance.stoodStill(
            hindrances.stream(),
            all.get(0).sinceStartNanos() - all.get(0).lengthNanos(),
            all.get(all.size() - 1).sinceStartNanos());
  }

  /** The same of a whole run. */
  public List<ObjectiveResult> judge(Summary run) {
    return judge(
        "",
        run.workloads().stream().map(Summary.Workload::measured).toList(),
        Duration.ofNanos(run.warmupNanos()));
  }

  private String known(Precision what, List<Window> measured, Duration warmup) {
    double value =
        measured.stream()
            .filter(each -> each.name().equals(what.workload()))
            .mapToDouble(each -> what.metric().in(Observations.ofDone(each)).orElseThrow())
            .sum();
    return what.metric().show(value)
        + " known after "
        + Figures.time(lasted())
        + (warmup.isZero() ? "" : ", warm-up " + Figures.time(warmup) + " left out");
  }

  private String problem(int i) {
    Until.Answer answer = answers.isEmpty() ? new Until.GoOn() : answers.get(i);
    if (answer instanceof Until.Drifts drift) {
      return Figures.text(
          "cannot be known: it drifts, %+.0f %% over %s",
          100 * drift.relativeChange(), Figures.time(lasted()));
    }
    boolean noisy = answer instanceof Until.TooNoisy;
    Interval figure =
        noisy
            ? ((Until.TooNoisy) answer).figure()
            : wanted.get(i).metric().in(batches.of(wanted.get(i).workload())).interval();
    return (noisy ? "too noisy here: " : "ended too early: ")
        + (figure.known() ? "+/- " + Figures.percent(figure.relativeError()) : "error unknown")
        + " after "
        + Figures.time(lasted());
  }

  private Duration lasted() {
    return Duration.ofNanos(parts.stream().mapToLong(Snapshot::lengthNanos).sum());
  }
}
