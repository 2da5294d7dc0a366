package dev.sluice.it.metrics;

import dev.sluice.it.run.ChildProcess;
import dev.sluice.it.run.FreePorts;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.json.JSONArray;
import org.json.JSONObject;

/** A Prometheus server, where one is installed, that scrapes a run every second. */
final class Prometheus implements AutoCloseable {

  private final HttpClient http = HttpClient.newHttpClient();
  private final int port;
  private final Process process;

  private Prometheus(int port, Process process) {
    this.port = port;
    this.process = process;
  }

  /**
   * Starts it, if it is on the path.
   *
   * @param folder for its files
   * @param metricsPort of the run
   */
  static Optional<Prometheus> start(Path folder, int metricsPort) throws IOException {
    int port = FreePorts.take();
    Path configuration = folder.resolve("prometheus.yml");
    Files.writeString(
        configuration,
        """
        global: {scrape_interval: 1s, evaluation_interval: 1s}
        rule_files: ["%s"]
        scrape_configs:
          - job_name: sluice
            static_configs: [{targets: ["127.0.0.1:%d"]}]
        """
            .formatted(Queries.RULES, metricsPort));
    List<String> command =
        List.of(
            "prometheus",
            "--config.file=" + configuration,
            "--storage.tsdb.path=" + folder.resolve("data"),
            "--web.listen-address=127.0.0.1:" + port);
    try {
      Process process =
          ChildProcess.builder(command)
              .redirectErrorStream(true)
              .redirectOutput(folder.resolve("prometheus.log").toFile())
              .start();
      return Optional.of(new Prometheus(port, process));
    } catch (IOException e) {
      return Optional.empty(); // there is none
    }
  }

  /** The values of the series that a query gives now. */
  List<Double> values(String query) throws IOException, InterruptedException {
    JSONArray result =
        get("/api/v1/query?query=" + URLEncoder.encode(query, StandardCharsets.UTF_8))
            .getJSONObject("data")
            .getJSONArray("result");
    return result.toList().stream()
        .map(JSONObject::wrap)
        .map(JSONObject.class::cast)
        .map(series -> Double.parseDouble(series.getJSONArray("value").getString(1)))
        .toList();
  }

  /** Whether it answers and has had data from the run for a while. */
  boolean knowsTheRun() throws InterruptedException {
    try {
      return values("count_over_time(sluice_workers[1m]) > 15").size() > 1;
    } catch (IOException e) {
      return false; // it is starting
    }
  }

  /** The rules with their health and what is wrong with them. */
  List<JSONObject> rules() throws IOException, InterruptedException {
    JSONArray groups = get("/api/v1/rules").getJSONObject("data").getJSONArray("groups");
    return groups.getJSONObject(0).getJSONArray("rules").toList().stream()
        .map(JSONObject::wrap)
        .map(JSONObject.class::cast)
        .toList();
  }

  private JSONObject get(String path) throws IOException, InterruptedException {
    HttpResponse<String> response =
        http.send(
            HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path)).build(),
            HttpResponse.BodyHandlers.ofString());
    if (response.statusCode() != 200) {
      throw new IOException(path + ": " + response.body());
    }
    return new JSONObject(response.body());
  }

  @Override
  public void close() {
    process.destroy();
  }
}
