package dev.sluice.control.scenario.step;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Readings of everything that is observed, made at one time.
 *
 * @param nanos when
 * @param harnessCpuNanos what this process has used so far
 * @param cpuNanos what other processes, groups and hosts have used so far, by the observer's name
 * @param gauges values of the moment, by the observer's name
 */
public record Observed(
    long nanos, long harnessCpuNanos, Map<String, Long> cpuNanos, Map<String, Double> gauges) {

  public static final Observed NONE = new Observed(0, 0, Map.of(), Map.of());

  private static final double NANOS_PER_MICRO = 1e3;

  public Observed {
    cpuNanos = Map.copyOf(cpuNanos);
    gauges = Map.copyOf(gauges);
  }

  /** Processors the harness has used on average since an earlier reading. */
  public double harnessCoresSince(Observed earlier) {
    long elapsedNanos = nanos - earlier.nanos;
    return elapsedNanos <= 0
        ? 0
        : (double) (harnessCpuNanos - earlier.harnessCpuNanos) / elapsedNanos;
  }

  /**
   * Processors that each of the others has used on average since an earlier reading. What was not
   * read both times, or was reset in between, is missing.
   */
  public Map<String, Double> coresSince(Observed earlier) {
    Map<String, Double> cores = new LinkedHashMap<>();
    long elapsedNanos = nanos - earlier.nanos;
    cpuNanos.forEach(
        (name, used) -> {
          if (elapsedNanos > 0 && isLaterThan(earlier, name)) {
            cores.put(name, (double) (used - earlier.cpuNanos.get(name)) / elapsedNanos);
          }
        });
    return cores;
  }

  /**
   * CPU microseconds per iteration since an earlier reading: the harness first, then the others.
   */
  public Map<String, Double> cpuMicrosPerIteration(Observed earlier, long iterations) {
    Map<String, Double> costs = new LinkedHashMap<>();
    if (iterations == 0) {
      return costs;
    }
    costs.put(
        "harness", (harnessCpuNanos - earlier.harnessCpuNanos) / NANOS_PER_MICRO / iterations);
    cpuNanos.keySet().stream()
        .filter(name -> isLaterThan(earlier, name))
        .sorted()
        .forEach(
            name ->
                costs.put(
                    name,
                    (cpuNanos.get(name) - earlier.cpuNanos.get(name))
                        / NANOS_PER_MICRO
                        / iterations));
    return costs;
  }

  private boolean isLaterThan(Observed earlier, String name) {
    return cpuNanos.get(name) >= earlier.cpuNanos.getOrDefault(name, Long.MAX_VALUE);
  }
}
