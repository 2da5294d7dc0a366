package dev.sluice.control.precision;

import static dev.sluice.core.time.Nanos.NANOS_PER_SECOND;

import dev.sluice.core.stats.Latency;
import dev.sluice.core.stats.LatencyKind;
import dev.sluice.core.stats.Window;
import dev.sluice.estimates.Ranks;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.HdrHistogram.Histogram;

/**
 * The intervals of a workload in their order, as batches of about equal length. When there are too
 * many, each two neighbours become one: a day takes no more memory than ten minutes. An interval
 * that was cut short or came late joins the batch before it, if that brings it nearer to the common
 * length. One thread.
 */
public final class Batches {

  private static final int MOST = 600;
  private static final double SAME_TARGET = 1.01;

  private final int most;
  private final List<Batch> batches;
  private long lengthNanos;

  /** What was done in one of them; histograms are packed. */
  private record Batch(
      long lengthNanos, double asked, long done, Map<LatencyKind, byte[]> latencies) {

    static Batch of(Window interval) {
      Map<LatencyKind, byte[]> latencies = new EnumMap<>(LatencyKind.class);
      interval.latencies().forEach((kind, nanos) -> latencies.put(kind, nanos.packed()));
      return new Batch(
          interval.lengthNanos(), interval.asked(), interval.counts().done(), latencies);
    }

    Batch plus(Batch next) {
      Map<LatencyKind, byte[]> both = new EnumMap<>(LatencyKind.class);
      both.putAll(latencies);
      next.latencies.forEach(
          (kind, more) ->
              both.merge(
                  kind, more, (a, b) -> Latency.unpacked(a).plus(Latency.unpacked(b)).packed()));
      return new Batch(lengthNanos + next.lengthNanos, asked + next.asked, done + next.done, both);
    }

    Latency get(LatencyKind kind) {
      return latencies.containsKey(kind) ? Latency.unpacked(latencies.get(kind)) : Latency.NONE;
    }
  }

  public Batches() {
    this(MOST);
  }

  /**
   * @param most an even number of batches at which neighbours are joined
   */
  Batches(int most) {
    this(most, 0, List.of());
  }

  private Batches(int most, long lengthNanos, List<Batch> batches) {
    this.most = most;
    this.lengthNanos = lengthNanos;
    this.batches = new ArrayList<>(batches);
  }

  /** The next interval. */
  public void add(Window interval) {
    add(Batch.of(interval));
  }

  private void add(Batch next) {
    if (batches.size() < 2) {
      lengthNanos = Math.max(lengthNanos, next.lengthNanos); // the first may have been cut short
    }
    int last = batches.size() - 1;
    if (last >= 0 && completes(batches.get(last).lengthNanos, next.lengthNanos)) {
      batches.set(last, batches.get(last).plus(next));
      return;
    }
    if (batches.size() == most) {
      joinNeighbours();
    }
    batches.add(next);
  }

  private boolean completes(long nanos, long moreNanos) {
    return Math.abs(nanos + moreNanos - lengthNanos) <= Math.abs(nanos - lengthNanos);
  }

  private void joinNeighbours() {
    for (int i = 0; i < batches.size(); i++) {
      batches.set(i, batches.get(i).plus(batches.remove(i + 1)));
    }
    lengthNanos *= 2;
  }

  /** How many there are. */
  public int size() {
    return whole().size();
  }

  /** How long most of them are. */
  public long lengthNanos() {
    return lengthNanos;
  }

  /** How long the first ones are together. */
  public long nanos(int first) {
    return whole().stream().limit(first).mapToLong(Batch::lengthNanos).sum();
  }

  /** Those that begin at this time or later; the first one begins at 0. */
  public Batches after(long nanos) {
    int first = 0;
    while (first < size() && nanos(first) < nanos) {
      first++;
    }
    return from(first);
  }

  /** Without the first ones. */
  public Batches from(int first) {
    return new Batches(most, lengthNanos, whole().subList(first, size()));
  }

