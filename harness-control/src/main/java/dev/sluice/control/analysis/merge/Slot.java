package dev.sluice.control.analysis.merge;

import dev.sluice.control.format.RecordedInterval;
import dev.sluice.core.result.Connections;
import dev.sluice.core.result.PaceMode;
import dev.sluice.core.result.Snapshot;
import dev.sluice.core.stats.DeliveryCounts;
import dev.sluice.core.stats.Measures;
import dev.sluice.core.stats.UnderWay;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The sums of several runs in the same period of the common time line. What is a count of an
 * interval is added over the intervals that are in it; what is counted since the start is added
 * over all runs as they stood. One thread.
 */
final class Slot {

  /** An interval and when the schedule of its run started. */
  private record Piece(MergeSource source, RecordedInterval interval) {

    long endNanos(Instant base) {
      return Duration.between(base, source.started()).toNanos()
          + interval.snapshot().sinceStartNanos();
    }
  }

  private final boolean warmup;
  private final List<Piece> pieces = new ArrayList<>();

  Slot(boolean warmup) {
    this.warmup = warmup;
  }

  boolean isEmpty() {
    return pieces.isEmpty();
  }

  void add(MergeSource source, RecordedInterval interval) {
    pieces.add(new Piece(source, interval));
  }

  /**
   * All of it as one interval. Its length is the longest time that one run spent in it, so that
   * rates of intervals of the same length come out as their sum.
   *
   * @param sources all runs, whether in it or not
   */
  RecordedInterval joined(long number, Instant base, String id, List<MergeSource> sources) {
    long endNanos = pieces.stream().mapToLong(p -> p.endNanos(base)).max().orElse(0);
    Map<MergeSource, Long> lengths = new LinkedHashMap<>();
    Map<MergeSource, Double> coreNanos = new LinkedHashMap<>();
    Map<String, List<Snapshot.Workload>> byName = new LinkedHashMap<>();
    for (Piece piece : pieces) {
      Snapshot snapshot = piece.interval.snapshot();
      lengths.merge(piece.source, snapshot.lengthNanos(), Long::sum);
      coreNanos.merge(
          piece.source, piece.interval.cpuCores() * snapshot.lengthNanos(), Double::sum);
      for (Snapshot.Workload workload : snapshot.workloads()) {
        byName.computeIfAbsent(workload.name(), name -> new ArrayList<>()).add(workload);
      }
    }
    long lengthNanos = lengths.values().stream().mapToLong(Long::longValue).max().orElse(0);
    double cpuCores =
        lengths.entrySet().stream()
            .mapToDouble(each -> coreNanos.get(each.getKey()) / each.getValue())
            .sum();
    List<Snapshot.Workload> workloads = new ArrayList<>();
    byName.forEach((name, parts) -> workloads.add(workload(name, parts, lengthNanos, sources)));
    return new RecordedInterval(
        new Snapshot(
            number, base.plusNanos(endNanos), endNanos, lengthNanos, warmup, id, workloads),
        cpuCores);
  }

  private Snapshot.Workload workload(
      String name, List<Snapshot.Workload> parts, long lengthNanos, List<MergeSource> sources) {
    List<Snapshot.Workload> standing = standing(name, sources);
    List<Snapshot.Workload> here =
        pieces.stream()
            .map(Piece::source)
            .distinct()
            .map(source -> source.latest().get(name))
            .filter(workload -> workload != null)
            .toList();
    return new Snapshot.Workload(
        name,
        here.stream().mapToInt(Snapshot.Workload::workersUp).sum(),
        here.stream().mapToInt(Snapshot.Workload::workers).sum(),
        here.stream().mapToDouble(Snapshot.Workload::targetNowPerSecond).sum(),
        here.stream().map(Snapshot.Workload::mode).min(PaceMode::compareTo).orElseThrow(),
        lengthNanos,
        parts.stream()
            .map(Snapshot.Workload::measures)
            .reduce(Measures::plus)
            .orElseGet(Measures::none),
        standing.stream().map(Snapshot.Workload::underWay).reduce(UnderWay.NOTHING, UnderWay::plus),
        standing.stream().mapToLong(Snapshot.Workload::totalIterations).sum(),
        connections(here, standing),
        errors(standing),
        delivery(standing),
        List.of());
  }

  private static List<Snapshot.Workload> standing(String name, List<MergeSource> sources) {
    return sources.stream()
        .map(source -> source.latest().get(name))
        .filter(workload -> workload != null)
        .toList();
  }

  private static Connections connections(
      List<Snapshot.Workload> here, List<Snapshot.Workload> standing) {
    Map<String, Integer> byPeer = new TreeMap<>();
    here.forEach(
        workload ->
            workload.connections().byPeer().forEach((k, v) -> byPeer.merge(k, v, Integer::sum)));
    return new Connections(
        byPeer,
        standing.stream().mapToLong(w -> w.connections().reconnects()).sum(),
        standing.stream().mapToLong(w -> w.connections().lostNanos()).max().orElse(0),
        here.stream().mapToInt(w -> w.connections().workersLost()).sum());
  }

  private static Map<String, Long> errors(List<Snapshot.Workload> standing) {
    Map<String, Long> byCause = new TreeMap<>();
    standing.forEach(
        workload -> workload.errorsByCause().forEach((k, v) -> byCause.merge(k, v, Long::sum)));
    return byCause;
  }

  private static Optional<DeliveryCounts> delivery(List<Snapshot.Workload> standing) {
    return standing.stream().flatMap(w -> w.delivery().stream()).reduce(DeliveryCounts::plus);
  }
}
