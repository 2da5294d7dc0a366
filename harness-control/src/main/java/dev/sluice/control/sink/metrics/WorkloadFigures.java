package dev.sluice.control.sink.metrics;

import dev.sluice.core.result.Connections;
import dev.sluice.core.result.Snapshot;
import dev.sluice.core.stats.Counts;
import dev.sluice.core.stats.DeliveryCounts;
import dev.sluice.core.stats.LatencyKind;
import dev.sluice.core.stats.UnderWay;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** One workload so far: its last interval, and sums over all. Guarded by its owner. */
final class WorkloadFigures {

  private final Map<LatencyKind, LatencyBuckets> latencies = new EnumMap<>(LatencyKind.class);
  private int workersUp;
  private int workers;
  private double targetPerSecond;
  private double achievedPerSecond;
  private Counts counts = Counts.ZERO;
  private UnderWay underWay = UnderWay.NOTHING;
  private Optional<DeliveryCounts> delivery = Optional.empty();
  private Connections connections = Connections.NONE;
  private Map<String, Long> errorsByCause = Map.of();

  /** While it starts. */
  void connecting(int up, int of) {
    workersUp = up;
    workers = of;
  }

  void add(Snapshot.Workload interval) {
    workersUp = interval.workersUp();
    workers = interval.workers();
    targetPerSecond = interval.targetPerSecond();
    achievedPerSecond = interval.achievedPerSecond();
    counts = counts.plus(interval.measures().counts());
    underWay = interval.underWay();
    connections = interval.connections();
    delivery = interval.delivery();
    errorsByCause = interval.errorsByCause();
    interval.measures().latencies().forEach((kind, nanos) -> buckets(kind).add(nanos));
  }

  int workersUp() {
    return workersUp;
  }

  int workers() {
    return workers;
  }

  double targetPerSecond() {
    return targetPerSecond;
  }

  double achievedPerSecond() {
    return achievedPerSecond;
  }

  /** The counts since the start. */
  Counts counts() {
    return counts;
  }

  UnderWay underWay() {
    return underWay;
  }

  long reconnects() {
    return connections.reconnects();
  }

  Map<String, Integer> connectionsByPeer() {
    return connections.byPeer();
  }

  Optional<DeliveryCounts> delivery() {
    return delivery;
  }

  /** Whether there were any of a kind. */
  boolean has(LatencyKind kind) {
    return latencies.containsKey(kind);
  }

  LatencyBuckets buckets(LatencyKind kind) {
    return latencies.computeIfAbsent(kind, unused -> new LatencyBuckets());
  }

  long failures() {
    return errorsByCause.values().stream().mapToLong(Long::longValue).sum();
  }

  /** Failures by the code of their cause; those without a code are there from the start. */
  Map<String, Long> errorsByCause() {
    Map<String, Long> byCode = new TreeMap<>();
    byCode.put(CauseCode.OTHER, 0L);
    errorsByCause.forEach((cause, count) -> byCode.merge(CauseCode.of(cause), count, Long::sum));
    return byCode;
  }
}
