package dev.sluice.control.sink.otlp;

import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceRequest;
import io.opentelemetry.proto.common.v1.AnyValue;
import io.opentelemetry.proto.common.v1.InstrumentationScope;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.metrics.v1.AggregationTemporality;
import io.opentelemetry.proto.metrics.v1.Gauge;
import io.opentelemetry.proto.metrics.v1.Histogram;
import io.opentelemetry.proto.metrics.v1.HistogramDataPoint;
import io.opentelemetry.proto.metrics.v1.Metric;
import io.opentelemetry.proto.metrics.v1.NumberDataPoint;
import io.opentelemetry.proto.metrics.v1.ResourceMetrics;
import io.opentelemetry.proto.metrics.v1.ScopeMetrics;
import io.opentelemetry.proto.metrics.v1.Sum;
import io.opentelemetry.proto.metrics.v1.Summary;
import io.opentelemetry.proto.metrics.v1.SummaryDataPoint;
import io.opentelemetry.proto.resource.v1.Resource;
import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.Label;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.prometheus.metrics.model.snapshots.SummarySnapshot;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Metrics as the message that an OTLP collector takes. Names and labels are those of the metrics
 * page, so that the same queries fit; a collector that serves Prometheus adds {@code _total} to
 * counters itself.
 */
final class OtlpRequest {

  private final Resource resource;
  private final long startedNanos;

  /**
   * @param resource who sends them: the attributes {@code service.name} and others
   * @param startedNanos since when counters count, nanoseconds since 1970
   */
  OtlpRequest(Map<String, String> resource, long startedNanos) {
    this.resource =
        Resource.newBuilder()
            .addAllAttributes(
                resource.entrySet().stream()
                    .map(each -> attribute(each.getKey(), each.getValue()))
                    .toList())
            .build();
    this.startedNanos = startedNanos;
  }

  /**
   * All metrics as they are.
   *
   * @param nowNanos when they were read, nanoseconds since 1970
   */
  ExportMetricsServiceRequest of(MetricSnapshots snapshots, long nowNanos) {
    ScopeMetrics.Builder metrics =
        ScopeMetrics.newBuilder().setScope(InstrumentationScope.newBuilder().setName("sluice"));
    for (MetricSnapshot snapshot : snapshots) {
      metric(snapshot, nowNanos).ifPresent(metrics::addMetrics);
    }
    return ExportMetricsServiceRequest.newBuilder()
        .addResourceMetrics(
            ResourceMetrics.newBuilder().setResource(resource).addScopeMetrics(metrics))
        .build();
  }

  /** Nothing if it has no points, or is of a kind that no metric here has. */
  private Optional<Metric> metric(MetricSnapshot snapshot, long nowNanos) {
    if (snapshot.getDataPoints().isEmpty()) {
      return Optional.empty();
    }
    String name = snapshot.getMetadata().getPrometheusName();
    Metric.Builder metric = Metric.newBuilder().setName(name).setUnit(unit(name));
    if (snapshot.getMetadata().getHelp() != null) {
      metric.setDescription(snapshot.getMetadata().getHelp());
    }
    if (snapshot instanceof CounterSnapshot counter) {
      metric.setSum(
          Sum.newBuilder()
              .setIsMonotonic(true)
              .setAggregationTemporality(AggregationTemporality.AGGREGATION_TEMPORALITY_CUMULATIVE)
              .addAllDataPoints(
                  counter.getDataPoints().stream()
                      .map(point -> number(point.getLabels(), point.getValue(), nowNanos))
                      .toList()));
    } else if (snapshot instanceof GaugeSnapshot gauge) {
      metric.setGauge(
          Gauge.newBuilder()
              .addAllDataPoints(
                  gauge.getDataPoints().stream()
                      .map(point -> number(point.getLabels(), point.getValue(), nowNanos))
                      .toList()));
    } else if (snapshot instanceof HistogramSnapshot histogram) {
      metric.setHistogram(
          Histogram.newBuilder()
              .setAggregationTemporality(AggregationTemporality.AGGREGATION_TEMPORALITY_CUMULATIVE)
              .addAllDataPoints(
                  histogram.getDataPoints().stream()
                      .map(point -> histogram(point, nowNanos))
                      .toList()));
    } else if (snapshot instanceof SummarySnapshot summary) {
      metric.setSummary(
          Summary.newBuilder()
              .addAllDataPoints(
                  summary.getDataPoints().stream()
                      .map(point -> summary(point, nowNanos))
                      .toList()));
    } else {
      return Optional.empty();
    }
    return Optional.of(metric.build());
  }

  private NumberDataPoint number(Labels labels, double value, long nowNanos) {
    return NumberDataPoint.newBuilder()
        .addAllAttributes(attributes(labels))
        .setStartTimeUnixNano(startedNanos)
        .setTimeUnixNano(nowNanos)
        .setAsDouble(value)
        .build();
  }

  private HistogramDataPoint histogram(
      HistogramSnapshot.HistogramDataPointSnapshot point, long nowNanos) {
    HistogramDataPoint.Builder made =
        HistogramDataPoint.newBuilder()
            .addAllAttributes(attributes(point.getLabels()))
            .setStartTimeUnixNano(startedNanos)
            .setTimeUnixNano(nowNanos)
            .setSum(point.getSum());
    ClassicHistogramBuckets buckets = point.getClassicBuckets();
    long count = 0;
    for (int i = 0; i < buckets.size(); i++) {
      count += buckets.getCount(i);
      made.addBucketCounts(buckets.getCount(i));
      if (buckets.getUpperBound(i) < Double.POSITIVE_INFINITY) {
        made.addExplicitBounds(buckets.getUpperBound(i)); // the last has none
      }
    }
    return made.setCount(count).build();
  }

  private SummaryDataPoint summary(SummarySnapshot.SummaryDataPointSnapshot point, long nowNanos) {
    return SummaryDataPoint.newBuilder()
        .addAllAttributes(attributes(point.getLabels()))
        .setStartTimeUnixNano(startedNanos)
        .setTimeUnixNano(nowNanos)
        .setCount(point.getCount())
        .setSum(point.getSum())
        .build();
  }

  /** The unit that the name ends with, as OTLP writes it; one of no unit is a plain number. */
  private static String unit(String name) {
    return Stream.of(Map.entry("_seconds", "s"), Map.entry("_bytes", "By"))
        .filter(each -> name.endsWith(each.getKey()))
        .map(Map.Entry::getValue)
        .findFirst()
        .orElse("1");
  }

  private static List<KeyValue> attributes(Labels labels) {
    return labels.stream().map(OtlpRequest::attribute).toList();
  }

  private static KeyValue attribute(Label label) {
    return attribute(label.getName(), label.getValue());
  }

  private static KeyValue attribute(String key, String value) {
    return KeyValue.newBuilder()
        .setKey(key)
        .setValue(AnyValue.newBuilder().setStringValue(value))
        .build();
  }
}
