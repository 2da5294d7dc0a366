package dev.sluice.control.measure;

import dev.sluice.control.format.Finding;
import dev.sluice.control.measure.Headline.Basis;
import dev.sluice.core.result.Verdict;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The steps and findings of a plan in one run.
 *
 * @param ratios achieved over target of each step that has them, in their order
 */
public record RunFindings(List<Double> ratios, List<Finding> findings) {

  /** Those of a run without a plan. */
  public static final RunFindings NONE = new RunFindings(List.of(), List.of());

  /** What a disturbance looks like from outside. */
  private static final Set<Verdict.Kind> DISTURBED =
      EnumSet.of(Verdict.Kind.SATURATED, Verdict.Kind.INTERRUPTED);

  public RunFindings {
    ratios = List.copyOf(ratios);
    findings = List.copyOf(findings);
  }

  RunFindings with(StepRow row) {
    return new RunFindings(
        Stream.concat(ratios.stream(), Stream.of(row.ratio())).toList(), findings);
  }

  RunFindings with(Finding finding) {
    return new RunFindings(ratios, Stream.concat(findings.stream(), Stream.of(finding)).toList());
  }

  /**
   * Sums up the run.
   *
   * @param clean whether nothing failed in it
   * @param workloads the verdicts on its workloads
   */
  public Headline headline(boolean clean, Set<Verdict.Kind> workloads) {
    if (!clean) {
      return new Headline(Basis.FAULTS, Verdict.headline(false, workloads));
    }
    List<Finding> searched = of(Finding.Topic.MAX_RATE);
    if (!searched.isEmpty()) {
      // what a search asks for at last is too much, so what happened to targets says nothing
      return new Headline(Basis.SEARCH, maxRates(searched));
    }
    List<Finding> recoveries = recoveries();
    return !recoveries.isEmpty() && DISTURBED.contains(Verdict.worst(workloads))
        ? new Headline(
            Basis.DISTURBANCE,
            recoveries.stream()
                .map(Finding::text)
                .collect(Collectors.joining(", ", "Disturbed as planned, ", "")))
        : new Headline(Basis.TARGETS, Verdict.headline(true, workloads));
  }

  /** The findings on a topic. */
  public List<Finding> of(Finding.Topic topic) {
    return findings.stream().filter(each -> each.kind() == topic).toList();
  }

  /** The highest rates that were found, in one phrase. */
  public static String maxRates(List<Finding> found) {
    return found.stream()
        .map(each -> each.text().replaceFirst("^m([^;]*).*", "M$1"))
        .distinct()
        .collect(Collectors.joining("; "));
  }

  /**
   * What the run recovered from, if that is why it fell short: the first and the last step kept
   * their targets. One that did not keep them before or after is short of them by itself.
   */
  public List<Finding> recoveries() {
    boolean kept =
        ratios.size() > 1
            && ratios.get(0) >= Verdict.KEPT_RATIO
            && ratios.get(ratios.size() - 1) >= Verdict.KEPT_RATIO;
    return kept ? of(Finding.Topic.RECOVERY) : List.of();
  }
}
