package dev.sluice.control.sink.otlp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.control.command.Snapshots;
import dev.sluice.control.sink.metrics.RunMetrics;
import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceRequest;
import io.opentelemetry.proto.metrics.v1.AggregationTemporality;
import io.opentelemetry.proto.metrics.v1.HistogramDataPoint;
import io.opentelemetry.proto.metrics.v1.Metric;
import io.opentelemetry.proto.metrics.v1.NumberDataPoint;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

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
    assertThat(received.contentType()).isEqualTo("application/x-protobuf");
    assertThat(received.authorization()).isEqualTo("Bearer canary");
    assertThat(told).isEmpty();
  }

  @Test
  void figuresAreThoseOfTheMetricsPage() throws Exception {
    start(NEVER, Map.of()).close();
    ExportMetricsServiceRequest request = collector.next().metrics();
    assertThat(request.getResourceMetrics(0).getResource().getAttributesList())
        .anyMatch(
            each ->
                each.getKey().equals("service.name")
                    && each.getValue().getStringValue().equals("sluice"));
    Map<String, Metric> metrics =
        request.getResourceMetrics(0).getScopeMetrics(0).getMetricsList().stream()
            .collect(Collectors.toMap(Metric::getName, Function.identity()));
    assertThat(metrics)
        .containsKeys(
            "sluice_workers", "sluice_errors", "jvm_memory_used_bytes", "process_cpu_seconds");

    NumberDataPoint target = metrics.get("sluice_target_per_second").getGauge().getDataPoints(0);
    assertThat(target.getAsDouble()).isEqualTo(6);
    assertThat(target.getTimeUnixNano()).isEqualTo(2_000_000_005L);
    assertThat(target.getAttributesList())
        .anyMatch(
            each ->
                each.getKey().equals("run_id") && each.getValue().getStringValue().equals("P1"));

    Metric done = metrics.get("sluice_done");
    assertThat(done.getSum().getIsMonotonic()).isTrue();
    assertThat(done.getSum().getAggregationTemporality())
        .isEqualTo(AggregationTemporality.AGGREGATION_TEMPORALITY_CUMULATIVE);
    assertThat(done.getSum().getDataPoints(0).getAsDouble()).isEqualTo(2);

    Metric latency = metrics.get("sluice_latency_seconds");
    assertThat(latency.getUnit()).isEqualTo("s");
    HistogramDataPoint buckets = latency.getHistogram().getDataPoints(0);
    assertThat(buckets.getCount()).isEqualTo(2);
    assertThat(buckets.getBucketCountsCount()).isEqualTo(buckets.getExplicitBoundsCount() + 1);
    assertThat(buckets.getBucketCountsList().stream().mapToLong(Long::longValue).sum())
        .isEqualTo(2);
    assertThat(buckets.getSum()).isCloseTo(0.00306, within(0.0001));
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
    OtlpPush push =
        new OtlpPush(
            new OtlpSettings(collector.url(), headers, every),
            Map.of("service.name", "sluice"),
            figures::snapshots,
            InstantSource.fixed(Instant.ofEpochSecond(2, 5)),
            told::add);
    push.start();
    return push;
  }
}
