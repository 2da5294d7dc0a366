package dev.sluice.control.sink.otlp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.control.sink.folder.Snapshots;
import dev.sluice.control.sink.metrics.RunMetrics;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.json.JSONArray;
import org.json.JSONObject;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The figures of a run as a collector gets them. */
@Timeout(120)
class OtlpPushTest {

  private static final Duration NEVER = Duration.ofDays(1);
  private static final Duration OFTEN = Duration.ofMillis(20);

  private final BlockingQueue<String> told = new LinkedBlockingQueue<>();
  private final RunMetrics figures = new RunMetrics("P1", UnaryOperator.identity());
  private Collector collector;

  @BeforeEach
  void open() throws Exception {
    collector = new Collector();
    figures.interval(Snapshots.of("P1", 1, 60_000, 3_000_000));
  }

  @AfterEach
  void close() {
    collector.close();
    figures.close();
  }

  @Test
  void theEndOfARunIsPushedThoughItsTimeHasNotCome() throws Exception {
    start(NEVER, Map.of("Authorization", "Bearer canary")).close();
    Collector.Received received = collector.next();
    assertThat(received.contentType()).isEqualTo("application/json");
    assertThat(received.authorization()).isEqualTo("Bearer canary");
    assertThat(told).isEmpty();
  }

  @Test
  void figuresAreThoseOfTheMetricsPage() throws Exception {
    start(NEVER, Map.of()).close();
    JSONObject request =
        collector.next().metrics().getJSONArray("resourceMetrics").getJSONObject(0);
    assertThat(attributes(request.getJSONObject("resource")))
        .containsEntry("service.name", "sluice");
    Map<String, JSONObject> metrics =
        objects(request.getJSONArray("scopeMetrics").getJSONObject(0), "metrics").stream()
            .collect(Collectors.toMap(each -> each.getString("name"), Function.identity()));
    assertThat(metrics)
        .containsKeys(
            "sluice_workers", "sluice_errors", "jvm_memory_used_bytes", "process_cpu_seconds");

    JSONObject target = point(metrics.get("sluice_target_per_second").getJSONObject("gauge"));
    assertThat(target.getDouble("asDouble")).isEqualTo(6);
    assertThat(target.get("timeUnixNano")).isEqualTo("2000000005");
    assertThat(attributes(target)).containsEntry("run_id", "P1");

    JSONObject done = metrics.get("sluice_done").getJSONObject("sum");
    assertThat(done.getBoolean("isMonotonic")).isTrue();
    assertThat(done.getInt("aggregationTemporality")).isEqualTo(2);
    assertThat(point(done).getDouble("asDouble")).isEqualTo(2);

    JSONObject latency = metrics.get("sluice_latency_seconds");
    assertThat(latency.getString("unit")).isEqualTo("s");
    JSONObject buckets = point(latency.getJSONObject("histogram"));
    assertThat(buckets.getString("count")).isEqualTo("2");
    assertThat(buckets.getJSONArray("bucketCounts").toList())
        .hasSize(buckets.getJSONArray("explicitBounds").length() + 1)
        .filteredOn(each -> !each.equals("0"))
        .containsExactly("1", "1");
    assertThat(buckets.getDouble("sum")).isCloseTo(0.00306, within(0.0001));
  }

  /** By the rule of its translators: a gauge of unit 1 is called a ratio. */
  @Test
  void onTheWayToPrometheusEachGaugeKeepsTheNameOfTheMetricsPage() throws Exception {
    start(NEVER, Map.of()).close();
    JSONObject request =
        collector.next().metrics().getJSONArray("resourceMetrics").getJSONObject(0);
    List<String> gauges =
        objects(request.getJSONArray("scopeMetrics").getJSONObject(0), "metrics").stream()
            .filter(each -> each.has("gauge"))
            .map(
                each -> {
                  String name = each.getString("name");
                  boolean ratio = each.optString("unit").equals("1") && !name.endsWith("_ratio");
                  return ratio ? name + "_ratio" : name;
                })
            .toList();
    assertThat(gauges)
        .contains("sluice_target_per_second", "sluice_workers_up", "process_cpu_usage")
        .isSubsetOf(
            figures.snapshots().stream()
                .map(each -> each.getMetadata().getPrometheusName())
                .toList());
  }

  private static JSONObject point(JSONObject data) {
    return objects(data, "dataPoints").get(0);
  }

