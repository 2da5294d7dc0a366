package dev.sluice.core.stats;

import java.util.EnumMap;
import java.util.Map;

/**
 * The latencies of one worker, which its thread alone records, or of several that share it. Any
 * thread reads.
 */
final class LatencyRecord {

  private final boolean shared;
  private final LatencyCounts latency;
  private final LatencyCounts service;
  private final LatencyCounts lateness;

  /** Each from when it is first needed; replaced by a larger copy then, and never changed. */
  private volatile Map<LatencyKind, LatencyCounts> parts = new EnumMap<>(LatencyKind.class);

  /**
   * @param shared whether several workers record into it
   */
  LatencyRecord(boolean shared) {
    this.shared = shared;
    this.latency = counts();
    this.service = counts();
    this.lateness = counts();
  }

  private LatencyCounts counts() {
    return shared ? LatencyCounts.shared() : new LatencyCounts();
  }

  LatencyCounts latency() {
    return latency;
  }

  LatencyCounts service() {
    return service;
  }

  LatencyCounts lateness() {
    return lateness;
  }

  LatencyCounts part(LatencyKind part) {
    LatencyCounts counts = parts.get(part);
    return counts == null ? newPart(part) : counts;
  }

  private synchronized LatencyCounts newPart(LatencyKind part) {
    Map<LatencyKind, LatencyCounts> more = new EnumMap<>(LatencyKind.class);
    more.putAll(parts);
    LatencyCounts counts = more.computeIfAbsent(part, each -> counts());
    parts = more;
    return counts;
  }

  void addTo(WorkloadStats.LatencySums totals) {
    totals.add(LatencyKind.LATENCY, latency);
    totals.add(LatencyKind.SERVICE, service);
    totals.add(LatencyKind.LATENESS, lateness);
    parts.forEach(totals::add);
  }
}
