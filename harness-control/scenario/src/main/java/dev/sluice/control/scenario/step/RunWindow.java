package dev.sluice.control.scenario.step;

import dev.sluice.control.measure.IntervalSum;
import dev.sluice.control.measure.Target;
import dev.sluice.control.measure.TimedInterval;
import dev.sluice.core.result.Snapshot;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The intervals of a process, this one or another, from a moment on for some time: its whole
 * intervals, without a gap between them. For one thread.
 */
final class RunWindow {

  /** How much later than expected it may be complete: its intervals end at times of their own. */
  private static final Duration LATEST = Duration.ofSeconds(5);

  private static final int INTERVALS_LATE = 2;

  private final String process;
  private final long fromNanos;
  private final Duration time;
  private final Map<String, IntervalSum> sums = new LinkedHashMap<>();
  private long heardNanos;
  private long longestNanos;
  private int count;
  private long lastNumber;
  private long lengthNanos;
  private Optional<String> gap = Optional.empty();

  /**
   * @param process the name of another one, or empty for this one
   * @param fromNanos when it begins, by the scenario's clock
   * @param time rounded up to whole intervals of the process
   */
  RunWindow(String process, long fromNanos, Duration time) {
    this.process = process;
    this.fromNanos = fromNanos;
    this.heardNanos = fromNanos;
    this.time = time;
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
    interval
        .workloads()
        .forEach(each -> sums.computeIfAbsent(each.name(), IntervalSum::new).add(interval));
    count++;
    lastNumber = interval.number();
    lengthNanos += interval.lengthNanos();
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
    long enoughNanos = time.toNanos() - time.toNanos() / 20; // intervals differ a little
    return lengthNanos >= enoughNanos || gap.isPresent();
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
