package dev.sluice.control.analysis.compare;

import java.util.ArrayList;
import java.util.List;

/**
 * Runs held against the first of them.
 *
 * @param baseline the name of the first
 * @param runs the names of the others
 * @param thresholdPercent a difference up to this does not matter
 * @param differences every figure of every workload that the baseline has
 * @param missing workloads that not all runs have, one line each
 */
public record Comparison(
    String baseline,
    List<String> runs,
    double thresholdPercent,
    List<Difference> differences,
    List<String> missing) {

  /**
   * Compares.
   *
   * @param runs at least two, the baseline first
   * @param thresholdPercent a difference up to this does not matter
   */
  public static Comparison of(List<RunSamples> runs, double thresholdPercent) {
    RunSamples baseline = runs.get(0);
    List<RunSamples> others = runs.subList(1, runs.size());
    List<Difference> differences = new ArrayList<>();
    List<String> missing = new ArrayList<>();
    for (String workload : baseline.workloads()) {
      for (RunSamples run : others) {
        if (run.total(workload).isEmpty()) {
          missing.add(run.name() + " has no workload " + workload);
          continue;
        }
        for (Metric metric : Metric.values()) {
          differences.add(Difference.of(workload, metric, baseline, run, thresholdPercent));
        }
      }
    }
    return new Comparison(
        baseline.name(),
        others.stream().map(RunSamples::name).toList(),
        thresholdPercent,
        List.copyOf(differences),
        List.copyOf(missing));
  }

  /** Whether anything got worse, so much that it matters and chance does not explain it. */
  public boolean regression() {
    return differences.stream().anyMatch(d -> d.verdict() == Difference.Verdict.WORSE);
  }
}
