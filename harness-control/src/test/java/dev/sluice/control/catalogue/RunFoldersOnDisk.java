package dev.sluice.control.catalogue;

import dev.sluice.control.format.RunFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.json.JSONArray;
import org.json.JSONObject;

/** Makes small run folders for tests. */
public final class RunFoldersOnDisk {

  private RunFoldersOnDisk() {}

  /** A run that has ended, with one workload. */
  public static JSONObject done(String id, String created, double achieved, double p99Millis) {
    JSONObject latency =
        new JSONObject(
            Map.of("count", 100, "mean", 1.5, "p50", p99Millis / 2, "p99", p99Millis, "max", 99));
    JSONObject workload =
        new JSONObject()
            .put("name", "senders")
            .put("achievedPerSecond", achieved)
            .put("targetPerSecond", 100)
            .put("ratio", achieved / 100)
            .put("verdict", achieved < 99 ? "saturated" : "kept")
            .put("rolledBack", 7)
            .put("latencyMillis", new JSONObject().put("latency", latency));
    return new JSONObject()
        .put("format", 1)
        .put("id", id)
        .put("state", "done")
        .put("created", created)
        .put("host", new JSONObject().put("name", "host-" + id))
        .put("provider", "ibmmq, QM1")
        .put("workloads", new JSONArray().put(new JSONObject().put("name", "senders")))
        .put(
            "summary",
            new JSONObject()
                .put("measuredSeconds", 10)
                .put("workloads", new JSONArray().put(workload)));
  }

  /** Writes a folder with this description. */
  public static Path write(Path folder, JSONObject description) throws IOException {
    Files.createDirectories(folder);
    Files.writeString(folder.resolve(RunFiles.INTERVALS_JSON), "");
    Files.writeString(folder.resolve(RunFiles.RUN), description.toString());
    return folder;
  }
}
