package dev.sluice.control.analysis.compare;

import dev.sluice.control.scenario.measure.Metric;
import java.util.ArrayList;
import java.util.List;

/**
 * Differences between the first of several runs or sweeps and each of the others.
 *
 * @param kind what is compared
 * @param baseline the name of the first
 * @param runs the names of the others
 * @param thresholdPercent a difference up to this does not matter
 * @param differences every figure of every workload or step that the baseline has
 * @param missing workloads or steps that not all have, one line each
 */
public record Comparison(
    Samples.Kind kind,
    String baseline,
    List<String> runs,
    double thresholdPercent,
    List<Difference> differences,
    List<String> missing) {

  /**
   * Compares.
   *
   * @param runs at least two of one kind, the baseline first
   * @param thresholdPercent a difference up to this does not matter
   */
  public static Comparison of(List<? extends Samples> runs, double thresholdPercent) {
    Samples baseline = runs.get(0);
    List<? extends Samples> others = runs.subList(1, runs.size());
    List<Difference> differences = new ArrayList<>();
    List<String> missing = new ArrayList<>();
    for (String subject : baseline.subjects()) {
      for (Samples run : others) {
        if (!run.subjects().contains(subject)) {
          missing.add(run.name() + " has no " + baseline.kind().subject() + " " + subject);
          continue;
        }
        for (Metric metric : baseline.metrics()) {
          differences.add(Difference.of(subject, metric, baseline, run, thresholdPercent));
        }
      }
    }
    return new Comparison(
        baseline.kind(),
        baseline.name(),
        others.stream().map(Samples::name).toList(),
        thresholdPercent,
        List.copyOf(differences),
        List.copyOf(missing));
  }

  /** Whether anything got worse, so much that it matters and chance does not explain it. */
  public boolean regression() {
    return differences.stream().anyMatch(d -> d.verdict() == Difference.Verdict.WORSE);
  }

  /** Whether nothing can be said, because everything was measured too seldom. */
  public boolean unknown() {
    return differences.stream().allMatch(d -> d.verdict() == Difference.Verdict.UNKNOWN);
  }
}
