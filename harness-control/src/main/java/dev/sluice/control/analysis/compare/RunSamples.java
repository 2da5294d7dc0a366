package dev.sluice.control.analysis.compare;

import dev.sluice.control.format.RecordedInterval;
import dev.sluice.control.recorded.RecordedRun;
import dev.sluice.control.recorded.RunTotals;
import dev.sluice.control.recorded.WorkloadTotal;
import dev.sluice.control.scenario.measure.Metric;
import dev.sluice.control.scenario.measure.Window;
import dev.sluice.core.result.Snapshot;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The data of one run for a comparison: totals, and each metric of each interval that was measured;
 * the warm-up is left out.
 */
public final class RunSamples implements Samples {

  private static final double NANOS_PER_MILLI = 1e6;

  private final String name;
  private final RunTotals totals = new RunTotals();
  private final Map<String, Map<Metric, List<Double>>> samples = new HashMap<>();
  private long longestNanos;

  private RunSamples(String name) {
    this.name = name;
  }

  public static RunSamples of(RecordedRun run, String name) throws IOException {
    RunSamples found = new RunSamples(name);
    run.intervals(found::add);
    return found;
  }

  @Override
  public Kind kind() {
    return Kind.RUN;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public List<String> subjects() {
    return totals.workloads().stream().map(WorkloadTotal::name).toList();
  }

  @Override
  public List<Metric> metrics() {
    return METRICS;
  }

  @Override
  public double whole(String workload, Metric metric) {
    return total(workload).map(sum -> figure(metric, sum)).orElse(Double.NaN);
  }

  /** In milliseconds if it is a time; not a number if nothing was measured. */
  private static double figure(Metric metric, Snapshot.Workload workload) {
    double value = metric.in(Window.of(workload)).orElse(Double.NaN);
    return metric.isTime() ? value / NANOS_PER_MILLI : value;
  }

  /** A workload over all that was measured. */
  Optional<Snapshot.Workload> total(String workload) {
    return totals.workloads().stream()
        .map(WorkloadTotal::sum)
        .filter(w -> w.name().equals(workload))
        .findFirst();
  }

  @Override
  public double[] samples(String workload, Metric metric) {
    return samples.getOrDefault(workload, Map.of()).getOrDefault(metric, List.of()).stream()
        .mapToDouble(Double::doubleValue)
        .toArray();
  }

  private void add(RecordedInterval interval) {
    totals.add(interval);
    longestNanos = Math.max(longestNanos, interval.snapshot().lengthNanos());
    if (interval.snapshot().warmup() || interval.snapshot().lengthNanos() < longestNanos / 2) {
      return; // the end of the run cut it short: no sample to set beside full ones
    }
    for (Snapshot.Workload workload : interval.snapshot().workloads()) {
      Map<Metric, List<Double>> ofWorkload =
          samples.computeIfAbsent(workload.name(), w -> new HashMap<>());
      for (Metric metric : METRICS) {
        double value = figure(metric, workload);
        if (!Double.isNaN(value)) {
          ofWorkload.computeIfAbsent(metric, m -> new ArrayList<>()).add(value);
        }
      }
    }
  }
}
