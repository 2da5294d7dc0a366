package dev.sluice.control.metrics;

import dev.sluice.core.stats.Latency;
import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/**
 * A Prometheus histogram that grows by HdrHistograms of intervals. The bounds are fixed, 50
 * microseconds to 60 seconds, so that series of any two runs can be added up. Guarded by its owner.
 */
final class LatencyBuckets {

  /** Upper bounds in microseconds; one more bucket takes what is above the last. */
  private static final long[] BOUNDS_MICROS = {
    50,
    100,
    200,
    500,
    1_000,
    2_000,
    5_000,
    10_000,
    20_000,
    50_000,
    100_000,
    200_000,
    500_000,
    1_000_000,
    2_000_000,
    5_000_000,
    10_000_000,
    20_000_000,
    30_000_000,
    60_000_000
  };

  private static final long NANOS_PER_MICRO = 1_000;
  private static final double MICROS_PER_SECOND = 1e6;
  private static final double NANOS_PER_SECOND = 1e9;

  private final long[] counts = new long[BOUNDS_MICROS.length + 1];
  private double sumSeconds;

  /** Adds values in nanoseconds; each counts as the middle of its cell, as far as that is known. */
  void add(Latency latency) {
    Histogram nanos = latency.toHistogram();
    for (HistogramIterationValue cell : nanos.recordedValues()) {
      long value = nanos.medianEquivalentValue(cell.getValueIteratedTo());
      long count = cell.getCountAtValueIteratedTo();
      counts[bucketOf(value)] += count;
      sumSeconds += value / NANOS_PER_SECOND * count;
    }
  }

  HistogramDataPointSnapshot dataPoint(Labels labels) {
    return HistogramDataPointSnapshot.builder()
        .classicHistogramBuckets(ClassicHistogramBuckets.of(upperBoundsSeconds(), counts.clone()))
        .sum(sumSeconds)
        .labels(labels)
        .build();
  }

  private static int bucketOf(long valueNanos) {
    int bucket = 0;
    while (bucket < BOUNDS_MICROS.length && valueNanos > BOUNDS_MICROS[bucket] * NANOS_PER_MICRO) {
      bucket++;
    }
    return bucket;
  }

  private static double[] upperBoundsSeconds() {
    double[] bounds = new double[BOUNDS_MICROS.length + 1];
    for (int i = 0; i < BOUNDS_MICROS.length; i++) {
      bounds[i] = BOUNDS_MICROS[i] / MICROS_PER_SECOND;
    }
    bounds[BOUNDS_MICROS.length] = Double.POSITIVE_INFINITY;
    return bounds;
  }
}
