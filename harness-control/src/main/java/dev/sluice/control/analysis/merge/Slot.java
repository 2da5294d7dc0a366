package dev.sluice.control.analysis.merge;

import dev.sluice.control.format.RecordedInterval;
import dev.sluice.core.result.Snapshot;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The sums of several runs in the same period of the common time line. What is a count of an
 * interval is added over the intervals that are in it; what is counted since the start is added
 * over all runs as they stood. One thread.
 */
final class Slot {

  private final boolean warmup;
  private final Map<MergeSource, RecordedInterval> pieces = new LinkedHashMap<>();

  Slot(boolean warmup) {
    this.warmup = warmup;
  }

  boolean isEmpty() {
    return pieces.isEmpty();
  }

  void add(MergeSource source, RecordedInterval interval) {
    pieces.merge(source, interval, RecordedInterval::then);
  }

  /**
   * All of it as one interval. Its length is the longest time that one run spent in it, so that
   * rates of intervals of the same length come out as their sum.
   *
   * @param sources all runs, whether in it or not
   */
  RecordedInterval joined(long number, Instant base, String id, List<MergeSource> sources) {
    long endNanos =
        pieces.entrySet().stream()
            .mapToLong(
                piece ->
                    Duration.between(base, piece.getKey().started()).toNanos()
                        + piece.getValue().snapshot().sinceStartNanos())
            .max()
            .orElse(0);
    Map<String, Snapshot.Workload> workloads = new LinkedHashMap<>();
    long lengthNanos =
        pieces.values().stream().mapToLong(piece -> piece.snapshot().lengthNanos()).max().orElse(0);
    double cpuCores = 0;
    for (RecordedInterval piece : pieces.values()) {
      cpuCores += piece.cpuCores();
      piece
          .snapshot()
          .workloads()
          .forEach(w -> workloads.merge(w.name(), w, Snapshot.Workload::plus));
    }
    for (MergeSource source : sources) {
      if (!pieces.containsKey(source)) {
        source.latest().values().stream()
            .map(Snapshot.Workload::ended)
            .forEach(ended -> workloads.computeIfPresent(ended.name(), (n, w) -> w.plus(ended)));
      }
    }
    return new RecordedInterval(
        new Snapshot(
            number,
            base.plusNanos(endNanos),
            endNanos,
            lengthNanos,
            warmup,
            id,
            workloads.values().stream().map(each -> each.lasting(lengthNanos)).toList()),
        cpuCores);
  }
}
