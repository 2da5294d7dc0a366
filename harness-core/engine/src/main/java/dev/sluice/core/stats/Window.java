package dev.sluice.core.stats;

import static dev.sluice.core.time.Nanos.NANOS_PER_SECOND;

import dev.sluice.estimates.Batches.Batch;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What a workload did between two moments: an interval, a step, a run. The one carrier of it, in
 * memory, in files and between processes. Windows that follow one another add up with {@link
 * #then}, those of one time with {@link #plus}, in any order. Its account:
 *
 * <pre>
 * due + unscheduled + unfinished before
 *     = done + rolled back + failed + in doubt + found nothing + dropped + in flight + overdue
 * </pre>
 *
 * @param name the workload
 * @param lengthNanos how long it was
 * @param asked what the rate asked for, in iterations, fractions included; 0 without a rate
 * @param counts what was counted
 * @param latencies how long things took, those of which there were any
 * @param perWorker what each worker that was there did; empty unless the workload asks for it
 * @param end how the workload stood at its end
 */
public record Window(
    String name,
    long lengthNanos,
    double asked,
    Counts counts,
    Map<LatencyKind, Latency> latencies,
    List<WorkerReading> perWorker,
    Standing end) {

  public Window {
    Map<LatencyKind, Latency> copy = new EnumMap<>(LatencyKind.class);
    copy.putAll(latencies);
    copy.values().removeIf(Latency::isEmpty);
    latencies = Collections.unmodifiableMap(copy);
  }

  /** Where nothing was done. */
  public static Window none(String name) {
    return starting(name, 0, 0);
  }

  /** Before the first interval, with this many workers connected. */
  public static Window starting(String name, int up, int workers) {
    return none(name, Standing.starting(up, workers));
  }

  /** What was counted, where nothing else is known. */
  public static Window of(
      double asked, Counts counts, Map<LatencyKind, Latency> latencies, Unfinished unfinished) {
    return new Window(
        "", 0, asked, counts, latencies, List.of(), Standing.starting(0, 0).with(unfinished));
  }

  private static Window none(String name, Standing standing) {
    return new Window(name, 0, 0, Counts.ZERO, Map.of(), List.of(), standing);
  }

  /** This one and a later one: what was done is added, and what stands stands as it did then. */
  public Window then(Window later) {
    Map<String, WorkerReading> byName = new LinkedHashMap<>();
    perWorker.forEach(worker -> byName.put(worker.name(), worker));
    later.perWorker.forEach(worker -> byName.merge(worker.name(), worker, WorkerReading::plus));
    return sum(later, lengthNanos + later.lengthNanos, List.copyOf(byName.values()), later.end);
  }

  /** The later part of it, without its begin: the reverse of {@link #then}. */
  public Window minus(Window begin) {
    Map<LatencyKind, Latency> rest = new EnumMap<>(LatencyKind.class);
    latencies.forEach((kind, all) -> rest.put(kind, all.minus(begin.get(kind))));
    return new Window(
        name,
        lengthNanos - begin.lengthNanos,
        asked - begin.asked,
        counts.minus(begin.counts),
        rest,
        List.of(),
        end);
  }

  /** Both together, as of two workloads or two processes at the same time. */
  public Window plus(Window other) {
    return sum(
        other,
        Math.max(lengthNanos, other.lengthNanos),
        Stream.concat(perWorker.stream(), other.perWorker.stream()).toList(),
        end.plus(other.end));
  }

  /** Percentiles are those of all values. */
  private Window sum(Window other, long nanos, List<WorkerReading> byWorker, Standing standing) {
    Map<LatencyKind, Latency> both = new EnumMap<>(LatencyKind.class);
    both.putAll(latencies);
    other.latencies.forEach((kind, more) -> both.merge(kind, more, Latency::plus));
    return new Window(
        name, nanos, asked + other.asked, counts.plus(other.counts), both, byWorker, standing);
  }

  /** As it stands, where nothing was measured. */
  public Window unmeasured() {
    return none(name, end);
  }

  /** The part of it that stays after its process has ended. */
  public Window ended() {
    return none(name, end.ended());
  }

  /** The same, where it is taken to be this long. */
  public Window lasting(long nanos) {
    return new Window(name, nanos, asked, counts, latencies, perWorker, end);
  }

  /** The same, where the rate asked for so much. */
  public Window asking(double iterations) {
    return new Window(name, lengthNanos, iterations, counts, latencies, perWorker, end);
  }

  /** The same, where something else was counted. */
  public Window counting(Counts others) {
    return new Window(name, lengthNanos, asked, others, latencies, perWorker, end);
  }

  /** The same figures, of a workload that ended so. */
  public Window as(String other, long nanos, List<WorkerReading> byWorker, Standing standing) {
    return new Window(other, nanos, asked, counts, latencies, byWorker, standing);
  }

  /** The same with other figures of each worker. */
  public Window with(List<WorkerReading> byWorker) {
    return new Window(name, lengthNanos, asked, counts, latencies, byWorker, end);
  }

  /** The same, where it ended so. */
  public Window with(Standing standing) {
    return new Window(name, lengthNanos, asked, counts, latencies, perWorker, standing);
  }

  /** The same with what another check of its deliveries found. */
  public Window alsoFound(Optional<DeliveryCounts> more) {
    return with(end.alsoFound(more));
  }

  /** The same in less memory, for who keeps many. */
  public Window compact() {
    Map<LatencyKind, Latency> small = new EnumMap<>(LatencyKind.class);
    latencies.forEach((kind, nanos) -> small.put(kind, nanos.compact()));
    return new Window(name, lengthNanos, asked, counts, small, perWorker, end);
  }

  /** The part of it from which errors of its figures are known. */
  public Batch batch() {
    Map<Enum<?>, byte[]> times = new HashMap<>();
    latencies.forEach((kind, nanos) -> times.put(kind, nanos.packed()));
    return new Batch(lengthNanos, asked, counts.done(), times);
  }

  /** What was unfinished at its end. */
  public Unfinished unfinished() {
    return end.unfinished();
  }

  /** How many iterations were unfinished when it began. */
  public long unfinishedBefore() {
    return unfinished().total() - counts.unfinishedGrowth();
  }

  /** The work of this time: due or begun in it, or unfinished from before. */
  public long toDo() {
    return unfinishedBefore() + counts.due() + counts.get(Counter.UNSCHEDULED);
  }

  /** How long something took; {@link Latency#NONE} if there was nothing. */
  public Latency get(LatencyKind kind) {
    return latencies.getOrDefault(kind, Latency.NONE);
  }

  public Latency latency() {
    return get(LatencyKind.LATENCY);
  }

  public Latency service() {
    return get(LatencyKind.SERVICE);
  }

  public Latency lateness() {
    return get(LatencyKind.LATENESS);
  }

  /** Times of whole iterations, whether there were any or not, and {@link #parts}. */
  public Map<LatencyKind, Latency> shown() {
    Map<LatencyKind, Latency> shown = new EnumMap<>(LatencyKind.class);
    LatencyKind.WHOLE.forEach(kind -> shown.put(kind, Latency.NONE));
    shown.putAll(latencies);
    return shown;
  }

  /** Times of parts of iterations, those of which there were any. */
  public Map<LatencyKind, Latency> parts() {
    Map<LatencyKind, Latency> parts = new EnumMap<>(LatencyKind.class);
    parts.putAll(latencies);
    parts.keySet().removeAll(LatencyKind.WHOLE);
    return parts;
  }

  /**
   * The latency to show first: from the intended start where there was a schedule, else the service
   * time.
   */
  public LatencyKind headline() {
    return latency().isEmpty() ? LatencyKind.SERVICE : LatencyKind.LATENCY;
  }

  /** That latency. */
  public Latency headlineLatency() {
    return get(headline());
  }

  /** The figures that are 0 in most runs, where they are not. */
  public List<Figure> rare() {
    return Stream.of(
            Counter.reaching(Reach.LINES),
            end.delivery().map(DeliveryCounts::findings).orElse(List.of()),
            Gauge.reaching(Reach.LINES))
        .<Figure>flatMap(List::stream)
        .filter(each -> each.in(this) != 0)
        .toList();
  }

  /** Whether there was a target. */
  public boolean hadTarget() {
    return asked > 0;
  }

  /** The target, in iterations per second; 0 when unlimited or paused. */
  public double targetPerSecond() {
    return perSecond(asked);
  }

  /** Work that was committed, in iterations per second. */
  public double achievedPerSecond() {
    return perSecond((double) counts.done());
  }

  /** Work that was attempted, in iterations per second. */
  public double attemptedPerSecond() {
    return perSecond((double) counts.iterations());
  }

  /** Achieved over target: what was done over what the rate asked for; 1 without a target. */
  public double ratio() {
    return hadTarget() ? counts.done() / asked : 1;
  }

  /** Iterations in flight on average: rate times service time, by Little's law. */
  public double inFlight() {
    return lengthNanos == 0 ? 0 : service().meanNanos() * service().count() / lengthNanos;
  }

  private double perSecond(double count) {
    return lengthNanos == 0 ? 0 : count * NANOS_PER_SECOND / lengthNanos;
  }
}
