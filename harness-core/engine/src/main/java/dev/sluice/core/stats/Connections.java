package dev.sluice.core.stats;

import java.util.Map;
import java.util.TreeMap;

/**
 * How the connections of a workload stand.
 *
 * @param byPeer workers that are up by whom they are connected to (a queue manager, a broker),
 *     where that is known; in the order of the names
 * @param reconnects how often a lost connection came back since the run started
 * @param lostNanos for how long at least one connection was lost, since the run started; of two
 *     together at least as long as for either
 * @param workersLost how many workers have lost theirs at some time since the run started
 */
public record Connections(
    Map<String, Integer> byPeer, long reconnects, long lostNanos, int workersLost) {

  public static final Connections NONE = new Connections(Map.of(), 0);

  /** Where none was lost. */
  public Connections(Map<String, Integer> byPeer, long reconnects) {
    this(byPeer, reconnects, 0, 0);
  }

  /** To how many queue managers or brokers workers are connected, 0 if it is not known. */
  public int peers() {
    return (int) byPeer.values().stream().filter(workers -> workers > 0).count();
  }

  /** Both together, as of two workloads or two processes at the same time. */
  Connections plus(Connections other) {
    Map<String, Integer> both = new TreeMap<>(byPeer);
    other.byPeer.forEach((peer, workers) -> both.merge(peer, workers, Integer::sum));
    return new Connections(
        both,
        reconnects + other.reconnects,
        Math.max(lostNanos, other.lostNanos),
        workersLost + other.workersLost);
  }

  /** The part of them that stays after their process has ended. */
  Connections ended() {
    return new Connections(Map.of(), reconnects, lostNanos, 0);
  }

  /**
   * Connections that were lost and came back.
   *
   * @param count how often one came back
   * @param p50Nanos half of them were back within this time, 0 when there were none
   * @param maxNanos all of them were back within this time
   * @param notBack connections that were lost before the run stopped and were still lost when their
   *     workers ended
   */
  public record Reconnects(long count, long p50Nanos, long maxNanos, int notBack) {

    public static final Reconnects NONE = new Reconnects(0, 0, 0, 0);

    /** Both together; the median of both is not known, and is not more than the larger one. */
    public Reconnects plus(Reconnects other) {
      return new Reconnects(
          count + other.count,
          Math.max(p50Nanos, other.p50Nanos),
          Math.max(maxNanos, other.maxNanos),
          notBack + other.notBack);
    }
  }
}
