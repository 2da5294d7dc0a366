package dev.sluice.control.scenario.running.outside;

import dev.sluice.control.scenario.measure.TargetInterval;
import dev.sluice.core.bus.Sink;
import dev.sluice.core.result.Snapshot;
import dev.sluice.core.run.RunControl;
import dev.sluice.core.time.NanoClock;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** The last intervals of a run, kept from when they are first asked for. Any thread. */
final class TargetIntervals implements Sink {

  /** Hours of intervals of a second. */
  private static final int MAX_KEPT = 20_000;

  private final RunControl run;
  private final NanoClock clock;
  private final Deque<TargetInterval> kept = new ArrayDeque<>(); // guarded by this
  private boolean started; // guarded by this

  TargetIntervals(RunControl run, NanoClock clock) {
    this.run = run;
    this.clock = clock;
  }

  /** Those that ended after a moment, in their order. */
  synchronized List<TargetInterval> after(long nanos) {
    if (!started) {
      started = true;
      run.subscribe(this);
    }
    return kept.stream().filter(each -> each.endNanos() > nanos).toList();
  }

  @Override
  public synchronized void interval(Snapshot interval) {
    if (kept.size() == MAX_KEPT) {
      kept.removeFirst();
    }
    kept.add(new TargetInterval(clock.nanos(), interval));
  }
}
