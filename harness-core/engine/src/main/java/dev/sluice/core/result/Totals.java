package dev.sluice.core.result;

import dev.sluice.core.result.Verdict.Interruption;
import dev.sluice.core.stats.Window;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;

/**
 * The intervals of one process, added up in the order in which it made them: the warm-up, and what
 * was measured after it. Immutable.
 *
 * @param warmup the intervals of the warm-up, as one
 * @param measured all others, as one
 * @param mostLost the most workers of a workload without a connection at the end of a measured one
 * @param mostWorkers the most workers of a workload then
 */
public record Totals(
    Optional<Snapshot> warmup,
    Optional<Snapshot> measured,
    Map<String, Integer> mostLost,
    Map<String, Integer> mostWorkers) {

  public static final Totals NOTHING =
      new Totals(Optional.empty(), Optional.empty(), Map.of(), Map.of());

  public Totals {
    mostLost = Map.copyOf(mostLost);
    mostWorkers = Map.copyOf(mostWorkers);
  }

  /**
   * One workload.
   *
   * @param before how it stood when measuring began
   * @param sum what was measured
   * @param whole the same and the warm-up
   * @param interruption for how long its connections were lost while it was measured
   * @param cpu what its process used then
   */
  public record OfWorkload(
      Window before, Window sum, Window whole, Interruption interruption, CpuUse cpu) {

    /** What was due while it was measured and not done, by cause. */
    public Shortfall missing() {
      return Shortfall.of(sum, before.unfinished()).by(cpu);
    }
  }

  /** With the interval that followed. */
  public Totals then(Snapshot next) {
    return next.warmup()
        ? new Totals(both(warmup, next), measured, mostLost, mostWorkers)
        : new Totals(
            warmup,
            both(measured, next),
            most(mostLost, next, each -> each.end().connections().workersLost()),
            most(mostWorkers, next, each -> each.end().workers()));
  }

  /**
   * The same, where the begin of what was measured proved to be a warm-up. Its workers may be among
   * the most.
   *
   * @param begin the first measured intervals, as one
   */
  public Totals warmedUp(Snapshot begin) {
    return new Totals(
        both(warmup, begin.asWarmup()),
        measured.map(each -> each.minus(begin)),
        mostLost,
        mostWorkers);
  }

  private static Optional<Snapshot> both(Optional<Snapshot> before, Snapshot next) {
    return Optional.of(before.map(each -> each.then(next)).orElse(next));
  }

  private static Map<String, Integer> most(
      Map<String, Integer> before, Snapshot next, ToIntFunction<Window> of) {
    Map<String, Integer> most = new HashMap<>(before);
    for (Window each : next.workloads()) {
      most.merge(each.name(), of.applyAsInt(each), Math::max);
    }
    return most;
  }

  /** The number of the last interval in it; 0 if there is none. */
  public long number() {
    return Stream.concat(warmup.stream(), measured.stream())
        .mapToLong(Snapshot::number)
        .max()
        .orElse(0);
  }

  /** How all stood at the end of the last interval. */
  public Optional<Snapshot> last() {
    return measured.or(() -> warmup);
  }

  public long warmupNanos() {
    return warmup.map(Snapshot::lengthNanos).orElse(0L);
  }

  public long measuredNanos() {
    return measured.map(Snapshot::lengthNanos).orElse(0L);
  }

  /** What the process used while it was measured. */
  public CpuUse cpu() {
    return measured.map(Snapshot::cpu).orElse(CpuUse.NOTHING);
  }

  /** The workloads that an interval has, in the order in which they came. */
  public List<String> workloads() {
    return Stream.concat(warmup.stream(), measured.stream())
        .flatMap(each -> each.workloads().stream().map(Window::name))
        .distinct()
        .toList();
  }

  /** Whether an interval has this workload. */
  public boolean has(String workload) {
    return workloads().contains(workload);
  }

  /** What a workload did; nothing if no interval has it. */
  public OfWorkload of(String workload) {
    Optional<Window> warm = warmup.flatMap(each -> each.of(workload));
    Window before = warm.map(Window::unmeasured).orElseGet(() -> Window.none(workload));
    Optional<Window> counted = measured.flatMap(each -> each.of(workload));
    Window sum = counted.map(before::then).orElse(before);
    long lostNanos = sum.end().connections().lostNanos() - before.end().connections().lostNanos();
    int most = mostLost.getOrDefault(workload, 0);
    Interruption interruption =
        new Interruption(
            Math.min(measuredNanos(), Math.max(0, lostNanos)),
            measuredNanos(),
            most,
            Math.max(mostWorkers.getOrDefault(workload, 0), most));
    Window whole = warm.map(each -> each.then(sum)).orElse(sum);
    return new OfWorkload(before, sum, whole, interruption, cpu());
  }
}