  private static Map<String, String> attributes(JSONObject of) {
    return objects(of, "attributes").stream()
        .collect(
            Collectors.toMap(
                each -> each.getString("key"),
                each -> each.getJSONObject("value").getString("stringValue")));
  }

  private static List<JSONObject> objects(JSONObject in, String name) {
    JSONArray array = in.getJSONArray(name);
    return IntStream.range(0, array.length()).mapToObj(array::getJSONObject).toList();
  }

  @Test
  @SuppressWarnings("try") // it pushes by itself
  void aCollectorThatRefusesIsToldOfOnceAndAgainWhenItTakesThem() throws Exception {
    collector.answers(503);
    try (OtlpPush push = start(OFTEN, Map.of())) {
      assertThat(told.poll(1, TimeUnit.MINUTES))
          .isEqualTo("metrics do not reach " + collector.url() + ": it answers with status 503");
      collector.next();
      collector.next();
      collector.answers(200);
      assertThat(told.poll(1, TimeUnit.MINUTES))
          .isEqualTo("metrics reach " + collector.url() + " again");
      assertThat(told).isEmpty();
    }
  }

  @Test
  void aCollectorThatIsNotThereHoldsNothingUp() {
    collector.close();
    start(NEVER, Map.of()).close();
    assertThat(told).hasSize(1).allMatch(line -> line.startsWith("metrics do not reach"));
  }

  @Test
  void anAddressWithoutThePathIsToldTheUsualOne() throws Exception {
    collector.answers(404);
    start(NEVER, Map.of()).close();
    assertThat(told.poll(1, TimeUnit.MINUTES))
        .endsWith("it answers with status 404: the path is mostly /v1/metrics");
  }

  /**
   * The settings that HTTP/2 begins with, as a port for gRPC sends them; an SSH port; a mail port.
   */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "\u0000\u0000\u0006\u0004\u0000\u0000\u0000\u0000\u0000",
        "SSH-2.0-x\r\n",
        "220 \u001b[2Jready\r\n"
      })
  void aPortThatDoesNotSpeakHttpIsToldFromOneThatDoes(String greeting) throws Exception {
    CountDownLatch over = new CountDownLatch(1);
    try (ServerSocket foreign = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      Thread greets =
          new Thread(
              () -> {
                try (Socket one = foreign.accept()) {
                  one.getOutputStream().write(greeting.getBytes(StandardCharsets.ISO_8859_1));
                  one.shutdownOutput();
                  over.await(); // closed before, what was sent to it would take the greeting along
                } catch (IOException | InterruptedException e) {
                  throw new AssertionError(e);
                }
              });
      greets.start();
      URI url = URI.create("http://127.0.0.1:" + foreign.getLocalPort() + "/v1/metrics");
      push(url, NEVER, Map.of()).close();
      assertThat(told.poll(1, TimeUnit.MINUTES))
          .endsWith("it does not answer by HTTP; port 4317 is mostly for gRPC, 4318 for HTTP");
      over.countDown();
      greets.join();
    }
  }

  @Test
  void secretsAreInNoText() {
    OtlpSettings settings =
        new OtlpSettings(
            URI.create("http://user:canary@host:4318/v1/metrics?key=canary"),
            Map.of("Authorization", "canary"),
            OFTEN);
    assertThat(settings).hasToString("http://host:4318/v1/metrics");
  }

  @Test
  void aHeaderThatHttpHasNotIsRefusedWithoutItsValue() {
    assertThatThrownBy(
            () -> new OtlpSettings(collector.url(), Map.of("Authorization", "can\u0001ary"), OFTEN))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageNotContaining("ary")
        .hasNoCause();
  }

  @Test
  void aUrlIsOneOfHttp() {
    for (String url : List.of("collector:4318", "/v1/metrics", "ftp://host/v1/metrics")) {
      assertThatThrownBy(() -> new OtlpSettings(URI.create(url), Map.of(), OFTEN))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  private OtlpPush start(Duration every, Map<String, String> headers) {
    return push(collector.url(), every, headers);
  }

  private OtlpPush push(URI to, Duration every, Map<String, String> headers) {
    OtlpPush push =
        new OtlpPush(
            new OtlpSettings(to, headers, every),
            Map.of("service.name", "sluice"),
            figures::snapshots,
            InstantSource.fixed(Instant.ofEpochSecond(2, 5)),
            told::add);
    push.start();
    return push;
  }
}
