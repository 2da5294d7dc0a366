package dev.sluice.control.scenario.step;

import static dev.sluice.core.time.Nanos.NANOS_PER_SECOND;

import dev.sluice.control.measure.IntervalSum;
import dev.sluice.control.measure.Observed;
import dev.sluice.control.measure.Observed.ObservedWindow;
import dev.sluice.control.measure.TimedInterval;
import dev.sluice.core.result.Snapshot;
import dev.sluice.core.stats.Account;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
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
   * @param time rounded up to whole intervals
   * @param targets other processes that are measured with this one
   * @throws StepFailedException if the run ends meanwhile, or an interval of it is missing
   */
  static Measured take(StepContext context, Duration time, List<String> targets)
      throws StepFailedException, InterruptedException {
    long latestNanos = context.nanos() + LONGEST_CATCH_UP.toNanos();
    while (true) {
      awaitCaughtUp(context, time, latestNanos);
      Measured measured = window(context, time, targets);
      if (context.nanos() >= latestNanos
          || measured.own.byWorkload().values().stream().noneMatch(sum -> catchesUp(sum, time))) {
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
    return interval.workloads().stream()
        .anyMatch(each -> catchesUp(each.account(), each.targetPerSecond(), time));
  }

  private static boolean catchesUp(IntervalSum sum, Duration time) {
    return catchesUp(sum.sum().account(), sum.sum().targetPerSecond(), time);
  }

  /** Whether so much more was done than fell due that it would be seen in a window. */
  private static boolean catchesUp(Account account, double targetPerSecond, Duration time) {
    double seen = MOST_CAUGHT_UP * targetPerSecond * time.toNanos() / NANOS_PER_SECOND;
    double byChance = 1 + 2 * Math.sqrt((double) account.after().inFlight());
    return targetPerSecond > 0 && -account.counts().unfinishedGrowth() > Math.max(seen, byChance);
  }

  private static Measured window(StepContext context, Duration time, List<String> targets)
      throws StepFailedException, InterruptedException {
    Observed first = context.observe();
    long fromNanos = context.nanos();
    RunWindow own = new RunWindow("", fromNanos, time);
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
}
