package dev.sluice.control.measure.broker;

import java.util.ArrayList;
import java.util.List;

/**
 * Something counted so far, by time: exact at ends of intervals, in between as if it came evenly.
 * For one thread.
 */
final class Tally {

  private record Sample(long nanos, double count) {}

  private final List<Sample> samples = new ArrayList<>();

  /** Adds what was counted up to a moment, after those before it. */
  void add(long nanos, double more) {
    samples.add(new Sample(nanos, (samples.isEmpty() ? 0 : last().count()) + more));
  }

  boolean isEmpty() {
    return samples.isEmpty();
  }

  long fromNanos() {
    return samples.get(0).nanos();
  }

  long toNanos() {
    return last().nanos();
  }

  private Sample last() {
    return samples.get(samples.size() - 1);
  }

  /** The count at a moment; before the first end of an interval and after the last, that there. */
  double at(long nanos) {
    int low = 0;
    int high = samples.size() - 1;
    if (nanos <= samples.get(low).nanos()) {
      return samples.get(low).count();
    }
    if (nanos >= samples.get(high).nanos()) {
      return samples.get(high).count();
    }
    while (high - low > 1) {
      int middle = (low + high) / 2;
      if (samples.get(middle).nanos() <= nanos) {
        low = middle;
      } else {
        high = middle;
      }
    }
    Sample before = samples.get(low);
    Sample after = samples.get(high);
    double part = (double) (nanos - before.nanos()) / (after.nanos() - before.nanos());
    return before.count() + part * (after.count() - before.count());
  }

  double between(long fromNanos, long toNanos) {
    return at(toNanos) - at(fromNanos);
  }

  /** The most that was counted in one interval: as uncertain is the count inside of one. */
  double largestStep() {
    double largest = 0;
    for (int i = 1; i < samples.size(); i++) {
      largest = Math.max(largest, samples.get(i).count() - samples.get(i - 1).count());
    }
    return largest;
  }
}
