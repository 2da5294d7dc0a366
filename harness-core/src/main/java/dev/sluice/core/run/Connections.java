package dev.sluice.core.run;

import java.util.Map;

/**
 * How the connections of a workload stand.
 *
 * @param byPeer workers that are up by whom they are connected to (a queue manager, a broker),
 *     where that is known; in the order of the names
 * @param reconnects how often a lost connection came back since the run started
 */
public record Connections(Map<String, Integer> byPeer, long reconnects) {

  public static final Connections NONE = new Connections(Map.of(), 0);
}
