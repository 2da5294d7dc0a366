package dev.sluice.control.sink.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.sluice.control.endpoint.socket.RealRun;
import dev.sluice.control.sink.folder.Snapshots;
import dev.sluice.control.sink.metrics.RunCollector.CauseCode;
import dev.sluice.core.bus.RunEvent;
import dev.sluice.core.bus.Sink;
import dev.sluice.core.result.Hindrance;
import dev.sluice.core.result.Snapshot;
import dev.sluice.core.stats.Latency;
import dev.sluice.core.stats.Window;
import io.prometheus.metrics.model.snapshots.Labels;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.hawkular.agent.prometheus.types.Counter;
import org.hawkular.agent.prometheus.types.Gauge;
import org.hawkular.agent.prometheus.types.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

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
  void openMetricsOnRequest() throws Exception {
    endpoint.metrics().interval(Snapshots.of("P1", 1, 60_000));
    HttpResponse<String> response =
        endpoint.send(
            endpoint
                .request("/metrics")
                .header("Accept", "application/openmetrics-text;version=1.0.0,text/plain;q=0.5"));
    assertThat(response.headers().firstValue("content-type")).hasValue(RunMetrics.OPEN_METRICS);
    assertThat(response.body()).endsWith("# EOF\n");
  }

  @Test
  void everyLineIsOfTheExpositionFormat() throws Exception {
    endpoint.metrics().interval(Snapshots.of("P1", 1, 60_000, 3_000_000, 120_000_000_000L));
    HttpResponse<String> response = endpoint.get("/metrics");
    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.headers().firstValue("content-type")).hasValue(RunMetrics.PROMETHEUS);
    assertThat(response.body()).endsWith("\n");
    assertThat(response.body().lines()).allMatch(l -> l.matches(SAMPLE) || l.matches(COMMENT));
  }

  /** Rules for alerts read the same record as every other conclusion. */
  @ParameterizedTest
  @EnumSource
  void whatKeptTheHarnessFromWorkingIsCountedByKind(Hindrance.Kind kind) throws Exception {
    for (int i = 1; i <= 2; i++) {
      Hindrance hindrance = new Hindrance(kind, 0, 3_000_000_000L, i * 1_000_000_000L);
      endpoint
          .metrics()
          .event(
              new RunEvent(
                  Instant.EPOCH,
                  0,
                  RunEvent.Kind.HARNESS,
                  "",
                  hindrance.text(),
                  Optional.of(hindrance)));
    }
    Map<String, Double> expected = new HashMap<>();
    Stream.of(Hindrance.Kind.values())
        .filter(Hindrance.Kind::holdsUpWork)
        .forEach(each -> expected.put(label(each), each == kind ? 3.0 : 0.0));
    Map<String, Double> found = new HashMap<>();
    MetricFamilies.of(endpoint.get("/metrics").body())
        .all("sluice_hindered_seconds_total")
        .forEach(each -> found.put(each.getLabels().get("kind"), ((Counter) each).getValue()));
    assertThat(found).isEqualTo(expected);
  }

  private static String label(Hindrance.Kind kind) {
    return kind.name().toLowerCase(Locale.ROOT);
  }

  @Test
  void aParserReadsTheFiguresOfTheIntervals() throws Exception {
    endpoint.metrics().interval(Snapshots.of("P1", 1, 60_000, 3_000_000));
    endpoint.metrics().interval(Snapshots.of("P1", 2, 60_000, 120_000_000_000L));
    MetricFamilies families = MetricFamilies.of(endpoint.get("/metrics").body());

    assertThat(families.gauge("sluice_target_per_second")).isEqualTo(6);
    assertThat(families.gauge("sluice_achieved_per_second")).isEqualTo(2);
    assertThat(families.gauge("sluice_workers")).isEqualTo(3);
    assertThat(families.gauge("sluice_workers_up")).isEqualTo(2);
    assertThat(families.counter("sluice_iterations_total")).isEqualTo(4);
    assertThat(families.counter("sluice_dropped_total")).isEqualTo(4);
    assertThat(families.counter("sluice_in_doubt_total")).isEqualTo(8);
    assertThat(families.counter("sluice_rolled_back_total")).isEqualTo(10);
    assertThat(families.counter("sluice_done_total")).isEqualTo(4);
    assertThat(families.gauge("sluice_in_flight") + families.gauge("sluice_overdue")).isEqualTo(3);
    assertThat(families.gauge("sluice_oldest_call_seconds")).isEqualTo(5);
    assertThat(families.all("sluice_dropped_by_cause_total"))
        .extracting(m -> m.getLabels().get("cause"))
        .containsExactlyInAnyOrder("no_connection", "failures", "harness", "nothing_to_do", "busy");
    assertThat(families.counter("sluice_skewed_total")).isEqualTo(14);
    assertThat(families.counter("sluice_reconnects_total")).isEqualTo(6);
    assertThat(families.gauge("sluice_connections")).isEqualTo(2);
    assertThat(families.labels("sluice_connections"))
        .containsEntry("peer", "QM1")
        .containsEntry("workload", "senders");
    assertThat(families.counter("sluice_empty_total")).isEqualTo(6);
    assertThat(families.counter("sluice_failures_total")).isEqualTo(2);
    assertThat(families.all("sluice_errors_total"))
        .extracting(m -> m.getLabels().get("cause"), m -> ((Counter) m).getValue())
        .containsExactlyInAnyOrder(tuple("mqrc_2009", 2.0), tuple("other", 0.0));
    assertThat(families.all("sluice_errors_total").get(0).getLabels())
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
        .contains("jvm_memory_used_bytes", "jvm_threads_live_threads", "system_cpus")
        .contains("process_cpu_usage", "process_cpu_seconds_total", "process_uptime_seconds")
        .doesNotContain("process_cpu_time_ns_total", "system_cpu_count");
  }

  @Test
  void countersAreThereBeforeAnythingIsCounted() throws Exception {
    endpoint.metrics().connecting("senders", 0, 2);
    MetricFamilies families = MetricFamilies.of(endpoint.get("/metrics").body());
    assertThat(families.names()).contains("sluice_errors_total");
    families.names().stream()
        .filter(name -> name.startsWith("sluice_") && name.endsWith("_total"))
        .flatMap(name -> families.all(name).stream())
        .forEach(metric -> assertThat(((Counter) metric).getValue()).isZero());
  }

  @Test
  void aPercentileIsReadOffTheBucketsToAFifth() throws Exception {
    for (long nanos = 60_000; nanos < 50_000_000_000L; nanos = nanos * 11 / 10) {
      LatencyBuckets buckets = new LatencyBuckets();
      org.HdrHistogram.Histogram one = new org.HdrHistogram.Histogram(3);
      one.recordValue(nanos);
      buckets.add(Latency.of(one));
      var counts = buckets.dataPoint(Labels.EMPTY).getClassicBuckets();
      for (int i = 0; i < counts.size(); i++) {
        if (counts.getCount(i) > 0) {
          double middle = (counts.getUpperBound(i) + counts.getUpperBound(i - 1)) / 2;
          assertThat(middle * 1e9).isCloseTo((double) nanos, withinPercentage(20));
        }
      }
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "2009 MQRC_CONNECTION_BROKEN: the connection broke (host(1414), channel X) | mqrc_2009",
        "2035 NOT_AUTHORIZED: user u may not | mqrc_2035",
        "NOT_CONNECTED: no broker answered at tcp://u:pw@host:61616 | not_connected",
        "ResourceAllocationException: no more at 10.0.0.1 | resource_allocation_exception",
        "JMSSecurityException MQJMS2013: no | jms_security_exception",
        "JMSException | jms_exception",
        "Address already in use | other",
        "http://host/path?token=1 | other",
        "other causes | other",
      })
  void aCauseIsAShortCodeAndNeverFreeText(String cause, String code) {
    assertThat(CauseCode.of(cause)).isEqualTo(code).matches("[a-z0-9_]{1,80}");
  }

  /** All counters of the engine are on the page: none is forgotten when one is added. */
  @Test
  void everyCounterOfTheEngineIsAFamily() {
    assertThat(dev.sluice.core.stats.Counter.values())
        .filteredOn(counter -> !counter.name().startsWith("DROPPED_"))
        .filteredOn(counter -> counter != dev.sluice.core.stats.Counter.ERRORS)
        .allSatisfy(counter -> assertThat(RunCollector.COUNTERS).contains(counter));
  }

  /** {@code docs/metrics.md} and the endpoint tell of the same families, types and labels. */
  @Test
  void thePageOnMetricsIsTrue() throws Exception {
    endpoint.metrics().interval(Snapshots.of("P1", 1, 60_000));
    String page = endpoint.get("/metrics").body();
    Map<String, String> served = new TreeMap<>();
    page.lines()
        .filter(line -> line.startsWith("# TYPE "))
        .map(line -> line.split(" "))
        .forEach(words -> served.put(words[2], words[3]));
    Map<String, String> documented = new TreeMap<>();
    Map<String, Set<String>> labels = new TreeMap<>();
    Matcher row =
        Pattern.compile("(?m)^\\| `([a-z0-9_]+)` \\| (\\w+) \\|([^|]*)\\|")
            .matcher(Files.readString(Path.of("../..", "docs", "metrics.md")));
    while (row.find()) {
      documented.put(row.group(1), row.group(2));
      labels.put(
          row.group(1),
          Stream.of(row.group(3).split("[`, ]+"))
              .filter(label -> !label.isBlank())
              .collect(Collectors.toCollection(TreeSet::new)));
    }
    served
        .keySet()
        .removeIf(name -> name.startsWith("jvm_gc_")); // there once something is collected
    documented.keySet().removeIf(name -> name.startsWith("jvm_gc_"));
    assertThat(documented).isEqualTo(served);
    MetricFamilies families = MetricFamilies.of(page);
    families.names().stream()
        .filter(name -> name.startsWith("sluice_"))
        .forEach(
            name -> {
              Set<String> found = new TreeSet<>(families.all(name).get(0).getLabels().keySet());
              found.removeAll(Set.of("run_id", "workload"));
              assertThat(labels.get(name)).as(name).isEqualTo(found);
            });
  }

  @Test
  void workersAreSeenWhileTheyConnect() throws Exception {
    endpoint.metrics().connecting("senders", 120, 180);
    MetricFamilies families = MetricFamilies.of(endpoint.get("/metrics").body());
    assertThat(families.gauge("sluice_workers_up")).isEqualTo(120);
    assertThat(families.gauge("sluice_workers")).isEqualTo(180);
  }

  @Test
  void aScrapeAgreesWithTheIntervalOfARealRun() throws Exception {
    CountDownLatch third = new CountDownLatch(1);
    AtomicReference<Snapshot> last = new AtomicReference<>();
    AtomicReference<String> scraped = new AtomicReference<>();
    Sink scraper =
        new Sink() {
          @Override
          public void interval(Snapshot snapshot) {
            endpoint.metrics().interval(snapshot); // on this thread: no interval between
            if (snapshot.number() == 3) {
              last.set(snapshot);
              scraped.set(page());
              third.countDown();
            }
          }
        };
    try (RealRun run = new RealRun("P1", 2, 100, scraper)) {
      assertThat(third.await(20, TimeUnit.SECONDS)).isTrue();
      assertThat(run.control().latest()).isPresent();
    }
    MetricFamilies families = MetricFamilies.of(scraped.get());
    Window senders = last.get().workloads().get(0);
    assertThat(families.gauge("sluice_achieved_per_second"))
        .isCloseTo(senders.achievedPerSecond(), within(1e-9));
    assertThat(families.gauge("sluice_target_per_second"))
        .isCloseTo(senders.targetPerSecond(), within(1e-9));
    assertThat(families.counter("sluice_iterations_total"))
        .isEqualTo((double) senders.end().totalIterations());
    assertThat(families.counter("sluice_due_total")).isPositive();
    assertThat(sum(families, "due", "unscheduled"))
        .as("the account of the run so far")
        .isEqualTo(
            sum(families, "done", "rolled_back", "failed", "in_doubt", "empty", "dropped")
                + families.gauge("sluice_in_flight")
                + families.gauge("sluice_overdue"));
    assertThat(families.histogram("sluice_latency_seconds").getSampleCount())
        .as("histograms are read just after the counters, so they may be ahead of them")
        .isGreaterThanOrEqualTo(senders.end().totalIterations());
  }

  private static double sum(MetricFamilies families, String... counters) {
    return Stream.of(counters)
        .mapToDouble(name -> families.counter("sluice_" + name + "_total"))
        .sum();
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
