package dev.sluice.control.measure;

import dev.sluice.core.result.Snapshot;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/**
 * The newest intervals of a run, added up: at least some time, where there are so many. Short ones
 * are joined as they come, so that only a few sums are kept. One thread.
 */
public final class LatestWindow {

  private static final int MAX_KEPT = 20;

  private final long lengthNanos;
  private final Deque<Snapshot> kept = new ArrayDeque<>();

  /**
   * @param length what they last together
   */
  public LatestWindow(Duration length) {
    this.lengthNanos = length.toNanos();
  }

  public void add(Snapshot interval) {
    boolean joins = !kept.isEmpty() && kept.getLast().lengthNanos() < lengthNanos / (MAX_KEPT - 1);
    kept.add(joins ? kept.removeLast().then(interval) : interval);
    while (keptNanos() - kept.getFirst().lengthNanos() >= lengthNanos) {
      kept.removeFirst();
    }
  }

  /** All of them; empty before the first. */
  public Optional<Snapshot> sum() {
    return kept.stream().reduce(Snapshot::then);
  }

  private long keptNanos() {
    return kept.stream().mapToLong(Snapshot::lengthNanos).sum();
  }
}
