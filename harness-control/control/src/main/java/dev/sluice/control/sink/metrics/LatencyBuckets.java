package dev.sluice.control.sink.metrics;

import static dev.sluice.core.time.Nanos.NANOS_PER_SECOND;

import dev.sluice.core.stats.Latency;
import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import java.util.Arrays;
import java.util.stream.LongStream;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/**
 * A Prometheus histogram that grows by HdrHistograms of intervals. The bounds are fixed, 50
 * microseconds to 60 seconds, so that series of any two runs can be added up. Guarded by its owner.
 */
final class LatencyBuckets {

  /** Ten bounds for a decade: a percentile that is read off them is right to a fifth of itself. */
  private static final double[] STEPS = {1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8};

  private static final long MIN_NANOS = 50_000;
  private static final long MAX_NANOS = 60_000_000_000L;

  /** Upper bounds; one more bucket takes what is above the last. */
  private static final long[] BOUNDS_NANOS = bounds();

  private final long[] counts = new long[BOUNDS_NANOS.length + 1];
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
    int found = Arrays.binarySearch(BOUNDS_NANOS, valueNanos);
    return found >= 0 ? found : -found - 1;
  }

  private static long[] bounds() {
    return LongStream.iterate(10_000, decade -> decade <= MAX_NANOS, decade -> decade * 10)
        .flatMap(decade -> Arrays.stream(STEPS).mapToLong(step -> Math.round(step * decade)))
        .filter(bound -> bound >= MIN_NANOS && bound <= MAX_NANOS)
        .toArray();
  }

  private static double[] upperBoundsSeconds() {
    double[] bounds = new double[BOUNDS_NANOS.length + 1];
    for (int i = 0; i < BOUNDS_NANOS.length; i++) {
      bounds[i] = BOUNDS_NANOS[i] / NANOS_PER_SECOND;
    }
    bounds[BOUNDS_NANOS.length] = Double.POSITIVE_INFINITY;
    return bounds;
  }
}
