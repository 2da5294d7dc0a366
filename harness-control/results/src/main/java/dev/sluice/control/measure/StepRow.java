package dev.sluice.control.measure;

import dev.sluice.core.stats.Figure;
import dev.sluice.core.stats.Gauge;
import dev.sluice.core.stats.Window;
import dev.sluice.estimates.Estimate;
import dev.sluice.estimates.Estimated;
import dev.sluice.estimates.Interval;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/**
 * The measurement of one step: a row of the steps table.
 *
 * @param number counts rows from 1
 * @param treatment what it has in common with other rounds of the same step
 * @param variables those of the loops around the step, with their values
 * @param done what was done
 * @param before the same before the step, where it was measured
 * @param beside what was observed beside the load
 * @param waited how long what was waited for before it took to come, by what it was
 * @param repeats the mean rate of this row and those before it of the same treatment
 * @param known figures of which the error is known, by the words of {@link Metric}
 * @param tried which of several windows it is, and why those before do not count; else empty
 */
public record StepRow(
    int number,
    Treatment treatment,
    Map<String, String> variables,
    Window done,
    Optional<StepRow> before,
    Beside beside,
    Map<String, Duration> waited,
    Estimate repeats,
    Map<String, Interval> known,
    String tried) {

  /** The variable that counts the rounds of a {@code repeat}. */
  public static final String ROUND = "round";

  /** The column of the percentiles that may be mostly the harness's own lateness. */
  public static final String OWN_LATENESS = "own_lateness";

  /** Those that a row has. */
  public static final List<Metric> PERCENTILES =
      List.of(Metric.percentile(50), Metric.percentile(99));

  private static final double RATIO_STEPS = 1e5;

  /**
   * The common part of rows that differ in nothing but the round of the loop that repeats it.
   *
   * @param name what the scenario calls the step
   * @param who whose figures these are: of a workload here, or of another process
   */
  public record Treatment(String name, Target who, Map<String, String> variables) {

    public Treatment {
      Map<String, String> others = new HashMap<>(variables);
      others.remove(ROUND);
      variables = Map.copyOf(others);
    }
  }

  /**
   * The readings of observers, by observer.
   *
   * @param harnessCores processors the harness used on average, empty of another process
   * @param cpuMicrosPerIteration CPU time for one iteration
   * @param totalCpuMicrosPerIteration their sum, parts of others left out; empty if there are not
   *     several
   * @param gauges means of values, and counters per second
   * @param totals the same of what has parts that are written down by themselves
   * @param cores processors that were busy on average
   * @param processorShares of hosts, the busy share of all their processors
   * @param megabytesPerSecond bodies of messages one way, in 10^6 bytes, if the workload makes them
   */
  public record Beside(
      OptionalDouble harnessCores,
      Map<String, Double> cpuMicrosPerIteration,
      OptionalDouble totalCpuMicrosPerIteration,
      Map<String, Double> gauges,
      Map<String, Double> totals,
      Map<String, Double> cores,
      Map<String, Double> processorShares,
      OptionalDouble megabytesPerSecond) {

    public static final Beside NOTHING =
        new Beside(
            OptionalDouble.empty(),
            Map.of(),
            OptionalDouble.empty(),
            Map.of(),
            Map.of(),
            Map.of(),
            Map.of(),
            OptionalDouble.empty());
  }

  /** The same row, where there were windows before that do not count. */
  public StepRow tried(String which) {
    return new StepRow(
        number, treatment, variables, done, before, beside, waited, repeats, known, which);
  }

  /** The step's name in the scenario. */
  public String name() {
    return treatment.name();
  }

  public Target who() {
    return treatment.who();
  }

  /** Whose figures these are, in words. */
  public String workload() {
    return who().name();
  }

  /** Achieved over target, as it is written. */
  public double ratio() {
    return Math.round(done.ratio() * RATIO_STEPS) / RATIO_STEPS;
  }

  /** The percentiles of which most may be the harness's own lateness, as words; may be empty. */
  public String ownLateness() {
    return Objective.mostlyOwnLateness(PERCENTILES, Observations.ofDone(done)).stream()
        .map(Metric::word)
        .collect(Collectors.joining(" "));
  }

  /** How often it was measured so far. */
  public int rounds() {
    return (int) repeats.freedom() + 1;
  }

  /** How far the rates of these rounds lie from each other. */
  public double deviation() {
    return repeats.standardError() * Math.sqrt(rounds());
  }

  /** How well a figure is known. */
  public Interval known(Metric metric) {
    return known.getOrDefault(metric.word(), Interval.unknown(Double.NaN, Estimated.LEVEL));
  }

  /** A figure with its error. */
  public Interval in(Figure figure) {
    return known
        .getOrDefault(figure.word(), Interval.unknown(Double.NaN, Estimated.LEVEL))
        .around(figure.in(done));
  }

  /** The achieved rate with its error. */
  public Interval achieved() {
    return in(Gauge.ACHIEVED);
  }
}
