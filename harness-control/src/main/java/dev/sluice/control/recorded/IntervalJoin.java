package dev.sluice.control.recorded;

import dev.sluice.control.format.RecordedInterval;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Joins several intervals into one, so that a long run fits into a picture. Counts and histograms
 * are added, so percentiles are those of all values; none reaches over the end of the warm-up. One
 * thread.
 */
public final class IntervalJoin implements Consumer<RecordedInterval> {

  private final int length;
  private final Consumer<RecordedInterval> next;
  private final List<RecordedInterval> waiting = new ArrayList<>();

  /**
   * @param length intervals in one, 1 to change nothing
   * @param next takes the joined ones
   */
  public IntervalJoin(int length, Consumer<RecordedInterval> next) {
    this.length = length;
    this.next = next;
  }

  @Override
  public void accept(RecordedInterval interval) {
    if (!waiting.isEmpty() && waiting.get(0).snapshot().warmup() != interval.snapshot().warmup()) {
      end();
    }
    waiting.add(interval);
    if (waiting.size() == length) {
      end();
    }
  }

  /** Passes on what has not become a whole one. */
  public void end() {
    waiting.stream().reduce(RecordedInterval::then).ifPresent(next);
    waiting.clear();
  }
}
