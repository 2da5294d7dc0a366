package dev.sluice.core.run;

import dev.sluice.core.stats.Connections.Reconnects;
import dev.sluice.core.worker.ConnectionWatch.ConnectionChange;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/** Connections of one workload that were lost and came back. Any thread. */
final class ConnectionTracker {

  private static final int SIGNIFICANT_DIGITS = 3;

  private final Histogram downMicros = new Histogram(SIGNIFICANT_DIGITS); // guarded by this

  private final Map<String, Long> lostSinceNanos = new HashMap<>(); // by worker; guarded by this
  private final Set<String> everLost = new HashSet<>(); // workers; guarded by this

  /** Past times in which at least one was lost, disjoint: where each begins, where it ends. */
  private final TreeMap<Long, Long> outages = new TreeMap<>(); // guarded by this

  /**
   * Takes note of what happened to a worker's connection. A client may tell of a loss long after
   * it, even just before the connection is back.
   */
  synchronized void add(String worker, ConnectionChange change, long nowNanos) {
    switch (change.transition()) {
      case LOST -> {
        lostSinceNanos.put(worker, nowNanos - change.downNanos());
        everLost.add(worker);
      }
      case BACK -> {
        downMicros.recordValue(change.downNanos() / 1_000);
        noLongerLost(worker, nowNanos);
      }
      case GIVEN_UP -> {} // the worker opens another one, so it is still lost
    }
  }

  /** A worker is connected again or has ended. */
  synchronized void noLongerLost(String worker, long nowNanos) {
    Long since = lostSinceNanos.remove(worker);
    if (since != null) {
      addOutage(since, nowNanos);
    }
  }

  /** For how long at least one was lost. */
  synchronized long lostNanos(long nowNanos) {
    long earliest =
        lostSinceNanos.values().stream().mapToLong(Long::longValue).min().orElse(nowNanos);
    long lost = Math.max(0, nowNanos - earliest);
    for (Map.Entry<Long, Long> outage : outages.entrySet()) {
      lost += Math.max(0, Math.min(outage.getValue(), earliest) - outage.getKey());
    }
    return lost;
  }

  /** The number of workers that have lost a connection. */
  synchronized int workersLost() {
    return everLost.size();
  }

  /** They come in the order of their ends, so that only the last ones can overlap a new one. */
  private void addOutage(long fromNanos, long toNanos) {
    long from = fromNanos;
    long to = toNanos;
    while (!outages.isEmpty() && outages.lastEntry().getValue() >= from) {
      Map.Entry<Long, Long> last = outages.pollLastEntry();
      from = Math.min(from, last.getKey());
      to = Math.max(to, last.getValue());
    }
    outages.put(from, to);
  }

  synchronized long reconnects() {
    return downMicros.getTotalCount();
  }

  /**
   * The reconnections so far.
   *
   * @param notBack connections that were lost when their workers ended
   */
  synchronized Reconnects summary(int notBack) {
    return new Reconnects(
        downMicros.getTotalCount(),
        1_000 * downMicros.getValueAtPercentile(50),
        1_000 * downMicros.getMaxValue(),
        notBack);
  }
}
