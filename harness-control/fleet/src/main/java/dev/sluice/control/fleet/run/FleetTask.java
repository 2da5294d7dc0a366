package dev.sluice.control.fleet.run;

import dev.sluice.control.format.Json;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.json.JSONArray;
import org.json.JSONException;
import org.json.JSONObject;

/**
 * What agents are asked to play, as text.
 *
 * @param name of the scenario
 * @param plan a scenario, for the reader of scenarios
 * @param placements where its workloads run
 */
record FleetTask(String name, String plan, Map<String, Placement> placements) {

  private static final String NAME = "name";
  private static final String PLAN = "plan";
  private static final String PLACEMENTS = "placements";
  private static final String WORKERS = "workers";
  private static final String AGENTS = "agents";

  String text() {
    Json byWorkload = new Json();
    placements.forEach(
        (workload, each) ->
            byWorkload.put(
                workload, new Json().put(WORKERS, each.workers()).put(AGENTS, each.agents())));
    return new Json().put(NAME, name).put(PLAN, plan).put(PLACEMENTS, byWorkload).toString();
  }

  /**
   * The reverse.
   *
   * @throws JSONException if the text is not one
   */
  static FleetTask parse(String text) {
    JSONObject json = new JSONObject(text);
    Map<String, Placement> placements = new LinkedHashMap<>();
    JSONObject byWorkload = json.getJSONObject(PLACEMENTS);
    for (String workload : byWorkload.keySet()) {
      JSONObject placement = byWorkload.getJSONObject(workload);
      JSONArray agents = placement.getJSONArray(AGENTS);
      placements.put(
          workload,
          new Placement(
              placement.getInt(WORKERS), agents.toList().stream().map(Object::toString).toList()));
    }
    return new FleetTask(json.getString(NAME), json.getString(PLAN), placements);
  }

  FleetTask {
    placements = Map.copyOf(placements);
  }

  /** The names of all agents that have a part in it. */
  List<String> agents() {
    return placements.values().stream()
        .flatMap(each -> each.agents().stream())
        .distinct()
        .sorted()
        .toList();
  }
}
