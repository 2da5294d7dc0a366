package dev.sluice.control.measure.broker;

import java.util.ArrayList;
import java.util.List;

/**
 * Something counted so far, by time: exact at ends of intervals, in between as if it came evenly.
 * For one thread.
 */
final class Tally {

  private record Point(long nanos, double count) {}

  private final List<Point> points = new ArrayList<>();

  /** Adds what was counted up to a moment, after those before it. */
  void add(long nanos, double more) {
    points.add(new Point(nanos, (points.isEmpty() ? 0 : last().count()) + more));
  }

  boolean isEmpty() {
    return points.isEmpty();
  }

  long fromNanos() {
    return points.get(0).nanos();
  }

  long toNanos() {
    return last().nanos();
  }

  private Point last() {
    return points.get(points.size() - 1);
  }

  /** The count at a moment; before the first end of an interval and after the last, that there. */
  double at(long nanos) {
    int low = 0;
    int high = points.size() - 1;
    if (nanos <= points.get(low).nanos()) {
      return points.get(low).count();
    }
    if (nanos >= points.get(high).nanos()) {
      return points.get(high).count();
    }
    while (high - low > 1) {
      int middle = (low + high) / 2;
      if (points.get(middle).nanos() <= nanos) {
        low = middle;
      } else {
        high = middle;
      }
    }
    Point before = points.get(low);
    Point after = points.get(high);
    double part = (double) (nanos - before.nanos()) / (after.nanos() - before.nanos());
    return before.count() + part * (after.count() - before.count());
  }

  double between(long fromNanos, long toNanos) {
    return at(toNanos) - at(fromNanos);
  }

  /** The most that was counted in one interval: as uncertain is the count inside of one. */
  double largestStep() {
    double largest = 0;
    for (int i = 1; i < points.size(); i++) {
      largest = Math.max(largest, points.get(i).count() - points.get(i - 1).count());
    }
    return largest;
  }
}
