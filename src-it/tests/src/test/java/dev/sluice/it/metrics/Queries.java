package dev.sluice.it.metrics;

import dev.sluice.it.run.PackagedProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.json.JSONArray;
import org.json.JSONObject;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** The queries in {@code config/grafana} and {@code config/prometheus}. */
final class Queries {

  static final Path RULES = PackagedProgram.root().resolve("config/prometheus/sluice.rules.yaml");
  private static final Path DASHBOARD =
      PackagedProgram.root().resolve("config/grafana/sluice.json");

  private Queries() {}

  /** Those of each panel by its title, as Grafana sends them when all runs are chosen. */
  static Map<String, List<String>> ofPanels() throws IOException {
    Map<String, List<String>> queries = new LinkedHashMap<>();
    JSONArray panels = new JSONObject(Files.readString(DASHBOARD)).getJSONArray("panels");
    for (int i = 0; i < panels.length(); i++) {
      JSONObject panel = panels.getJSONObject(i);
      if (!panel.getString("type").equals("row")) {
        List<String> ofPanel = new ArrayList<>();
        JSONArray targets = panel.getJSONArray("targets");
        for (int t = 0; t < targets.length(); t++) {
          ofPanel.add(
              targets
                  .getJSONObject(t)
                  .getString("expr")
                  .replace("$__rate_interval", "10s")
                  .replace("$run", ".*")
                  .replace("$workload", ".*"));
        }
        queries.put(panel.getString("title"), ofPanel);
      }
    }
    return queries;
  }

  /** Those of the alerts by their names. */
  @SuppressWarnings("unchecked")
  static Map<String, String> ofAlerts() throws IOException {
    Map<String, Object> root =
        (Map<String, Object>)
            new Load(LoadSettings.builder().build()).loadFromString(Files.readString(RULES));
    Map<String, String> queries = new LinkedHashMap<>();
    for (Map<String, Object> group : (List<Map<String, Object>>) root.get("groups")) {
      for (Map<String, Object> rule : (List<Map<String, Object>>) group.get("rules")) {
        queries.put((String) rule.get("alert"), (String) rule.get("expr"));
      }
    }
    return queries;
  }
}
