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
import dev.sluice.control.recorded.WorkloadTotal;
import dev.sluice.core.result.Snapshot;
import dev.sluice.core.result.Verdict;
import dev.sluice.core.stats.Latency;
import dev.sluice.core.stats.Measures;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.json.JSONArray;
import org.json.JSONObject;

/**
 * The data of one run for a comparison: totals, and each metric of each interval that was measured;
 * the warm-up is left out.
 */
public final class RunSamples implements Samples {

  private final String name;
  private final RunTotals totals = new RunTotals();
  private final Map<String, Map<Metric, List<Double>>> samples = new HashMap<>();
  private final double shortestNanos;
  private final Optional<String> notComparable;

  private RunSamples(String name, JSONObject description) {
    this.name = name;
    shortestNanos = description.getDouble("intervalSeconds") / 2 * NANOS_PER_SECOND;
    notComparable = harnessLimited(description).map(why -> Samples.notComparable(name, why));
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

  @Override
  public double targetPerSecond(String workload) {
    return total(workload).map(Snapshot.Workload::targetPerSecond).orElse(0.0);
  }

  @Override
  public Optional<String> notComparable() {
    return notComparable;
  }

  @Override
  public double harnessShare(String workload) {
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

  @Override
  public double[] samples(String workload, Metric metric) {
    return samples.getOrDefault(workload, Map.of()).getOrDefault(metric, List.of()).stream()
        .mapToDouble(Double::doubleValue)
        .toArray();
  }

  private void add(RecordedInterval interval) {
    totals.add(interval);
    if (interval.snapshot().warmup() || interval.snapshot().lengthNanos() < shortestNanos) {
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
