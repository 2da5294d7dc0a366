package dev.sluice.control.scenario.step;

import static dev.sluice.core.time.Nanos.NANOS_PER_SECOND;

import dev.sluice.control.format.ObjectiveResult;
import dev.sluice.control.measure.IntervalSum;
import dev.sluice.control.measure.Observed;
import dev.sluice.control.measure.Observed.ObservedWindow;
import dev.sluice.control.measure.Target;
import dev.sluice.control.measure.TimedInterval;
import dev.sluice.control.measure.UntilKnown;
import dev.sluice.control.measure.Wanted;
import dev.sluice.core.result.Snapshot;
import dev.sluice.core.stats.Window;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The figures of processes in the same window.
 *
 * @param own what this one did
 * @param others what others did
 * @param observed what was observed while this one was measured
 */
record Measured(RunWindow own, List<RunWindow> others, ObservedWindow observed) {

  /** The part of what is due in a window that may have been due before it. */
  private static final double MOST_CAUGHT_UP = 0.001;

  private static final Duration LONGEST_CATCH_UP = Duration.ofMinutes(1);

  Measured {
    others = List.copyOf(others);
  }

  /**
   * Measures from the next interval on, once no backlog is caught up any more, which would count as
   * done in the window; again if one was caught up in it. It is put off by {@link
   * #LONGEST_CATCH_UP} at most.
   *
   * @param time rounded up to whole intervals; at most, if figures must be known
   * @param until figures that must be known
   * @param enough whether this process has been measured for long enough before that time
   * @param targets other processes that are measured with this one
   * @throws StepFailedException if the run ends meanwhile, or an interval of it is missing
   */
  static Measured take(
      StepContext context,
      Duration time,
      List<Wanted> until,
      Predicate<RunWindow> enough,
      List<String> targets)
      throws StepFailedException, InterruptedException {
    long latestNanos = context.nanos() + LONGEST_CATCH_UP.toNanos();
    while (true) {
      awaitCaughtUp(context, time, latestNanos);
      UntilKnown known = new UntilKnown(until, context.interval(), time, (why, warmup) -> {});
      Measured measured = window(context, time, known, enough, targets);
      if (context.nanos() >= latestNanos
          || measured.own.byWorkload().values().stream()
              .noneMatch(each -> catchesUp(each.sum(), time))) {
        return measured;
      }
      context.mark("measuring again, because a backlog was caught up meanwhile");
    }
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
    return new Measured(own, others, new ObservedWindow(readings));
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

    private final String process;
    private final long fromNanos;
    private final Duration time;
    private final UntilKnown known;
    private final Predicate<RunWindow> enough;
    private final Map<String, IntervalSum> sums = new LinkedHashMap<>();
    private long heardNanos;
    private long longestNanos;
    private int count;
    private long lastNumber;
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
      this.heardNanos = fromNanos;
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
        }
      }
    }

    private void add(Snapshot interval) {
      if (count > 0 && interval.number() != lastNumber + 1) {
        endEarly("intervals before its number " + interval.number() + " are missing");
        return;
      }
      addUp(interval);
      count++;
      lastNumber = interval.number();
      lengthNanos += interval.lengthNanos();
      if (known.isOverAfter(interval)) {
        sums.clear(); // without the warm-up
        known.measured().forEach(this::addUp);
        over = true;
      }
      over |= enough.test(this);
    }

    private void addUp(Snapshot interval) {
      interval
          .workloads()
          .forEach(each -> sums.computeIfAbsent(each.name(), IntervalSum::new).add(interval));
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
      sums.clear();
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
