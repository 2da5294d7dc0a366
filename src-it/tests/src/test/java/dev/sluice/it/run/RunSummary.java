package dev.sluice.it.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.IntStream;
import org.json.JSONArray;
import org.json.JSONObject;

/**
 * The summary in a run's {@code run.json}.
 *
 * @param json as it stands there
 */
public record RunSummary(JSONObject json) {

  /**
   * Reads it.
   *
   * @param results the folder of the run
   */
  public static RunSummary read(Path results) throws IOException {
    return new RunSummary(
        new JSONObject(Files.readString(results.resolve("run.json"))).getJSONObject("summary"));
  }

  /** One workload. */
  public JSONObject workload(String name) {
    JSONArray workloads = json.getJSONArray("workloads");
    return IntStream.range(0, workloads.length())
        .mapToObj(workloads::getJSONObject)
        .filter(each -> each.getString("name").equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("no workload " + name + " in " + json));
  }
}
