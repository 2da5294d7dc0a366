package dev.sluice.control.scenario.running.outside;

import dev.sluice.control.endpoint.client.CommandClient;
import dev.sluice.control.endpoint.client.HostPort;
import dev.sluice.control.endpoint.client.IntervalWatch;
import dev.sluice.control.scenario.measure.TargetInterval;
import dev.sluice.core.result.Snapshot;
import dev.sluice.core.time.NanoClock;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The last intervals of another process, watched from when they are first asked for. A warning says
 * when none come, and when they come again. Any thread.
 */
final class TargetIntervals implements IntervalWatch.Listener, AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(TargetIntervals.class);

  /** Hours of intervals of a second. */
  private static final int MOST_KEPT = 20_000;

  private final String target;
  private final NanoClock clock;
  private final IntervalWatch watch;
  private final Deque<TargetInterval> kept = new ArrayDeque<>(); // guarded by this
  private boolean started; // guarded by this
  private boolean broken; // guarded by this

  TargetIntervals(String target, HostPort at, CommandClient client, NanoClock clock) {
    this.target = target;
    this.clock = clock;
    this.watch = new IntervalWatch(client, at, this);
  }

  /** Those that ended after a moment, in their order. */
  synchronized List<TargetInterval> after(long nanos) {
    if (!started) {
      started = true;
      watch.start();
    }
    return kept.stream().filter(each -> each.endNanos() > nanos).toList();
  }

  @Override
  public synchronized void interval(Snapshot interval) {
    if (kept.size() == MOST_KEPT) {
      kept.removeFirst();
    }
    kept.add(new TargetInterval(clock.nanos(), interval));
    if (broken) {
      broken = false;
      LOG.warn("target {} can be measured again", target);
    }
  }

  @Override
  public synchronized void broken(String why) {
    if (!broken) {
      broken = true;
      LOG.warn("target {} has a gap in its figures: {}", target, why);
    }
  }

  @Override
  public void close() {
    synchronized (this) {
      if (!started) {
        return;
      }
    }
    watch.close();
  }
}
