package dev.sluice.control.analysis.compare;

import static dev.sluice.core.time.Nanos.NANOS_PER_MILLI;
import static dev.sluice.core.time.Nanos.NANOS_PER_SECOND;

import dev.sluice.control.format.RecordedInterval;
import dev.sluice.control.format.RunFiles;
import dev.sluice.control.format.RunFolderException;
import dev.sluice.control.format.SummaryJson;
import dev.sluice.control.measure.Metric;
import dev.sluice.control.measure.Window;
import dev.sluice.control.recorded.RecordedRun;
import dev.sluice.control.recorded.RunTotals;
import dev.sluice.control.recorded.RunTotals.WorkloadTotal;
import dev.sluice.core.result.Snapshot;
import dev.sluice.core.result.Verdict;
import dev.sluice.core.stats.Latency;
import dev.sluice.core.stats.Measures;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.json.JSONArray;
import org.json.JSONObject;

/**
 * The data of one run for a comparison: totals, and each metric of each interval that was measured;
 * the warm-up is left out.
 */
public final class RunSamples extends Samples {

  private final RunTotals totals = new RunTotals();
  private final double shortestNanos;

  private RunSamples(String name, JSONObject description) {
    super(Kind.RUN, name, harnessLimited(description));
    shortestNanos = description.getDouble("intervalSeconds") / 2 * NANOS_PER_SECOND;
  }

  /** Which workload of a run was, and why. */
  static Optional<String> harnessLimited(JSONObject description) {
    JSONObject summary = description.optJSONObject("summary", new JSONObject());
    for (Object each : summary.optJSONArray("workloads", new JSONArray())) {
      JSONObject workload = (JSONObject) each;
      if (SummaryJson.verdictKind(workload) == Verdict.Kind.HARNESS_LIMITED) {
        return Optional.of(
            workload.getString("name")
                + " was harness limited; "
                + workload.getString("explanation"));
      }
    }
    return Optional.empty();
  }

  /**
   * Reads a run.
   *
   * @throws dev.sluice.control.format.RunFolderException if its description is damaged
   */
  public static RunSamples of(RecordedRun run, String name) throws IOException {
    RunSamples found =
        RunFolderException.naming(
            run.folder().resolve(RunFiles.RUN), () -> new RunSamples(name, run.description()));
    run.intervals(found::add);
    return found;
  }

  @Override
  List<String> subjects() {
    return totals.workloads().stream().map(WorkloadTotal::name).toList();
  }

  @Override
  List<Metric> metrics() {
    return METRICS;
  }

  @Override
  double whole(String workload, Metric metric) {
    return total(workload).map(sum -> figure(metric, sum)).orElse(Double.NaN);
  }

  @Override
  double targetPerSecond(String workload) {
    return total(workload).map(Snapshot.Workload::targetPerSecond).orElse(0.0);
  }

  @Override
  double harnessShare(String workload) {
    return total(workload).map(Snapshot.Workload::measures).map(RunSamples::share).orElse(0.0);
  }

  private static double share(Measures measures) {
    Latency latency = measures.latency();
    return Verdict.harnessShare(measures.counts(), latency, latency.meanNanos());
  }

  /** In milliseconds if it is a time; not a number if nothing was measured. */
  private static double figure(Metric metric, Snapshot.Workload workload) {
    double value = metric.in(Window.ofDone(workload)).orElse(Double.NaN);
    return metric.isTime() ? value / NANOS_PER_MILLI : value;
  }

  /** A workload over all that was measured. */
  Optional<Snapshot.Workload> total(String workload) {
    return totals.workloads().stream()
        .map(WorkloadTotal::sum)
        .filter(w -> w.name().equals(workload))
        .findFirst();
  }

  private void add(RecordedInterval interval) {
    totals.add(interval);
    if (interval.snapshot().warmup() || interval.snapshot().lengthNanos() < shortestNanos) {
      return; // the end of the run cut it short: no sample to set beside full ones
    }
    for (Snapshot.Workload workload : interval.snapshot().workloads()) {
      for (Metric metric : METRICS) {
        double value = figure(metric, workload);
        add(
            workload.name(),
            metric,
            Double.isNaN(value) ? OptionalDouble.empty() : OptionalDouble.of(value));
      }
    }
  }
}
