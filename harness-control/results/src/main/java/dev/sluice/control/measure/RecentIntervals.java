package dev.sluice.control.measure;

import dev.sluice.core.bus.Sink;
import dev.sluice.core.result.Snapshot;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.ToLongFunction;

/** The last intervals of a run, kept for steps that look back. Any thread. */
public final class RecentIntervals implements Sink {

  private final int maxKept;
  private final ToLongFunction<Snapshot> endNanos;
  private final Deque<TimedInterval> kept = new ArrayDeque<>(); // guarded by this

  /**
   * @param maxKept how many; each holds histograms of some 100 KiB
   * @param endNanos when an interval that has just arrived ended, by the scenario's clock
   */
  public RecentIntervals(int maxKept, ToLongFunction<Snapshot> endNanos) {
    this.maxKept = maxKept;
    this.endNanos = endNanos;
  }

  /** Those that ended after a moment, in their order. */
  public synchronized List<TimedInterval> after(long nanos) {
    return kept.stream().filter(each -> each.endNanos() > nanos).toList();
  }

  @Override
  public void interval(Snapshot interval) {
    TimedInterval timed = new TimedInterval(endNanos.applyAsLong(interval), interval);
    synchronized (this) {
      if (kept.size() == maxKept) {
        kept.removeFirst();
      }
      kept.add(timed);
    }
  }
}
