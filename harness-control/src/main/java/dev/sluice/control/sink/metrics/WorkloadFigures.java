package dev.sluice.control.sink.metrics;

import dev.sluice.core.result.Snapshot;
import dev.sluice.core.stats.Counts;
import dev.sluice.core.stats.LatencyKind;
import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;

/** One workload so far: its last interval, and sums over all. Guarded by its owner. */
final class WorkloadFigures {

  private final Map<LatencyKind, LatencyBuckets> latencies = new EnumMap<>(LatencyKind.class);
  private Counts counts = Counts.ZERO;
  private Snapshot.Workload last;

  /** While it starts. */
  WorkloadFigures(String workload, int up, int of) {
    last = Snapshot.Workload.starting(workload, up, of);
  }

  void add(Snapshot.Workload interval) {
    last = interval;
    counts = counts.plus(interval.measures().counts());
    interval.measures().latencies().forEach((kind, nanos) -> buckets(kind).add(nanos));
  }

  Snapshot.Workload last() {
    return last;
  }

  /** The counts since the start. */
  Counts counts() {
    return counts;
  }

  /** Whether there were any of a kind. */
  boolean has(LatencyKind kind) {
    return latencies.containsKey(kind);
  }

  LatencyBuckets buckets(LatencyKind kind) {
    return latencies.computeIfAbsent(kind, unused -> new LatencyBuckets());
  }

  long failures() {
    return last.errorsByCause().values().stream().mapToLong(Long::longValue).sum();
  }

  /** Failures by the code of their cause; those without a code are there from the start. */
  Map<String, Long> errorsByCause() {
    Map<String, Long> byCode = new TreeMap<>();
    byCode.put(CauseCode.OTHER, 0L);
    last.errorsByCause()
        .forEach((cause, count) -> byCode.merge(CauseCode.of(cause), count, Long::sum));
    return byCode;
  }
}
