package dev.sluice.control.scenario.measure;

import dev.sluice.core.stats.Account;
import dev.sluice.core.stats.Latency;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * What was measured in one step: a row of the steps table.
 *
 * @param number counts rows from 1
 * @param name what the scenario calls it
 * @param who whose figures these are: of a workload here, or of another process
 * @param workers its workers that were up
 * @param targetPerSecond what was asked for, 0 when there was no target
 * @param beforePerSecond what was achieved of that before the step, where it was measured
 * @param achievedPerSecond what was done
 * @param ratio achieved over target, 1 without one
 * @param latency from the intended start where there was a schedule, in nanoseconds
 * @param queueManagers to how many of them workers were connected, 0 = unknown
 * @param harnessCores processors the harness used on average, empty of another process
 * @param cpuMicrosPerIteration CPU time for one iteration, by what was observed
 * @param gauges what else was observed: means of values, and counters per second
 * @param iterations how many there were
 * @param lengthNanos how long was measured
 * @param waited how long what was waited for before it took to come, by what it was
 * @param cores processors that were busy on average, by what was observed
 * @param processorShares of hosts, the busy share of all their processors
 * @param megabytesPerSecond bodies of messages one way, in 10^6 bytes, if the workload makes them
 * @param account what happened to all that was due
 * @param variables those of the loops around the step, with their values
 * @param repeats what was achieved in this row and those before it that differ from it in nothing
 *     but the round of the loop that repeats it
 */
public record StepRow(
    int number,
    String name,
    Target who,
    int workers,
    double targetPerSecond,
    OptionalDouble beforePerSecond,
    double achievedPerSecond,
    double ratio,
    Latency latency,
    int queueManagers,
    OptionalDouble harnessCores,
    Map<String, Double> cpuMicrosPerIteration,
    Map<String, Double> gauges,
    long iterations,
    long lengthNanos,
    Map<String, Duration> waited,
    Map<String, Double> cores,
    Map<String, Double> processorShares,
    OptionalDouble megabytesPerSecond,
    Account account,
    Map<String, String> variables,
    Interval95 repeats) {

  /** The variable that counts the rounds of a {@code repeat}. */
  public static final String ROUND = "round";

  /** Whose figures these are, in words. */
  public String workload() {
    return who.name();
  }

  /** What rows have in common that differ in nothing but the round of the loop that repeats it. */
  public record Kind(String name, Target who, Map<String, String> variables) {

    public Kind {
      Map<String, String> others = new HashMap<>(variables);
      others.remove(ROUND);
      variables = Map.copyOf(others);
    }
  }

  public Kind kind() {
    return new Kind(name, who, variables);
  }
}
