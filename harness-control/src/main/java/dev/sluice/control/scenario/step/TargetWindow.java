package dev.sluice.control.scenario.step;

import dev.sluice.control.scenario.measure.Findings;
import dev.sluice.control.scenario.measure.IntervalSum;
import dev.sluice.control.scenario.measure.StepRow;
import dev.sluice.control.scenario.measure.Target;
import dev.sluice.control.scenario.measure.TargetInterval;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What another process did in the time of a window: its intervals that lie in it, without a gap
 * between them.
 *
 * @param windows one for each of its workloads, none if there is a gap
 * @param gap why there are none
 */
record TargetWindow(String target, List<IntervalSum> windows, Optional<String> gap) {

  /**
   * How much later than this process's window another one's may end: its intervals lie elsewhere.
   */
  private static final Duration LATEST = Duration.ofSeconds(5);

  private static final int INTERVALS_LATE = 2;

  TargetWindow {
    windows = List.copyOf(windows);
  }

  /**
   * Measures.
   *
   * @param fromNanos when the window began, by the scenario's clock
   * @param time rounded up to whole intervals of the other process
   */
  static TargetWindow take(StepContext context, String target, long fromNanos, Duration time)
      throws StepFailedException, InterruptedException {
    while (true) {
      List<TargetInterval> heard =
          context.environment().intervals(target, fromNanos).stream()
              .filter(each -> each.beganAfter(fromNanos))
              .toList();
      List<TargetInterval> enough = enough(heard, time);
      if (!enough.isEmpty()) {
        return gapless(target, enough);
      }
      long longestNanos =
          heard.stream().mapToLong(each -> each.snapshot().lengthNanos()).max().orElse(0);
      long deadlineNanos = fromNanos + time.plus(LATEST).toNanos() + INTERVALS_LATE * longestNanos;
      if (context.nanos() > deadlineNanos) {
        return missing(
            target,
            heard.isEmpty()
                ? "no interval arrived"
                : "only " + heard.size() + " intervals arrived");
      }
      context.nextInterval();
    }
  }

  /** So many that they make the time, or none. */
  private static List<TargetInterval> enough(List<TargetInterval> heard, Duration time) {
    long enoughNanos = time.toNanos() - time.toNanos() / 20; // intervals differ a little
    long nanos = 0;
    for (int i = 0; i < heard.size(); i++) {
      nanos += heard.get(i).snapshot().lengthNanos();
      if (nanos >= enoughNanos) {
        return heard.subList(0, i + 1);
      }
    }
    return List.of();
  }

  private static TargetWindow gapless(String target, List<TargetInterval> intervals) {
    for (int i = 1; i < intervals.size(); i++) {
      long number = intervals.get(i).snapshot().number();
      if (number != intervals.get(i - 1).snapshot().number() + 1) {
        return missing(target, "intervals before its number " + number + " are missing");
      }
    }
    List<IntervalSum> windows = new ArrayList<>();
    intervals
        .get(0)
        .snapshot()
        .workloads()
        .forEach(each -> windows.add(new IntervalSum(each.name())));
    windows.forEach(window -> intervals.forEach(each -> window.add(each.snapshot())));
    return new TargetWindow(target, windows, Optional.empty());
  }

  private static TargetWindow missing(String target, String why) {
    return new TargetWindow(target, List.of(), Optional.of(why));
  }

  Target owner(IntervalSum window) {
    return new Target(window.workload(), target);
  }

  /** One of the windows as a row of the steps table; nothing is observed beside it. */
  StepRow row(
      Findings findings,
      IntervalSum window,
      String name,
      Map<String, String> variables,
      OptionalDouble before) {
    return findings.nextRow(
        name, owner(window), variables, window, before, StepRow.Beside.NOTHING, Map.of());
  }
}
