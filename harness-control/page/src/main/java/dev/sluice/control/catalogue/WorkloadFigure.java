package dev.sluice.control.catalogue;

import dev.sluice.control.format.FigureJson;
import dev.sluice.control.format.RunDocument.ReconnectTimes;
import dev.sluice.control.format.RunDocument.WorkloadOutcome;
import dev.sluice.core.stats.Counter;
import dev.sluice.core.stats.Gauge;
import dev.sluice.core.stats.LatencyFigure;
import dev.sluice.core.stats.LatencyKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * A figure of a workload over a whole run, as {@code run.json} has it.
 *
 * @param column its name in trends
 * @param reader its value, not a number if there is none
 */
public record WorkloadFigure(String column, ToDoubleFunction<WorkloadOutcome> reader) {

  /** All figures: rates, counters, and each latency's mean and percentiles in milliseconds. */
  public static final List<WorkloadFigure> ALL = all();

  private static List<WorkloadFigure> all() {
    List<WorkloadFigure> all = new ArrayList<>();
    all.add(new WorkloadFigure(Gauge.ACHIEVED.metric(), each -> each.achievedPerSecond().value()));
    all.add(new WorkloadFigure(Gauge.TARGET.metric(), WorkloadOutcome::targetPerSecond));
    all.add(
        new WorkloadFigure(
            "attempted_per_second", each -> each.attemptedPerSecond().orElse(Double.NaN)));
    all.add(new WorkloadFigure("ratio", each -> each.ratio().doubleValue()));
    for (LatencyKind kind : LatencyKind.values()) {
      for (LatencyFigure figure : FigureJson.OF_LATENCY) {
        all.add(
            new WorkloadFigure(
                figure.of(kind).column().replace('.', '_'),
                each -> each.latencyMillis(kind, figure.word())));
      }
    }
    for (Counter counter : Counter.values()) {
      all.add(new WorkloadFigure("count_" + counter.column(), each -> each.counts().get(counter)));
    }
    all.add(
        new WorkloadFigure(
            "reconnects",
            each ->
                each.reconnects()
                    .map(ReconnectTimes::count)
                    .map(Long::doubleValue)
                    .orElse(Double.NaN)));
    return List.copyOf(all);
  }

  /** The figure of a column. */
  public static Optional<WorkloadFigure> named(String column) {
    return ALL.stream().filter(each -> each.column.equals(column)).findFirst();
  }

  /** Its value of a workload. */
  Optional<Double> in(WorkloadOutcome workload) {
    return Optional.of(reader.applyAsDouble(workload)).filter(Double::isFinite);
  }
}
