package dev.sluice.control.catalogue;

import dev.sluice.control.format.RunFiles;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
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
            .put("explanation", "why")
            .put("account", new JSONObject())
            .put("wholeAccount", new JSONObject())
            .put("totalIterations", 100)
            .put("totalInDoubt", 0)
            .put("totalRolledBack", 7)
            .put("workersLost", 0)
            .put("rolledBack", 7)
            .put("latencyMillis", new JSONObject().put("latency", latency));
    return new JSONObject()
        .put("format", 1)
        .put("id", id)
        .put("state", "done")
        .put("created", created)
        .put(
            "host",
            new JSONObject()
                .put("name", "host-" + id)
                .put("operatingSystem", "Linux")
                .put("processors", 2)
                .put("maxHeapBytes", 1 << 20)
                .put("zone", "Z"))
        .put("clock", "by this host")
        .put("intervalSeconds", 1)
        .put("configuration", new JSONObject())
        .put("provider", "ibmmq, QM1")
        .put("workloads", new JSONArray().put(asked()))
        .put(
            "summary",
            new JSONObject()
                .put("started", created)
                .put("measuredSeconds", 10)
                .put("endReason", "the duration has passed")
                .put("clean", true)
                .put("cpuCores", 1)
                .put("workloads", new JSONArray().put(workload)));
  }

  private static JSONObject asked() {
    return new JSONObject()
        .put("name", "senders")
        .put("workers", 2)
        .put("targetPerWorkerPerSecond", 50)
        .put("targetPerSecond", 100)
        .put("rampSeconds", 0)
        .put("arrivals", "uniform")
        .put("catchUpSeconds", 1)
        .put("count", 0)
        .put("disconnectEvery", 0)
        .put("disconnectSeconds", 0)
        .put("startParallel", 16)
        .put("onError", "continue")
        .put("threads", "platform")
        .put("drainSeconds", 0);
  }

  /** Writes a folder with this description. */
  public static Path write(Path folder, JSONObject description) throws IOException {
    Files.createDirectories(folder);
    Files.writeString(folder.resolve(RunFiles.INTERVALS_JSON), "");
    Files.writeString(folder.resolve(RunFiles.RUN), description.toString());
    return folder;
  }

  /**
   * Makes folders that somebody with bad intentions could: each member of a description is
   * something else, and each file is a folder, a link or nonsense.
   *
   * @return how many
   */
  public static int hostile(Path root) throws IOException {
    List<Object> values =
        List.of(
            JSONObject.NULL,
            -1,
            new BigDecimal("1e2000000000"), // written out, it fills the memory
            "x".repeat(2_000_000),
            "\u0000\u001b[31m",
            "+1000000000-12-31T23:59:59Z",
            new JSONArray().put(JSONObject.NULL),
            new JSONArray().put(new JSONObject()),
            new JSONObject().put("a".repeat(3_000), "b").put("a".repeat(3_001), "b"));
    int made = 0;
    JSONObject sound = done("sound", "2026-11-01T10:00:00Z", 1, 1).put("labels", Map.of("a", "b"));
    for (String pointer : pointers("", sound)) {
      for (Object value : values) {
        JSONObject changed = new JSONObject(sound.toString());
        int last = pointer.lastIndexOf('/');
        String name = pointer.substring(last + 1);
        if (changed.query(pointer.substring(0, last)) instanceof JSONObject parent) {
          parent.put(name, value);
          write(root.resolve("value-" + made++), changed);
        }
      }
    }
    for (String name :
        List.of(RunFiles.RUN, RunFiles.INTERVALS_JSON, RunFiles.HISTOGRAMS, RunFiles.EVENTS)) {
      for (String target : List.of("/proc/self/mem", "/dev/zero")) {
        Path folder = write(root.resolve("link-" + made++), sound);
        Files.deleteIfExists(folder.resolve(name));
        Files.createSymbolicLink(folder.resolve(name), Path.of(target));
      }
      Path folder = write(root.resolve("folder-" + made++), sound);
      Files.deleteIfExists(folder.resolve(name));
      Files.createDirectory(folder.resolve(name));
      Path nonsense = write(root.resolve("nonsense-" + made++), sound);
      Files.writeString(nonsense.resolve(name), "[".repeat(100_000) + "\n");
    }
    Files.createDirectory(root.resolve("back"));
    write(root.resolve("back/slash"), sound);
    write(root.resolve("back\\slash"), sound);
    return made + 2;
  }

  /** A temporary folder with links to the outside is removed with a warning. */
  public static void removeLinks(Path root) throws IOException {
    List<Path> links;
    try (Stream<Path> all = Files.walk(root)) {
      links = all.filter(Files::isSymbolicLink).toList();
    }
    for (Path link : links) {
      Files.delete(link);
    }
  }

  private static List<String> pointers(String at, Object json) {
    List<String> pointers = new ArrayList<>();
    if (json instanceof JSONObject object) {
      for (String key : object.keySet()) {
        pointers.add(at + "/" + key);
        pointers.addAll(pointers(at + "/" + key, object.get(key)));
      }
    } else if (json instanceof JSONArray array) {
      for (int i = 0; i < array.length(); i++) {
        pointers.addAll(pointers(at + "/" + i, array.get(i)));
      }
    }
    return pointers;
  }
}
