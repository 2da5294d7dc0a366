package dev.sluice.control.recorded;

import dev.sluice.core.result.Snapshot;
import java.util.function.Consumer;

/**
 * Joins several intervals into one, so that a long run fits into a picture. Counts and histograms
 * are added, so percentiles are those of all values; none reaches over the end of the warm-up. Only
 * their sum is kept, however many there are. One thread.
 */
public final class IntervalJoin implements Consumer<Snapshot> {

  private final int length;
  private final Consumer<Snapshot> next;
  private Snapshot sum; // null if there is none
  private int joined;

  /**
   * @param length intervals in one, 1 to change nothing
   * @param next takes the joined ones
   */
  public IntervalJoin(int length, Consumer<Snapshot> next) {
    this.length = length;
    this.next = next;
  }

  @Override
  public void accept(Snapshot interval) {
    if (sum != null && sum.warmup() != interval.warmup()) {
      end();
    }
    sum = sum == null ? interval : sum.then(interval);
    joined++;
    if (joined == length) {
      end();
    }
  }

  /** Passes on what has not become a whole one. */
  public void end() {
    if (sum != null) {
      next.accept(sum);
    }
    sum = null;
    joined = 0;
  }
}
