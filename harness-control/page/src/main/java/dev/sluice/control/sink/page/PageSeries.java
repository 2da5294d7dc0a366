package dev.sluice.control.sink.page;

import dev.sluice.control.format.Csv;
import dev.sluice.control.format.Json;
import dev.sluice.core.result.RunBatches;
import dev.sluice.core.result.Snapshot;
import dev.sluice.core.result.Totals;
import dev.sluice.core.stats.Window;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The charts of a run's page, point by point. One thread. */
final class PageSeries {

  private final List<BigDecimal> endSeconds = new ArrayList<>();
  private final List<Long> endsNanos = new ArrayList<>();
  private final List<BigDecimal> lengthSeconds = new ArrayList<>();
  private final List<Boolean> warmup = new ArrayList<>();
  private final List<BigDecimal> cpuCores = new ArrayList<>();
  private final Map<String, WorkloadSeries> workloads = new LinkedHashMap<>();

  /** How many points there are. */
  int size() {
    return endsNanos.size();
  }

  /** When they ended, in nanoseconds since the start. */
  List<Long> endsNanos() {
    return endsNanos;
  }

  /** Adds an interval, or several joined. */
  void point(Snapshot snapshot) {
    int at = size();
    for (Window workload : snapshot.workloads()) {
      workloads
          .computeIfAbsent(workload.name(), name -> new WorkloadSeries(name, at))
          .add(at, workload);
    }
    endsNanos.add(snapshot.sinceStartNanos());
    endSeconds.add(Csv.seconds(snapshot.sinceStartNanos()));
    lengthSeconds.add(Csv.seconds(snapshot.lengthNanos()));
    warmup.add(snapshot.warmup());
    cpuCores.add(Csv.number(snapshot.cpuCores()));
  }

  /**
   * Adds the members of a page: what stands beside each other by the point, and the sums.
   *
   * @param from the first point that is wanted
   * @param intervals how many there were
   * @param totals their sums
   * @param batches from which errors are known
   * @param sums whether the sums of workloads are wanted even by who has them up to that point
   */
  void addTo(Json json, int from, long intervals, Totals totals, RunBatches batches, boolean sums) {
    json.put("intervals", intervals)
        .put("missingIntervals", Math.max(0, totals.number() - intervals))
        .put("measuredSeconds", Csv.seconds(totals.measuredNanos()))
        .put("cpuCoresMean", Csv.number(totals.cpu().cores()))
        .put("endSeconds", tail(endSeconds, from))
        .put("lengthSeconds", tail(lengthSeconds, from))
        .put("warmup", tail(warmup, from))
        .put("cpuCores", tail(cpuCores, from))
        .put(
            "workloads",
            workloads.values().stream()
                .map(each -> each.json(from, size(), totals, batches, sums))
                .toList());
  }

  /** The rest of a row. */
  static <T> List<T> tail(List<T> row, int from) {
    return row.subList(Math.min(from, row.size()), row.size());
  }
}
