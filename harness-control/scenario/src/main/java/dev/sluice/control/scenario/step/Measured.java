package dev.sluice.control.scenario.step;

import static dev.sluice.core.time.Nanos.NANOS_PER_SECOND;

import dev.sluice.control.format.ObjectiveResult;
import dev.sluice.control.format.SearchTry;
import dev.sluice.control.measure.IntervalSum;
import dev.sluice.control.measure.Objective;
import dev.sluice.control.measure.Observations;
import dev.sluice.control.measure.Observed;
import dev.sluice.control.measure.Observed.ObservedWindow;
import dev.sluice.control.measure.Precision;
import dev.sluice.control.measure.Target;
import dev.sluice.control.measure.TimedInterval;
import dev.sluice.control.measure.UntilKnown;
import dev.sluice.core.result.Snapshot;
import dev.sluice.core.stats.Window;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The figures of processes in the same window.
 *
 * @param own what this one did
 * @param others what others did
 * @param observed what was observed while this one was measured
 * @param disturbances of this window from outside of what is measured
 * @param caughtUp whether a backlog from before was caught up in it
 */
record Measured(
    RunWindow own,
    List<RunWindow> others,
    ObservedWindow observed,
    List<Disturbance> disturbances,
    boolean caughtUp) {

  /** The part of what is due in a window that may have been due before it. */
  private static final double MOST_CAUGHT_UP = 0.001;

  private static final Duration LONGEST_CATCH_UP = Duration.ofMinutes(1);

  /** A hindrance is told of when it has been over for so long. */
  private static final Duration TOLD = Duration.ofMillis(1_200);

  Measured {
    others = List.copyOf(others);
    disturbances = List.copyOf(disturbances);
  }

  /**
   * Measures from the next interval on, once no backlog is caught up any more, which would count as
   * done in the window. Measures again only for a cause outside of what is measured: if a backlog
   * was caught up in it, which puts it off by {@link #LONGEST_CATCH_UP} at most, or if something
   * disturbed it. What was measured has no part in that, so the window that counts is not chosen by
   * its figures.
   *
   * @param time rounded up to whole intervals; at most, if figures must be known
   * @param until figures that must be known
   * @param enough whether this process has been measured for long enough before that time
   * @param targets other processes that are measured with this one
   * @param tries how many windows are measured at most because of disturbances
   * @param again told of a window that does not count, and why not
   * @throws StepFailedException if the run ends meanwhile, or an interval of it is missing
   */
  static Measured take(
      StepContext context,
      Duration time,
      List<Precision> until,
      Predicate<RunWindow> enough,
      List<String> targets,
      int tries,
      BiConsumer<Measured, String> again)
      throws StepFailedException, InterruptedException {
    long latestNanos = context.nanos() + LONGEST_CATCH_UP.toNanos();
    int tried = 0;
    while (true) {
      awaitCaughtUp(context, time, latestNanos);
      UntilKnown known = new UntilKnown(until, context.interval(), time, (why, warmup) -> {});
      Measured measured = window(context, time, known, enough, targets);
      if (measured.caughtUp && context.nanos() < latestNanos) {
        again.accept(measured, "a backlog was caught up meanwhile");
      } else {
        tried++;
        measured = tries > 1 ? measured.withDisturbances(context) : measured;
        if (tried >= tries || measured.disturbances.isEmpty()) {
          return measured;
        }
        again.accept(measured, measured.disturbance());
      }
    }
  }

  /** The same with what is known by now to have disturbed it. */
  Measured withDisturbances(StepContext context) throws StepFailedException, InterruptedException {
    context.sleep(TOLD);
    List<Disturbance> all = new ArrayList<>();
    others.forEach(
        each ->
            each.gap()
                .map(why -> "target " + each.process() + " was not measured: " + why)
                .ifPresent(why -> all.add(new Disturbance(0, 0, why))));
    context.disturbances().stream().filter(own::isTouchedBy).forEach(all::add);
    return new Measured(own, others, observed, all, caughtUp);
  }

  /**
   * This window of a workload, as a row of the table of tries.
   *
   * @param name of the step
   * @param ratePerSecond what was asked for
   * @param judged what came of its objectives
   * @param number which of several it is, empty in a search
   * @param again why it does not count, empty if it does
   */
  SearchTry tried(
      StepContext context,
      String name,
      String workload,
      double ratePerSecond,
      List<ObjectiveResult> judged,
      String number,
      String again) {
    return new SearchTry(
        name,
        workload,
        context.run().status().sinceStartNanos(),
        ratePerSecond,
        own.of(workload).batches(),
        ObjectiveResult.Judgement.of(judged),
        judged.stream()
            .filter(each -> !each.met())
            .map(ObjectiveResult::line)
            .collect(Collectors.joining(", ")),
        number,
        again);
  }

  /** What disturbed it, in words. */
  String disturbance() {
    return disturbances.stream().map(Disturbance::text).collect(Collectors.joining(", "));
  }

  /**
   * Judges an objective of a workload of this process. A miss is not judged if the part of the
   * window that nothing disturbed does not show it or is less than half. A rate that lacks more
   * than can have fallen due while it was disturbed is judged.
   *
   * @param judged how figures are judged
   */
  ObjectiveResult judge(
      Objective objective,
      String where,
      String workload,
      Function<IntervalSum, Observations> judged) {
    IntervalSum all = own.of(workload);
    Observations whole = judged.apply(all);
    ObjectiveResult result = objective.judge(where, workload, whole);
    if (result.outcome() != ObjectiveResult.Judgement.MISSED) {
      return result;
    }
    IntervalSum rest = own.without(disturbances, workload);
    boolean shown =
        disturbances.isEmpty()
            || objective.isMissedBeyond(whole, own.disturbedPart(disturbances))
            || (2 * rest.sum().lengthNanos() >= all.sum().lengthNanos()
                && objective.judge(where, workload, judged.apply(rest)).outcome()
                    == ObjectiveResult.Judgement.MISSED);
    return shown ? result : result.notJudged(disturbance());
  }

  private static void awaitCaughtUp(StepContext context, Duration time, long latestNanos)
      throws StepFailedException, InterruptedException {
    List<TimedInterval> ended = context.intervals("", Long.MIN_VALUE);
    boolean catchesUp = !ended.isEmpty() && catchesUp(ended.get(ended.size() - 1).snapshot(), time);
    while (catchesUp && context.nanos() < latestNanos) {
      catchesUp = catchesUp(context.nextInterval(), time);
    }
  }

  private static boolean catchesUp(Snapshot interval, Duration time) {
    return interval.workloads().stream().anyMatch(each -> catchesUp(each, time));
  }

  /** Whether so much more was done than fell due that it would be seen in a window. */
  private static boolean catchesUp(Window account, Duration time) {
    double targetPerSecond = account.targetPerSecond();
    double seen = MOST_CAUGHT_UP * targetPerSecond * time.toNanos() / NANOS_PER_SECOND;
    double byChance = 1 + 2 * Math.sqrt((double) account.unfinished().inFlight());
    return targetPerSecond > 0 && -account.counts().unfinishedGrowth() > Math.max(seen, byChance);
  }

  private static Measured window(
      StepContext context,
      Duration time,
      UntilKnown known,
      Predicate<RunWindow> enough,
      List<String> targets)
      throws StepFailedException, InterruptedException {
    Observed first = context.observe();
    long fromNanos = context.nanos();
    RunWindow own = new RunWindow("", fromNanos, time, known, enough);
    List<RunWindow> others =
        targets.stream().map(target -> new RunWindow(target, fromNanos, time)).toList();
    List<RunWindow> all = Stream.concat(Stream.of(own), others.stream()).toList();
    while (!own.isOver()) {
      update(context, all);
    }
    if (own.gap().isPresent()) {
      throw new StepFailedException("the run was not measured: " + own.gap().get());
    }
    Observed last = context.observe();
    while (!others.stream().allMatch(RunWindow::isOver)) {
      update(context, others);
      others.forEach(other -> other.giveUpIfLate(context.nanos()));
    }
    List<Observed> readings = new ArrayList<>();
    readings.add(first);
    readings.addAll(context.observedBetween(first.nanos(), last.nanos()));
    readings.add(last);
    boolean caughtUp =
        own.byWorkload().values().stream().anyMatch(each -> catchesUp(each.sum(), time));
    return new Measured(own, others, new ObservedWindow(readings), List.of(), caughtUp);
  }

  private static void update(StepContext context, List<RunWindow> windows)
      throws StepFailedException, InterruptedException {
    context.nextInterval();
    windows.forEach(window -> window.update(context));
  }

  /**
   * The intervals of a process, this one or another, from a moment on for some time: its whole
   * intervals, without a gap between them. For one thread.
   */
  static final class RunWindow {

    /** How much later than expected it may be complete: its intervals end at times of their own. */
    private static final Duration LATEST = Duration.ofSeconds(5);

    private static final int INTERVALS_LATE = 2;

    /** Neighbours are joined beyond this. */
    private static final int MOST_PARTS = 600;

    private final String process;
    private final long fromNanos;
    private final Duration time;
    private final UntilKnown known;
    private final Predicate<RunWindow> enough;
    private final Map<String, IntervalSum> sums = new LinkedHashMap<>();
    private final List<Snapshot> parts = new ArrayList<>();
    private Optional<Snapshot> before = Optional.empty(); // the interval before the first part
    private long heardNanos;
    private long longestNanos;
    private int count;
    private long lengthNanos;
    private boolean over;
    private Optional<String> gap = Optional.empty();

    /**
     * @param process the name of another one, or empty for this one
     * @param fromNanos when it begins, by the scenario's clock
     * @param time rounded up to whole intervals of the process
     */
    RunWindow(String process, long fromNanos, Duration time) {
      this(
          process,
          fromNanos,
          time,
          new UntilKnown(List.of(), time, time, (why, warmup) -> {}),
          window -> false);
    }

    /** The same, which may be over before. */
    private RunWindow(
        String process,
        long fromNanos,
        Duration time,
        UntilKnown known,
        Predicate<RunWindow> enough) {
      this.process = process;
      this.fromNanos = fromNanos;
      this.heardNanos = Long.MIN_VALUE;
      this.time = time;
      this.known = known;
      this.enough = enough;
    }

    /** Takes the intervals that have ended meanwhile. */
    void update(StepContext context) {
      for (TimedInterval each : context.intervals(process, heardNanos)) {
        heardNanos = each.endNanos();
        longestNanos = Math.max(longestNanos, each.snapshot().lengthNanos());
        if (each.beganAfter(fromNanos) && !isOver()) {
          add(each.snapshot());
        } else if (parts.isEmpty()) {
          before = Optional.of(each.snapshot());
        }
      }
    }

    private void add(Snapshot interval) {
      if (!parts.isEmpty() && !follows(interval)) {
        endEarly("intervals before its number " + interval.number() + " are missing");
        return;
      }
      addUp(interval);
      count++;
      lengthNanos += interval.lengthNanos();
      if (known.isOverAfter(interval)) {
        leaveOutWarmup(known.measured());
        over = true;
      }
      over |= enough.test(this);
    }

    private void leaveOutWarmup(List<Snapshot> measured) {
      before =
          parts.stream()
              .filter(each -> each.sinceStartNanos() <= beginNanos(measured.get(0)))
              .reduce((earlier, later) -> later)
              .or(() -> before);
      clear();
      measured.forEach(this::addUp);
    }

    /** In a fleet one that lasted longer, because all agents stood still, skips numbers. */
    private boolean follows(Snapshot interval) {
      return interval.number() == last().number() + 1
          || beginNanos(interval) - last().sinceStartNanos() <= interval.lengthNanos() / 2;
    }

    private Snapshot last() {
      return parts.get(parts.size() - 1);
    }

    private void addUp(Snapshot interval) {
      interval
          .workloads()
          .forEach(each -> sums.computeIfAbsent(each.name(), this::begun).add(interval));
      parts.add(interval);
      if (parts.size() > MOST_PARTS) {
        for (int i = 0; i < MOST_PARTS / 2; i++) {
          parts.set(i, parts.get(i).then(parts.remove(i + 1)));
        }
      }
    }

    private IntervalSum begun(String workload) {
      IntervalSum sum = new IntervalSum(workload);
      sum.breakAfter(before);
      return sum;
    }

    private void clear() {
      sums.clear();
      parts.clear();
    }

    /** Its intervals in their order; of a long one, neighbours as one. */
    List<Snapshot> parts() {
      return parts;
    }

    /** Whether it was in this window, or what it held up before was not done when that began. */
    boolean isTouchedBy(Disturbance what) {
      if (parts.isEmpty()) {
        return false;
      }
      Snapshot first = parts.get(0);
      boolean heldUp = first.workloads().stream().anyMatch(RunWindow::isHeldUp);
      long sinceNanos = beginNanos(first) - (heldUp ? LONGEST_CATCH_UP.toNanos() : 0);
      return what.toNanos() > sinceNanos && what.fromNanos() < last().sinceStartNanos();
    }

    /** Whether it was in a part, or ended less than this before it. */
    private static boolean overlaps(Snapshot part, Disturbance what, long beforeNanos) {
      return part.sinceStartNanos() > what.fromNanos()
          && beginNanos(part) - beforeNanos < what.toNanos();
    }

    private static long beginNanos(Snapshot part) {
      return part.sinceStartNanos() - part.lengthNanos();
    }

    /** Whether it begins with more unfinished work than workers have in their hands. */
    private static boolean isHeldUp(Window part) {
      return part.unfinishedBefore() > part.end().workers();
    }

    /** The figures of a workload without what was disturbed, and without what that held up. */
    IntervalSum without(List<Disturbance> disturbances, String workload) {
      IntervalSum rest = new IntervalSum(workload);
      boolean disturbed = true; // what was held up before it began counts likewise
      Optional<Snapshot> previous = before;
      for (Snapshot part : parts) {
        boolean follows = !disturbed;
        disturbed =
            disturbances.stream().anyMatch(each -> overlaps(part, each, 0))
                || (disturbed && part.of(workload).filter(RunWindow::isHeldUp).isPresent());
        if (!disturbed) {
          if (!follows) {
            rest.breakAfter(previous);
          }
          rest.add(part);
        }
        previous = Optional.of(part);
      }
      return rest;
    }

    /**
     * The part of it that something disturbed, with the interval after that; all of it if no end of
     * that is known, or workers had no connection.
     */
    double disturbedPart(List<Disturbance> disturbances) {
      boolean ended = disturbances.stream().allMatch(each -> each.fromNanos() < each.toNanos());
      boolean connected =
          parts.stream()
              .flatMap(each -> each.workloads().stream())
              .allMatch(each -> each.end().workersUp() == each.end().workers());
      long disturbedNanos =
          parts.stream()
              .filter(
                  part ->
                      disturbances.stream()
                          .anyMatch(each -> overlaps(part, each, part.lengthNanos())))
              .mapToLong(Snapshot::lengthNanos)
              .sum();
      long allNanos = parts.stream().mapToLong(Snapshot::lengthNanos).sum();
      return ended && connected ? (double) disturbedNanos / allNanos : 1;
    }

    /** How many intervals it has. */
    int count() {
      return count;
    }

    /** How well figures are known that must be. */
    List<ObjectiveResult> known(String where) {
      List<Window> measured = sums.values().stream().map(IntervalSum::sum).toList();
      long nanos = measured.stream().mapToLong(Window::lengthNanos).max().orElse(0);
      return known.judge(where, measured, Duration.ofNanos(lengthNanos - nanos));
    }

    /** Waits for no more intervals if they should have come long ago. */
    void giveUpIfLate(long nowNanos) {
      long deadlineNanos = fromNanos + time.plus(LATEST).toNanos() + INTERVALS_LATE * longestNanos;
      if (!isOver() && nowNanos > deadlineNanos) {
        endEarly(count == 0 ? "no interval arrived" : "only " + count + " intervals arrived");
      }
    }

    private void endEarly(String why) {
      clear();
      gap = Optional.of(why);
    }

    /** Whether it is complete, or will never be. */
    boolean isOver() {
      long littleNanos = known.isAsked() ? 0 : time.toNanos() / 20; // intervals differ a little
      return over || lengthNanos >= time.toNanos() - littleNanos || gap.isPresent();
    }

    String process() {
      return process;
    }

    /** Why there is nothing. */
    Optional<String> gap() {
      return gap;
    }

    /** The figures of one of its workloads. */
    IntervalSum of(String workload) {
      return sums.getOrDefault(workload, new IntervalSum(workload));
    }

    /** The figures of each of its workloads. */
    Map<Target, IntervalSum> byWorkload() {
      Map<Target, IntervalSum> byWorkload = new LinkedHashMap<>();
      sums.forEach((workload, sum) -> byWorkload.put(new Target(workload, process), sum));
      return byWorkload;
    }
  }
}
