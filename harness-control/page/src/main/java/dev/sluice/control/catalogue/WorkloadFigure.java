package dev.sluice.control.catalogue;

import dev.sluice.core.stats.Counter;
import dev.sluice.core.stats.LatencyKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.json.JSONObject;

/**
 * A figure of a workload over a whole run, as {@code run.json} has it.
 *
 * @param column its name in trends
 * @param path the members that lead to it in the summary of a workload
 */
public record WorkloadFigure(String column, List<String> path) {

  private static final List<String> OF_LATENCY =
      List.of("mean", "p50", "p90", "p99", "p99.9", "p99.99", "max");

  /** All figures: rates, counters, and each latency's mean and percentiles in milliseconds. */
  public static final List<WorkloadFigure> ALL = all();

  private static List<WorkloadFigure> all() {
    List<WorkloadFigure> all = new ArrayList<>();
    all.add(new WorkloadFigure("achieved_per_second", List.of("achievedPerSecond")));
    all.add(new WorkloadFigure("target_per_second", List.of("targetPerSecond")));
    all.add(new WorkloadFigure("attempted_per_second", List.of("attemptedPerSecond")));
    all.add(new WorkloadFigure("ratio", List.of("ratio")));
    for (LatencyKind kind : LatencyKind.values()) {
      for (String figure : OF_LATENCY) {
        all.add(
            new WorkloadFigure(
                kind.column() + "_" + figure.replace('.', '_') + "_ms",
                List.of("latencyMillis", kind.word(), figure)));
      }
    }
    for (Counter counter : Counter.values()) {
      all.add(new WorkloadFigure("count_" + counter.column(), List.of(counter.fileKey())));
    }
    all.add(new WorkloadFigure("reconnects", List.of("reconnects", "count")));
    return List.copyOf(all);
  }

  /** The figure of a column. */
  public static Optional<WorkloadFigure> named(String column) {
    return ALL.stream().filter(each -> each.column.equals(column)).findFirst();
  }

  /** Its value in the summary of a workload. */
  Optional<Double> in(JSONObject workload) {
    JSONObject holder = workload;
    for (String member : path.subList(0, path.size() - 1)) {
      holder = holder.optJSONObject(member);
      if (holder == null) {
        return Optional.empty();
      }
    }
    double value = holder.optDouble(path.get(path.size() - 1), Double.NaN);
    return Optional.of(value).filter(Double::isFinite);
  }
}
