package dev.sluice.it.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.it.legacy.LiveProcess;
import dev.sluice.mqsim.client.Eventually;
import dev.sluice.mqsim.cluster.SimulatedCluster;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.json.JSONObject;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every query of the dashboard and of the alert rules, by the metrics of a real run. */
class DashboardIT {

  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final Pattern METRICS = Pattern.compile(".*metrics on 127\\.0\\.0\\.1:(\\d+).*");

  private static final String PLAN =
      """
      providers:
        broker: {type: ibmmq, host: 127.0.0.1, port: %d, qmgr: QM1, channel: APP.SVRCONN}
      workloads:
        senders:   {type: send, queue: Q, threads: 4, rate: 50, transacted: true, verify: true}
        receivers: {type: receive, queue: Q, threads: 4, verify: true}
      run: {interval: 1s, id: R1, metrics: 0}
      steps:
        - wait: 10m
      """;

  @TempDir static Path folder;
  private static final SimulatedCluster CLUSTER =
      SimulatedCluster.builder().queueManagers("QM1").build();
  private static LiveProcess run;
  private static int port;

  /** With a small heap, because there are metrics of collections only after the first. */
  @BeforeAll
  static void start() throws Exception {
    CLUSTER.start("QM1");
    Path plan = Files.writeString(folder.resolve("plan.yaml"), PLAN.formatted(CLUSTER.port("QM1")));
    run = LiveProcess.start("run " + plan, "-Xmn4m", "-Xmx96m");
    Optional<Matcher> line = run.await(0, METRICS, PATIENCE);
    assertThat(line).as(run.toString()).isPresent();
    port = Integer.parseInt(line.get().group(1));
    assertThat(run.await(0, Pattern.compile(".*all workers are up.*"), PATIENCE))
        .as(run.toString())
        .isPresent();
  }

  @AfterAll
  static void stop() {
    run.close();
    CLUSTER.close();
  }

  @Test
  void thereIsWhatThePanelsAndAlertsAskFor() throws Exception {
    assertThat(
            Eventually.holds(
                PATIENCE,
                () ->
                    scrape().has("sluice_part_seconds_bucket")
                        && scrape().has("jvm_gc_pause_seconds_sum")))
        .as(run.toString())
        .isTrue();
    Scrape scrape = scrape();
    for (Map.Entry<String, List<String>> panel : Queries.ofPanels().entrySet()) {
      for (String query : panel.getValue()) {
        assertThat(scrape.missingFor(query)).as("%s: %s", panel.getKey(), query).isEmpty();
      }
    }
    for (Map.Entry<String, String> alert : Queries.ofAlerts().entrySet()) {
      assertThat(scrape.missingFor(alert.getValue())).as(alert.getKey()).isEmpty();
    }
  }

  @Test
  void aMetricThatIsNotThereIsMissed() throws Exception {
    Scrape scrape = scrape();
    assertThat(scrape.missingFor("sum (sluice_worker)")).containsExactly("sluice_worker");
    assertThat(scrape.missingFor("sluice_workers{workload=\"nobody\"}")).isNotEmpty();
    assertThat(scrape.missingFor("sum by (host) (sluice_workers)")).containsExactly("by host");
    assertThat(
            scrape.missingFor(
                "sum by (run_id) (sluice_workers) unless on (host) sum by (workload)"
                    + " (sluice_hindered_seconds_total)"))
        .containsExactly("by host", "by workload", "by host");
  }

  /** Where a Prometheus server is installed, it evaluates them all. */
  @Test
  void prometheusHasDataForEveryPanelAndNothingToComplainOf() throws Exception {
    Optional<Prometheus> found = Prometheus.start(folder, port);
    Assumptions.assumeTrue(found.isPresent(), "prometheus is not installed");
    try (Prometheus prometheus = found.get()) {
      assertThat(Eventually.holds(PATIENCE, prometheus::knowsTheRun)).isTrue();
      for (Map.Entry<String, List<String>> panel : Queries.ofPanels().entrySet()) {
        for (String query : panel.getValue()) {
          assertThat(prometheus.values(query))
              .as("%s: %s", panel.getKey(), query)
              .anyMatch(Double::isFinite);
        }
      }
      List<JSONObject> rules = prometheus.rules();
      assertThat(rules).hasSameSizeAs(Queries.ofAlerts().entrySet());
      assertThat(rules).allMatch(rule -> rule.getString("health").equals("ok"), "healthy");
      assertThat(rules).allMatch(rule -> !rule.getString("state").equals("firing"), "quiet");
    }
  }

  private static Scrape scrape() throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/metrics")).build();
    return Scrape.of(
        HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString()).body());
  }
}