  /** These and later ones, as if nothing had been between them. */
  public Batches then(Batches later) {
    Batches both = from(0);
    later.whole().forEach(both::add);
    return both;
  }

  /** The last one may have been cut short by the end. */
  private List<Batch> whole() {
    int last = batches.size() - 1;
    if (last < 1 || batches.get(last).lengthNanos >= lengthNanos / 2) {
      return batches;
    }
    List<Batch> whole = new ArrayList<>(batches.subList(0, last));
    whole.set(last - 1, batches.get(last - 1).plus(batches.get(last)));
    return whole;
  }

  /** Iterations per second. */
  public Estimated achieved() {
    return quotient(each -> (double) each.done, each -> each.lengthNanos / NANOS_PER_SECOND);
  }

  /** Achieved over target; nothing without a target. */
  public Estimated ratio() {
    return whole().stream().anyMatch(each -> each.asked > 0)
        ? quotient(each -> (double) each.done, Batch::asked)
        : Estimated.NOTHING;
  }

  /** Whether batches had targets that differ by more than a hundredth. */
  public boolean targetChanged() {
    double[] targets =
        whole().stream().mapToDouble(each -> each.asked / each.lengthNanos).sorted().toArray();
    return targets.length > 0 && targets[targets.length - 1] > SAME_TARGET * targets[0];
  }

  private Estimated quotient(ToDoubleFunction<Batch> part, ToDoubleFunction<Batch> of) {
    return Estimated.quotient(
        whole().stream().mapToDouble(part).toArray(), whole().stream().mapToDouble(of).toArray());
  }

  /** The latency to show first, as {@link Window#headline} of all. */
  public Times headline() {
    boolean scheduled =
        batches.stream().anyMatch(each -> each.latencies.containsKey(LatencyKind.LATENCY));
    return times(scheduled ? LatencyKind.LATENCY : LatencyKind.SERVICE);
  }

  /** How long something took. */
  public Times times(LatencyKind kind) {
    return new Times(List.copyOf(whole()), kind);
  }

  /**
   * How long something took, in nanoseconds. It is unpacked and added up once for all figures, when
   * one is asked for, and takes much more memory from then on. One thread.
   */
  public static final class Times {

    private final List<Batch> batches;
    private final LatencyKind kind;
    private List<Latency> byBatch; // null until asked for, as the next two
    private List<Ranks> ranks;
    private Histogram sum;

    private Times(List<Batch> batches, LatencyKind kind) {
      this.batches = batches;
      this.kind = kind;
    }

    /** In each batch. */
    public List<Latency> byBatch() {
      if (byBatch == null) {
        byBatch = batches.stream().map(each -> each.get(kind)).toList();
      }
      return byBatch;
    }

    public Estimated mean() {
      return Estimated.quotient(
          byBatch().stream().mapToDouble(each -> each.meanNanos() * each.count()).toArray(),
          byBatch().stream().mapToDouble(Latency::count).toArray());
    }

    /**
     * The time that this percentage took at most.
     *
     * @param percentile 0 to 100
     */
    public Estimated percentile(double percentile) {
      if (sum == null) {
        List<Histogram> histograms = byBatch().stream().map(Latency::toHistogram).toList();
        ranks = histograms.stream().<Ranks>map(Spread::new).toList();
        sum = Latency.NONE.toHistogram();
        histograms.forEach(sum::add);
      }
      return Estimated.percentile(
          percentile / 100,
          new Spread(sum),
          ranks,
          nanos -> sum.lowestEquivalentValue((long) nanos));
    }
  }

  /** The values of a histogram by their rank. */
  private record Spread(Histogram nanos) implements Ranks {

    @Override
    public long count() {
      return nanos.getTotalCount();
    }

    @Override
    public double value(long rank) {
      return nanos.getValueAtPercentile(Math.nextDown(100.0 * rank / count()));
    }

    @Override
    public long upTo(double value) {
      return nanos.getCountBetweenValues(0, (long) value);
    }
  }
}
