package dev.sluice.control.measure;

import dev.sluice.control.measure.Observed.ObservedFigures;
import dev.sluice.core.result.Snapshot;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * The readings of an observer over a window: readings at its ends, and those in between. Values of
 * the moment are averaged over all readings, counters and CPU time are differences of the ends.
 *
 * @param readings at least one, in their order
 */
public record ObservedWindow(List<Observed> readings) {

  private static final double BYTES_PER_MEGABYTE = 1e6;

  /** Mean values, and rates of counters. */
  public Map<String, Double> values() {
    return withMeans(last().valuesSince(first()));
  }

  private Map<String, Double> withMeans(Map<String, Double> figures) {
    Map<String, Double> values = new LinkedHashMap<>(figures);
    values.putAll(means());
    return values;
  }

  public ObservedFigures figures() {
    ObservedFigures ends = last().figuresSince(first());
    return new ObservedFigures(withMeans(ends.values()), ends.shares());
  }

  /**
   * As part of the row of a workload of this process.
   *
   * @param done what the workload did meanwhile
   * @param meanBodyBytes how large its bodies were, if it makes them
   */
  public StepRow.Beside beside(Snapshot.Workload done, OptionalDouble meanBodyBytes) {
    Map<String, Double> costs =
        last().cpuMicrosPerIteration(first(), iterationsBetweenReadings(done));
    return new StepRow.Beside(
        OptionalDouble.of(last().harnessCoresSince(first())),
        costs,
        costs.size() < 2
            ? OptionalDouble.empty()
            : OptionalDouble.of(
                last().withoutParts(costs).values().stream()
                    .mapToDouble(Double::doubleValue)
                    .sum()),
        values(),
        last().coresSince(first()),
        figures().shares(),
        meanBodyBytes.isPresent()
            ? OptionalDouble.of(
                done.achievedPerSecond() * meanBodyBytes.getAsDouble() / BYTES_PER_MEGABYTE)
            : OptionalDouble.empty());
  }

  /** CPU is read at other moments than intervals end: as many iterations as fit in between. */
  private long iterationsBetweenReadings(Snapshot.Workload done) {
    long lengthNanos = last().nanos() - first().nanos();
    return done.lengthNanos() == 0
        ? 0
        : Math.round((double) done.measures().counts().done() * lengthNanos / done.lengthNanos());
  }

  private Map<String, Double> means() {
    Map<String, Double> sums = new LinkedHashMap<>();
    Map<String, Integer> counts = new LinkedHashMap<>();
    Map<String, Observed.At> counted = new HashMap<>();
    for (Observed each : readings) {
      each.readings()
          .forEach(
              (name, at) -> {
                if (at.reading() instanceof Reading.Value value
                    && !at.equals(counted.put(name, at))) { // else it was read no second time
                  sums.merge(name, value.value(), Double::sum);
                  counts.merge(name, 1, Integer::sum);
                }
              });
    }
    sums.replaceAll((name, sum) -> sum / counts.get(name));
    return sums;
  }

  private Observed first() {
    return readings.get(0);
  }

  private Observed last() {
    return readings.get(readings.size() - 1);
  }
}
