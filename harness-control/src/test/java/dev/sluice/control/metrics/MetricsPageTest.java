package dev.sluice.control.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.control.socket.RealRun;
import dev.sluice.control.socket.Snapshots;
import dev.sluice.core.run.Reporter;
import dev.sluice.core.run.Snapshot;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.hawkular.agent.prometheus.types.Gauge;
import org.hawkular.agent.prometheus.types.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The figures of a run on the page of metrics. */
@Timeout(60)
class MetricsPageTest {

  private static final String NAME = "[a-zA-Z_:][a-zA-Z0-9_:]*";
  private static final String LABEL = "[a-zA-Z_][a-zA-Z0-9_]*=\"([^\"\\\\\\n]|\\\\[\\\\\"n])*\"";
  private static final String VALUE = "([+-]?(\\d+(\\.\\d+)?([eE][+-]?\\d+)?|Inf)|NaN)";
  private static final String SAMPLE = NAME + "(\\{" + LABEL + "(," + LABEL + ")*,?\\})? " + VALUE;
  private static final String COMMENT =
      "# (HELP " + NAME + " .*|TYPE " + NAME + " (counter|gauge|histogram|summary|untyped))";

  @RegisterExtension final MetricsEndpoint endpoint = new MetricsEndpoint();

  @Test
  void everyLineIsOfTheExpositionFormat() throws Exception {
    endpoint.server().interval(Snapshots.of("P1", 1, 60_000, 3_000_000, 120_000_000_000L));
    HttpResponse<String> response = endpoint.get("/metrics");
    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.headers().firstValue("content-type")).hasValue(HttpSession.PROMETHEUS);
    assertThat(response.body()).endsWith("\n");
    assertThat(response.body().lines()).allMatch(l -> l.matches(SAMPLE) || l.matches(COMMENT));
  }

  @Test
  void aParserReadsTheFiguresOfTheIntervals() throws Exception {
    endpoint.server().interval(Snapshots.of("P1", 1, 60_000, 3_000_000));
    endpoint.server().interval(Snapshots.of("P1", 2, 60_000, 120_000_000_000L));
    MetricFamilies families = MetricFamilies.of(endpoint.get("/metrics").body());

    assertThat(families.gauge("sluice_target_per_second")).isEqualTo(6);
    assertThat(families.gauge("sluice_achieved_per_second")).isEqualTo(2);
    assertThat(families.gauge("sluice_workers")).isEqualTo(3);
    assertThat(families.gauge("sluice_workers_up")).isEqualTo(2);
    assertThat(families.counter("sluice_iterations_total")).isEqualTo(4);
    assertThat(families.counter("sluice_given_up_total")).isEqualTo(4);
    assertThat(families.counter("sluice_in_doubt_total")).isEqualTo(8);
    assertThat(families.counter("sluice_rolled_back_total")).isEqualTo(10);
    assertThat(families.counter("sluice_skewed_total")).isEqualTo(14);
    assertThat(families.counter("sluice_reconnects_total")).isEqualTo(6);
    assertThat(families.gauge("sluice_connections")).isEqualTo(2);
    assertThat(families.labels("sluice_connections"))
        .containsEntry("peer", "QM1")
        .containsEntry("workload", "senders");
    assertThat(families.counter("sluice_empty_total")).isEqualTo(6);
    assertThat(families.counter("sluice_errors_total")).isEqualTo(2);
    assertThat(families.labels("sluice_errors_total"))
        .containsEntry("cause", "2009 \"broken\"")
        .containsEntry("workload", "senders")
        .containsEntry("run_id", "P1");

    Histogram latency = families.histogram("sluice_latency_seconds");
    assertThat(latency.getSampleCount()).isEqualTo(4);
    assertThat(latency.getSampleSum()).isCloseTo(120.00312, within(1.0));
    assertThat(bucket(latency, 50e-6)).isZero();
    assertThat(bucket(latency, 100e-6)).isEqualTo(2);
    assertThat(bucket(latency, 5e-3)).isEqualTo(3);
    assertThat(bucket(latency, 60)).isEqualTo(3);
    assertThat(bucket(latency, Double.POSITIVE_INFINITY)).isEqualTo(4);
    assertThat(families.histogram("sluice_service_seconds").getSampleCount()).isEqualTo(4);
    assertThat(families.histogram("sluice_lateness_seconds").getSampleCount()).isZero();
    assertThat(families.histogram("sluice_part_seconds").getSampleCount()).isEqualTo(4);
    assertThat(families.labels("sluice_part_seconds")).containsEntry("part", "round-trip");
    assertThat(families.all("sluice_delivery"))
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
    assertThat(families.names())
        .contains("jvm_memory_used_bytes", "jvm_threads_live_threads", "system_cpu_count")
        .contains("process_cpu_usage", "process_uptime_seconds");
  }

  @Test
  void workersAreSeenWhileTheyConnect() throws Exception {
    endpoint.server().connecting("senders", 120, 180);
    MetricFamilies families = MetricFamilies.of(endpoint.get("/metrics").body());
    assertThat(families.gauge("sluice_workers_up")).isEqualTo(120);
    assertThat(families.gauge("sluice_workers")).isEqualTo(180);
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
            // after the server, on the same thread: no interval between
            if (snapshot.number() == 3) {
              last.set(snapshot);
              scraped.set(page());
              third.countDown();
            }
          }
        };
    try (RealRun run = new RealRun("P1", 2, 100, endpoint.server(), scraper)) {
      assertThat(third.await(20, TimeUnit.SECONDS)).isTrue();
      assertThat(run.control().latest()).isPresent();
    }
    MetricFamilies families = MetricFamilies.of(scraped.get());
    Snapshot.Workload senders = last.get().workloads().get(0);
    assertThat(families.gauge("sluice_achieved_per_second"))
        .isCloseTo(senders.achievedPerSecond(), within(1e-9));
    assertThat(families.gauge("sluice_target_per_second"))
        .isCloseTo(senders.targetPerSecond(), within(1e-9));
    assertThat(families.counter("sluice_iterations_total"))
        .isEqualTo((double) senders.totalIterations());
    assertThat(families.histogram("sluice_latency_seconds").getSampleCount())
        .as("histograms are read just after the counters, so they may be ahead of them")
        .isGreaterThanOrEqualTo(senders.totalIterations());
  }

  private String page() {
    try {
      return endpoint.get("/metrics").body();
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static long bucket(Histogram histogram, double upperBound) {
    return histogram.getBuckets().stream()
        .filter(bucket -> bucket.getUpperBound() == upperBound)
        .findFirst()
        .orElseThrow()
        .getCumulativeCount();
  }
}
