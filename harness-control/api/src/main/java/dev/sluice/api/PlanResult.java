package dev.sluice.api;

import dev.sluice.api.Estimate.Unit;
import dev.sluice.core.stats.Window;
import dev.sluice.estimates.Estimated;
import dev.sluice.estimates.Interval;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The outcome of a plan.
 *
 * @param verdict on all of it
 * @param runs one for each set of workloads, in their order
 * @param steps what the steps measured, a row each
 * @param objectives what was asked of the plan
 * @param findings what else the steps found, a line each
 * @param problems why it failed in part, a line each
 * @param folder where its results lie, if {@code run.out} says so
 */
public record PlanResult(
    Verdict verdict,
    List<RunResult> runs,
    List<Step> steps,
    List<Objective> objectives,
    List<String> findings,
    List<String> problems,
    Optional<Path> folder) {

  /** Copies the lists. */
  public PlanResult {
    runs = List.copyOf(runs);
    steps = List.copyOf(steps);
    objectives = List.copyOf(objectives);
    findings = List.copyOf(findings);
    problems = List.copyOf(problems);
  }

  /** What the exit code of {@code sluice run} says. */
  public enum Verdict {
    /** Nothing failed, and all objectives were met. */
    PASSED,
    /** A step failed, or something in a run. */
    FAILED,
    /** An objective was missed. */
    OBJECTIVES_MISSED,
    /** None was missed, but one was not judged: the harness itself was the limit or late. */
    OBJECTIVES_NOT_JUDGED
  }

  /**
   * What was asked of the plan.
   *
   * @param text such as {@code senders p99 < 20ms}
   * @param outcome what came of it
   * @param found the figure, with its unit
   */
  public record Objective(String text, Outcome outcome, String found) {

    /** What came of an objective. */
    public enum Outcome {
      /** It holds. */
      MET,
      /** Too much of the figure is the harness's own lateness. */
      NOT_JUDGED,
      /** It does not hold, or could not be measured. */
      MISSED
    }

    @Override
    public String toString() {
      return "%s: %s, %s"
          .formatted(text, outcome.name().toLowerCase(Locale.ROOT).replace('_', ' '), found);
    }
  }

  /**
   * What a step measured of one workload.
   *
   * @param name of the step
   * @param workload whose figures these are
   * @param done in the time of the step
   * @param figures those of {@code steps.csv}, by their columns; a number or a text each
   * @param known the ends of those of which the error is known, by {@code achieved}, {@code p99}
   *     ...
   */
  public record Step(
      String name,
      String workload,
      Window done,
      Map<String, Object> figures,
      Map<String, Interval> known) {

    /** Copies the figures. */
    public Step {
      figures = Collections.unmodifiableMap(new LinkedHashMap<>(figures));
      known = Map.copyOf(known);
    }

    /** Iterations done per second. */
    public Estimate achieved() {
      Interval ends = known.getOrDefault("achieved", Estimated.NOTHING.interval());
      return new Estimate(ends.around(done.achievedPerSecond()), Unit.PER_SECOND);
    }

    /** Time from the intended start to the end of an iteration; without a schedule from its own. */
    public LatencyResult latency() {
      return LatencyResult.of(done.headlineLatency(), known);
    }

    /**
     * A number of a column of {@code steps.csv}, such as {@code cores}.
     *
     * @throws IllegalArgumentException if the step has none there
     */
    public double figure(String column) {
      if (figures.get(column) instanceof Number number) {
        return number.doubleValue();
      }
      throw new IllegalArgumentException(
          "no figure '%s'; there is %s".formatted(column, String.join(", ", figures.keySet())));
    }

    @Override
    public String toString() {
      return "%s, %s: %s; %s".formatted(name, workload, achieved(), latency());
    }
  }

  /** Whether nothing failed, and all objectives were met. */
  public boolean passed() {
    return verdict == Verdict.PASSED;
  }

  /**
   * The first row of a step.
   *
   * @throws IllegalArgumentException if nothing was measured under this name
   */
  public Step step(String name) {
    return steps.stream()
        .filter(each -> each.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "no step '%s'; there is %s"
                        .formatted(
                            name,
                            steps.stream().map(Step::name).collect(Collectors.joining(", ")))));
  }

  @Override
  public String toString() {
    return Stream.of(List.of(verdict), problems, objectives, steps, findings)
        .flatMap(List::stream)
        .map(Object::toString)
        .collect(Collectors.joining("\n"));
  }
}
