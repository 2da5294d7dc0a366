package dev.sluice.control.sink.otlp;

import dev.sluice.control.format.Json;
import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.DataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.prometheus.metrics.model.snapshots.SummarySnapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/**
 * Metrics as the JSON that an OTLP collector takes: the message ExportMetricsServiceRequest of the
 * OpenTelemetry protocol 1.x in the JSON mapping of its specification. Names and labels are those
 * of the metrics page, so that the same queries fit; a collector that serves Prometheus adds {@code
 * _total} to counters itself.
 */
final class OtlpRequest {

  /** AGGREGATION_TEMPORALITY_CUMULATIVE; enumerations are written as numbers. */
  private static final int CUMULATIVE = 2;

  private final Json resource;
  private final long startedNanos;

  /**
   * @param resource who sends them: the attributes {@code service.name} and others
   * @param startedNanos since when counters count, nanoseconds since 1970
   */
  OtlpRequest(Map<String, String> resource, long startedNanos) {
    this.resource =
        new Json()
            .put(
                "attributes",
                resource.entrySet().stream()
                    .map(each -> attribute(each.getKey(), each.getValue()))
                    .toList());
    this.startedNanos = startedNanos;
  }

  /**
   * All metrics as they are.
   *
   * @param nowNanos when they were read, nanoseconds since 1970
   */
  String of(MetricSnapshots snapshots, long nowNanos) {
    Json metrics =
        new Json()
            .put("scope", new Json().put("name", "sluice"))
            .put(
                "metrics",
                snapshots.stream()
                    .filter(each -> !each.getDataPoints().isEmpty())
                    .map(each -> metric(each, nowNanos))
                    .filter(Objects::nonNull)
                    .toList());
    return new Json()
        .put(
            "resourceMetrics",
            List.of(new Json().put("resource", resource).put("scopeMetrics", List.of(metrics))))
        .toString();
  }

  /** Null if it is of a kind that no metric here has. */
  private Json metric(MetricSnapshot snapshot, long nowNanos) {
    String name = snapshot.getMetadata().getPrometheusName();
    Json metric = new Json().put("name", name);
    unit(name, snapshot instanceof GaugeSnapshot).ifPresent(unit -> metric.put("unit", unit));
    if (snapshot.getMetadata().getHelp() != null) {
      metric.put("description", snapshot.getMetadata().getHelp());
    }
    if (snapshot instanceof CounterSnapshot counter) {
      return metric.put(
          "sum",
          points(counter.getDataPoints(), nowNanos, each -> number(each.getValue()))
              .put("isMonotonic", true)
              .put("aggregationTemporality", CUMULATIVE));
    }
    if (snapshot instanceof GaugeSnapshot gauge) {
      return metric.put(
          "gauge", points(gauge.getDataPoints(), nowNanos, each -> number(each.getValue())));
    }
    if (snapshot instanceof HistogramSnapshot histogram) {
      return metric.put(
          "histogram",
          points(histogram.getDataPoints(), nowNanos, OtlpRequest::buckets)
              .put("aggregationTemporality", CUMULATIVE));
    }
    if (snapshot instanceof SummarySnapshot summary) {
      return metric.put(
          "summary",
          points(
              summary.getDataPoints(),
              nowNanos,
              each ->
                  new Json().put("count", whole(each.getCount())).put("sum", real(each.getSum()))));
    }
    return null;
  }

  /**
   * @param figures what a point says beside its labels and times
   */
  private <P extends DataPointSnapshot> Json points(
      List<P> points, long nowNanos, Function<P, Json> figures) {
    return new Json()
        .put(
            "dataPoints",
            points.stream()
                .map(
                    point ->
                        figures
                            .apply(point)
                            .put(
                                "attributes",
                                point.getLabels().stream()
                                    .map(label -> attribute(label.getName(), label.getValue()))
                                    .toList())
                            .put("startTimeUnixNano", whole(startedNanos))
                            .put("timeUnixNano", whole(nowNanos)))
                .toList());
  }

  private static Json number(double value) {
    return new Json().put("asDouble", real(value));
  }

  private static Json buckets(HistogramSnapshot.HistogramDataPointSnapshot point) {
    ClassicHistogramBuckets buckets = point.getClassicBuckets();
    List<String> counts = new ArrayList<>();
    List<Double> bounds = new ArrayList<>();
    long count = 0;
    for (int i = 0; i < buckets.size(); i++) {
      count += buckets.getCount(i);
      counts.add(whole(buckets.getCount(i)));
      if (buckets.getUpperBound(i) < Double.POSITIVE_INFINITY) {
        bounds.add(buckets.getUpperBound(i)); // the last has none
      }
    }
    return new Json()
        .put("count", whole(count))
        .put("sum", real(point.getSum()))
        .put("bucketCounts", counts)
        .put("explicitBounds", bounds);
  }

  /**
   * The unit that the name ends with, as OTLP writes it. A gauge without one has none: Prometheus
   * adds {@code _ratio} to the names of gauges whose unit is 1.
   */
  private static Optional<String> unit(String name, boolean gauge) {
    return name.endsWith("_seconds")
        ? Optional.of("s")
        : name.endsWith("_bytes")
            ? Optional.of("By")
            : gauge && !name.endsWith("_ratio") ? Optional.empty() : Optional.of("1");
  }

  private static Json attribute(String key, String value) {
    return new Json().put("key", key).put("value", new Json().put("stringValue", value));
  }

  /** Integers of 64 bits are text, since numbers of JSON may be read with 53. */
  private static String whole(long value) {
    return Long.toString(value);
  }

  /** What is no number has no other form in JSON than its name. */
  private static Object real(double value) {
    return Double.isFinite(value) ? value : Double.toString(value);
  }
}
