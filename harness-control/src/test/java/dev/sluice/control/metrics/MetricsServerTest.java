package dev.sluice.control.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.control.socket.RealRun;
import dev.sluice.control.socket.Snapshots;
import dev.sluice.core.run.Reporter;
import dev.sluice.core.run.Snapshot;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.hawkular.agent.prometheus.text.TextPrometheusMetricDataParser;
import org.hawkular.agent.prometheus.types.Counter;
import org.hawkular.agent.prometheus.types.Gauge;
import org.hawkular.agent.prometheus.types.Histogram;
import org.hawkular.agent.prometheus.types.Metric;
import org.hawkular.agent.prometheus.types.MetricFamily;
import org.hawkular.agent.prometheus.types.MetricType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class MetricsServerTest {

  private static final String NAME = "[a-zA-Z_:][a-zA-Z0-9_:]*";
  private static final String LABEL = "[a-zA-Z_][a-zA-Z0-9_]*=\"([^\"\\\\\\n]|\\\\[\\\\\"n])*\"";
  private static final String VALUE = "([+-]?(\\d+(\\.\\d+)?([eE][+-]?\\d+)?|Inf)|NaN)";
  private static final String SAMPLE = NAME + "(\\{" + LABEL + "(," + LABEL + ")*,?\\})? " + VALUE;
  private static final String COMMENT =
      "# (HELP " + NAME + " .*|TYPE " + NAME + " (counter|gauge|histogram|summary|untyped))";

  private final MetricsServer server = new MetricsServer("P1", MetricsSettings.onLoopback(0));
  private final HttpClient http = HttpClient.newHttpClient();
  private InetSocketAddress at;

  @BeforeEach
  void start() throws IOException {
    at = server.start();
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void everyLineIsOfTheExpositionFormat() throws Exception {
    server.interval(Snapshots.of("P1", 1, 60_000, 3_000_000, 120_000_000_000L));
    HttpResponse<String> response = get("/metrics");
    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.headers().firstValue("content-type")).hasValue(HttpSession.PROMETHEUS);
    assertThat(response.body()).endsWith("\n");
    assertThat(response.body().lines()).allMatch(l -> l.matches(SAMPLE) || l.matches(COMMENT));
  }

  @Test
  void aParserReadsTheFiguresOfTheIntervals() throws Exception {
    server.interval(Snapshots.of("P1", 1, 60_000, 3_000_000));
    server.interval(Snapshots.of("P1", 2, 60_000, 120_000_000_000L));
    Map<String, MetricFamily> families = families(get("/metrics").body());

    assertThat(gauge(families, "sluice_target_per_second")).isEqualTo(6);
    assertThat(gauge(families, "sluice_achieved_per_second")).isEqualTo(2);
    assertThat(gauge(families, "sluice_workers")).isEqualTo(3);
    assertThat(gauge(families, "sluice_workers_up")).isEqualTo(2);
    assertThat(counter(families, "sluice_iterations_total")).isEqualTo(4);
    assertThat(counter(families, "sluice_given_up_total")).isEqualTo(4);
    assertThat(counter(families, "sluice_in_doubt_total")).isEqualTo(8);
    assertThat(counter(families, "sluice_rolled_back_total")).isEqualTo(10);
    assertThat(counter(families, "sluice_skewed_total")).isEqualTo(14);
    assertThat(counter(families, "sluice_reconnects_total")).isEqualTo(6);
    assertThat(gauge(families, "sluice_connections")).isEqualTo(2);
    assertThat(only(families, "sluice_connections").getLabels())
        .containsEntry("peer", "QM1")
        .containsEntry("workload", "senders");
    assertThat(counter(families, "sluice_empty_total")).isEqualTo(6);
    assertThat(counter(families, "sluice_errors_total")).isEqualTo(2);
    assertThat(only(families, "sluice_errors_total").getLabels())
        .containsEntry("cause", "2009 \"broken\"")
        .containsEntry("workload", "senders")
        .containsEntry("run_id", "P1");

    Histogram latency = (Histogram) only(families, "sluice_latency_seconds");
    assertThat(latency.getSampleCount()).isEqualTo(4);
    assertThat(latency.getSampleSum()).isCloseTo(120.00312, within(1.0));
    assertThat(bucket(latency, 50e-6)).isZero();
    assertThat(bucket(latency, 100e-6)).isEqualTo(2);
    assertThat(bucket(latency, 5e-3)).isEqualTo(3);
    assertThat(bucket(latency, 60)).isEqualTo(3);
    assertThat(bucket(latency, Double.POSITIVE_INFINITY)).isEqualTo(4);
    assertThat(((Histogram) only(families, "sluice_service_seconds")).getSampleCount())
        .isEqualTo(4);
    assertThat(((Histogram) only(families, "sluice_lateness_seconds")).getSampleCount()).isZero();
    assertThat(((Histogram) only(families, "sluice_part_seconds")).getSampleCount()).isEqualTo(4);
    assertThat(only(families, "sluice_part_seconds").getLabels())
        .containsEntry("part", "round-trip");
    assertThat(families.get("sluice_delivery").getMetrics())
        .extracting(m -> m.getLabels().get("finding"), m -> ((Gauge) m).getValue())
        .containsExactlyInAnyOrder(
            tuple("checked", 10.0),
            tuple("unchecked", 1.0),
            tuple("lost", 2.0),
            tuple("possibly-lost", 0.0),
            tuple("duplicates", 3.0),
            tuple("out-of-order", 4.0),
            tuple("corrupt", 5.0),
            tuple("redelivered", 6.0));
    assertThat(families)
        .containsKeys("jvm_memory_used_bytes", "jvm_threads_live_threads", "system_cpu_count")
        .containsKeys("process_cpu_usage", "process_uptime_seconds");
  }

  @Test
  void workersAreSeenWhileTheyConnect() throws Exception {
    server.connecting("senders", 120, 180);
    Map<String, MetricFamily> families = families(get("/metrics").body());
    assertThat(gauge(families, "sluice_workers_up")).isEqualTo(120);
    assertThat(gauge(families, "sluice_workers")).isEqualTo(180);
  }

  @Test
  void aScrapeAgreesWithTheIntervalOfARealRun() throws Exception {
    CountDownLatch third = new CountDownLatch(1);
    AtomicReference<Snapshot> last = new AtomicReference<>();
    AtomicReference<String> scraped = new AtomicReference<>();
    Reporter scraper =
        new Reporter() {
          @Override
          public void interval(Snapshot snapshot) {
            if (snapshot.number()
                == 3) { // after the server, on the same thread: no interval between
              last.set(snapshot);
              scraped.set(getUnchecked());
              third.countDown();
            }
          }
        };
    try (RealRun run = new RealRun("P1", 2, 100, server, scraper)) {
      assertThat(third.await(20, TimeUnit.SECONDS)).isTrue();
      assertThat(run.control().latest()).isPresent();
    }
    Map<String, MetricFamily> families = families(scraped.get());
    Snapshot.Workload senders = last.get().workloads().get(0);
    assertThat(gauge(families, "sluice_achieved_per_second"))
        .isCloseTo(senders.achievedPerSecond(), within(1e-9));
    assertThat(gauge(families, "sluice_target_per_second"))
        .isCloseTo(senders.targetPerSecond(), within(1e-9));
    assertThat(counter(families, "sluice_iterations_total"))
        .isEqualTo((double) senders.totalIterations());
    assertThat(((Histogram) only(families, "sluice_latency_seconds")).getSampleCount())
        .as("histograms are read just after the counters, so they may be ahead of them")
        .isGreaterThanOrEqualTo(senders.totalIterations());
  }

  @Test
  void openMetricsOnRequest() throws Exception {
    server.interval(Snapshots.of("P1", 1, 60_000));
    HttpResponse<String> response =
        http.send(
            request("/metrics")
                .header("Accept", "application/openmetrics-text;version=1.0.0,text/plain;q=0.5")
                .build(),
            HttpResponse.BodyHandlers.ofString());
    assertThat(response.headers().firstValue("content-type")).hasValue(HttpSession.OPEN_METRICS);
    assertThat(response.body()).endsWith("# EOF\n");
  }

  @Test
  void otherPathsAndMethods() throws Exception {
    assertThat(get("/healthz").body()).isEqualTo("ok\n");
    assertThat(get("/healthz?full=1").statusCode()).isEqualTo(200);
    assertThat(get("/").statusCode()).isEqualTo(404);
    HttpResponse<String> post =
        http.send(
            request("/metrics").POST(HttpRequest.BodyPublishers.ofString("x")).build(),
            HttpResponse.BodyHandlers.ofString());
    assertThat(post.statusCode()).isEqualTo(405);
    assertThat(post.headers().firstValue("allow")).hasValue("GET, HEAD");
    HttpResponse<String> tooLarge =
        http.send(
            request("/metrics")
                .POST(HttpRequest.BodyPublishers.ofString("x".repeat(9_000)))
                .build(),
            HttpResponse.BodyHandlers.ofString());
    assertThat(tooLarge.statusCode()).isEqualTo(413);
  }

  @Test
  void connectionCloseIsHonouredAndPipelinedRequestsAreAnsweredInOrder() throws Exception {
    String answer =
        converse(
            String.join(
                "\r\n",
                List.of(
                    "GET /metrics HTTP/1.1",
                    "Host: x",
                    "",
                    "GET /nowhere HTTP/1.1",
                    "Host: x",
                    "",
                    "GET /healthz HTTP/1.1",
                    "Host: x",
                    "Connection: close",
                    "",
                    "")));
    assertThat(answer).containsSubsequence("200 OK", "404 Not Found", "200 OK", "close", "ok\n");
  }

  @Test
  void whatIsNoHttpIsRefused() throws Exception {
    assertThat(converse("rate 5\r\n\r\n")).contains("400 Bad Request");
    assertThat(get("/healthz").statusCode()).isEqualTo(200);
  }

  @Test
  void aPortInUseIsToldInOneLine() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        MetricsServer second =
            new MetricsServer("", MetricsSettings.onLoopback(taken.getLocalPort()))) {
      assertThatThrownBy(second::start)
          .hasMessageMatching("cannot listen on 127\\.0\\.0\\.1 port \\d+: [^\\n]+");
    }
  }

  private String converse(String sent) throws IOException {
    try (Socket socket = new Socket(at.getAddress(), at.getPort())) {
      socket.setSoTimeout(20_000);
      socket.getOutputStream().write(sent.getBytes(StandardCharsets.US_ASCII));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private HttpResponse<String> get(String path) throws IOException, InterruptedException {
    return http.send(request(path).build(), HttpResponse.BodyHandlers.ofString());
  }

  private String getUnchecked() {
    try {
      return get("/metrics").body();
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(
            URI.create("http://" + at.getAddress().getHostAddress() + ":" + at.getPort() + path))
        .timeout(Duration.ofSeconds(20));
  }

  private static Map<String, MetricFamily> families(String page) throws IOException {
    TextPrometheusMetricDataParser parser =
        new TextPrometheusMetricDataParser(
            new ByteArrayInputStream(page.getBytes(StandardCharsets.UTF_8)));
    Map<String, MetricFamily> families = new LinkedHashMap<>();
    for (MetricFamily family = parser.parse(); family != null; family = parser.parse()) {
      families.put(family.getName(), family);
    }
    return families;
  }

  private static Metric only(Map<String, MetricFamily> families, String name) {
    assertThat(families).containsKey(name);
    assertThat(families.get(name).getMetrics()).hasSize(1);
    return families.get(name).getMetrics().get(0);
  }

  private static double gauge(Map<String, MetricFamily> families, String name) {
    assertThat(families.get(name).getType()).isEqualTo(MetricType.GAUGE);
    return ((Gauge) only(families, name)).getValue();
  }

  private static double counter(Map<String, MetricFamily> families, String name) {
    assertThat(families.get(name).getType()).isEqualTo(MetricType.COUNTER);
    return ((Counter) only(families, name)).getValue();
  }

  private static long bucket(Histogram histogram, double upperBound) {
    return histogram.getBuckets().stream()
        .filter(bucket -> bucket.getUpperBound() == upperBound)
        .findFirst()
        .orElseThrow()
        .getCumulativeCount();
  }
}
