package dev.sluice.control.measure;

import static dev.sluice.core.time.Nanos.NANOS_PER_MICRO;
import static dev.sluice.core.time.Nanos.NANOS_PER_SECOND;

import dev.sluice.control.format.Observation;
import dev.sluice.core.stats.Window;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;

/**
 * Readings of everything that is observed, made one after the other. What could not be read is
 * missing.
 *
 * @param nanos when they had been made
 * @param harnessCpuNanos what this process has used so far
 * @param readings what else was read, by the observer's name
 * @param parts what is read a second time in something larger, by name: a process and its host
 */
public record Observed(
    long nanos, long harnessCpuNanos, Map<String, At> readings, Map<String, String> parts) {

  /** The name of this process among observers. */
  public static final String HARNESS = "harness";

  /** Where nothing is part of anything. */
  public Observed(long nanos, long harnessCpuNanos, Map<String, At> readings) {
    this(nanos, harnessCpuNanos, readings, Map.of());
  }

  /** A reading, and when it was made: another host may take a second to answer. */
  public record At(long nanos, Reading reading) {}

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
    sorted()
        .forEach(
            (name, at) -> {
              At then = earlier.readings.get(name);
              if (then != null
                  && at.nanos() > then.nanos()
                  && at.reading() instanceof Reading.Cpu now
                  && then.reading() instanceof Reading.Cpu before
                  && now.nanos() >= before.nanos()) { // a host that was restarted counts from 0
                cores.put(name, now.coresSince(before, at.nanos() - then.nanos()));
              }
            });
    return cores;
  }

  /** Values of the moment, and of counters how much they rose per second since then. */
  public Map<String, Double> valuesSince(Observed earlier) {
    Map<String, Double> values = new LinkedHashMap<>();
    sorted()
        .forEach(
            (name, at) -> {
              At then = earlier.readings.get(name);
              if (at.reading() instanceof Reading.Value now) {
                values.put(name, now.value());
              } else if (then != null
                  && at.nanos() > then.nanos()
                  && at.reading() instanceof Reading.Counter now
                  && then.reading() instanceof Reading.Counter before
                  && now.count() >= before.count()) { // one that was reset says nothing
                double seconds = (at.nanos() - then.nanos()) / NANOS_PER_SECOND;
                values.put(name, (now.count() - before.count()) / seconds);
              }
            });
    return values;
  }

  /** When an observer was read; empty without a reading. Slow ones are not read each time. */
  public OptionalLong readNanos(String name) {
    At at = readings.get(name);
    return at == null ? OptionalLong.empty() : OptionalLong.of(at.nanos());
  }

  /**
   * All of it that was read in a run since an earlier reading, as files and pages have it. A figure
   * that is one of a time lies in the run from its begin.
   *
   * @param time wall-clock time of this reading
   * @param startNanos the clock's reading when the schedule of the run started
   */
  public List<Observation> observationsSince(Observed earlier, Instant time, long startNanos) {
    return from(startNanos).inRunSince(earlier.from(startNanos), time, nanos - startNanos);
  }

  private Observed from(long startNanos) {
    Map<String, At> later = new HashMap<>(readings);
    later.values().removeIf(each -> each.nanos() < startNanos);
    return new Observed(nanos, harnessCpuNanos, later, parts);
  }

  private List<Observation> inRunSince(Observed earlier, Instant time, long sinceStartNanos) {
    List<Observation> all = new ArrayList<>();
    coresSince(earlier)
        .forEach(
            (name, cores) ->
                all.add(
                    new Observation(time, sinceStartNanos, name, "cpu", Observation.CORES, cores)));
    figuresSince(earlier)
        .shares()
        .forEach(
            (name, share) ->
                all.add(
                    new Observation(
                        time, sinceStartNanos, name, Observation.CPU_SHARE, "", share)));
    valuesSince(earlier)
        .forEach(
            (name, value) -> {
              if (writes(name) && !readNanos(name).equals(earlier.readNanos(name))) {
                all.add(new Observation(time, sinceStartNanos, name, "value", "", value));
              }
            });
    return all;
  }

  /** Whether a reading is written down by itself; that of a total is not. */
  private boolean writes(String name) {
    At at = readings.get(name);
    return at == null || !(at.reading() instanceof Reading.Value of) || of.written();
  }

  /** Everything that objectives can be about, since an earlier reading. */
  public ObservedFigures figuresSince(Observed earlier) {
    Map<String, Double> values = valuesSince(earlier);
    Map<String, Double> shares = new LinkedHashMap<>();
    coresSince(earlier)
        .forEach(
            (name, cores) -> {
              values.put(name, cores);
              int processors = ((Reading.Cpu) readings.get(name).reading()).processors();
              if (processors > 0) {
                shares.put(name, cores / processors);
              }
            });
    return new ObservedFigures(values, shares);
  }

  /**
   * CPU microseconds per iteration since an earlier reading: the harness first, then the others.
   */
  public Map<String, Double> cpuMicrosPerIteration(Observed earlier, long iterations) {
    Map<String, Double> costs = new LinkedHashMap<>();
    if (iterations == 0) {
      return costs;
    }
    costs.put(HARNESS, (harnessCpuNanos - earlier.harnessCpuNanos) / NANOS_PER_MICRO / iterations);
    double elapsedMicros = (nanos - earlier.nanos) / NANOS_PER_MICRO;
    coresSince(earlier)
        .forEach((name, cores) -> costs.put(name, cores * elapsedMicros / iterations));
    return costs;
  }

  /** Costs that together are all: none is part of another one of them. */
  Map<String, Double> withoutParts(Map<String, Double> costs) {
    Map<String, Double> whole = new LinkedHashMap<>(costs);
    whole.keySet().removeIf(name -> isIn(costs.keySet(), parts.get(name)));
    return whole;
  }

  private boolean isIn(Set<String> names, String larger) {
    return larger != null && (names.contains(larger) || isIn(names, parts.get(larger)));
  }

  private Map<String, At> sorted() {
    return new TreeMap<>(readings);
  }

  /**
   * The readings of observers over a window, by the observer's name.
   *
   * @param values a mean value, a rate per second, or how many processors were busy
   * @param shares of hosts, the busy share of all their processors
   */
  public record ObservedFigures(Map<String, Double> values, Map<String, Double> shares) {

    public static final ObservedFigures NONE = new ObservedFigures(Map.of(), Map.of());
  }

  /**
   * The readings of an observer over a window: readings at its ends, and those in between. Values
   * of the moment are averaged over all readings, counters and CPU time are differences of the
   * ends.
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
    public StepRow.Beside beside(Window done, OptionalDouble meanBodyBytes) {
      Map<String, Double> costs =
          last().cpuMicrosPerIteration(first(), iterationsBetweenReadings(done));
      Map<String, Double> gauges = values();
      Map<String, Double> totals = new LinkedHashMap<>(gauges);
      totals.keySet().removeIf(name -> readings.stream().allMatch(each -> each.writes(name)));
      gauges.keySet().removeAll(totals.keySet());
      return new StepRow.Beside(
          OptionalDouble.of(last().harnessCoresSince(first())),
          costs,
          costs.size() < 2
              ? OptionalDouble.empty()
              : OptionalDouble.of(
                  last().withoutParts(costs).values().stream()
                      .mapToDouble(Double::doubleValue)
                      .sum()),
          gauges,
          totals,
          last().coresSince(first()),
          figures().shares(),
          meanBodyBytes.isPresent()
              ? OptionalDouble.of(
                  done.achievedPerSecond() * meanBodyBytes.getAsDouble() / BYTES_PER_MEGABYTE)
              : OptionalDouble.empty());
    }

    /** CPU is read at other moments than intervals end: as many iterations as fit in between. */
    private long iterationsBetweenReadings(Window done) {
      long lengthNanos = last().nanos() - first().nanos();
      return done.lengthNanos() == 0
          ? 0
          : Math.round((double) done.counts().done() * lengthNanos / done.lengthNanos());
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
}
