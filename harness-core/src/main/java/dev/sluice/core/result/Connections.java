package dev.sluice.core.result;

import java.util.Map;

/**
 * How the connections of a workload stand.
 *
 * @param byPeer workers that are up by whom they are connected to (a queue manager, a broker),
 *     where that is known; in the order of the names
 * @param reconnects how often a lost connection came back since the run started
 * @param lostNanos for how long at least one connection was lost, since the run started
 * @param workersLost how many workers have lost theirs at some time since the run started
 */
public record Connections(
    Map<String, Integer> byPeer, long reconnects, long lostNanos, int workersLost) {

  public static final Connections NONE = new Connections(Map.of(), 0);

  /** Where none was lost. */
  public Connections(Map<String, Integer> byPeer, long reconnects) {
    this(byPeer, reconnects, 0, 0);
  }
}
