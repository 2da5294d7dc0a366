package dev.sluice.control.format;

import dev.sluice.core.result.Connections;
import java.util.Map;
import java.util.TreeMap;
import org.json.JSONException;
import org.json.JSONObject;

/** Connections, as members of a JSON object and back. Pure functions. */
public final class ConnectionsJson {

  private static final String RECONNECTS = "totalReconnects";
  private static final String LOST_NANOS = "totalLostNanos";
  private static final String WORKERS_LOST = "workersWithoutConnection";
  private static final String BY_PEER = "connectionsByPeer";

  private ConnectionsJson() {}

  /** Adds all of them to an object, and returns it. */
  static Json addTo(Json json, Connections connections) {
    return addPeers(
        json.put(RECONNECTS, connections.reconnects())
            .put(LOST_NANOS, connections.lostNanos())
            .put(WORKERS_LOST, connections.workersLost()),
        connections);
  }

  /** Adds those that replies have, and returns the object. */
  public static Json addToReply(Json json, Connections connections) {
    return addPeers(json.put(RECONNECTS, connections.reconnects()), connections);
  }

  private static Json addPeers(Json json, Connections connections) {
    return json.put(BY_PEER, connections.byPeer());
  }

  /**
   * The reverse of both; what an object does not have is 0.
   *
   * @throws JSONException if there are none, or if they are not numbers
   */
  public static Connections parse(JSONObject json) {
    Map<String, Integer> byPeer = new TreeMap<>();
    JSONObject peers = json.getJSONObject(BY_PEER);
    peers.keySet().forEach(peer -> byPeer.put(peer, peers.getInt(peer)));
    return new Connections(
        byPeer, json.getLong(RECONNECTS), json.optLong(LOST_NANOS), json.optInt(WORKERS_LOST));
  }
}
