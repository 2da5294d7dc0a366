package dev.sluice.estimates;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.HdrHistogram.Histogram;

/**
 * The {@link Joined} intervals of a workload, from which its figures have their errors. One thread.
 */
public final class Batches {

  private static final double SAME_TARGET = 1.01;
  private static final double NANOS_PER_SECOND = 1e9;

  private final Joined<Batch> batches;

  /**
   * What was done in one of them.
   *
   * @param asked what the rate asked for, in iterations; 0 without a rate
   * @param times how long things took, by their kind: histograms in nanoseconds, packed
   */
  public record Batch(long lengthNanos, double asked, long done, Map<Enum<?>, byte[]> times) {

    private Batch plus(Batch next) {
      Map<Enum<?>, byte[]> both = new HashMap<>(times);
      next.times.forEach((kind, more) -> both.merge(kind, more, Batch::sum));
      return new Batch(lengthNanos + next.lengthNanos, asked + next.asked, done + next.done, both);
    }

    private static byte[] sum(byte[] packed, byte[] more) {
      Histogram sum = unpacked(packed);
      sum.add(unpacked(more));
      return packed(sum);
    }

    private Histogram get(Enum<?> kind) {
      return times.containsKey(kind) ? unpacked(times.get(kind)) : empty();
    }
  }

  /** A histogram in few bytes and quickly: not compressed. */
  public static byte[] packed(Histogram nanos) {
    ByteBuffer buffer = ByteBuffer.allocate(nanos.getNeededByteBufferCapacity());
    return Arrays.copyOf(buffer.array(), nanos.encodeIntoByteBuffer(buffer));
  }

  /** The reverse. */
  public static Histogram unpacked(byte[] packed) {
    Histogram nanos = Histogram.decodeFromByteBuffer(ByteBuffer.wrap(packed), 0);
    nanos.setAutoResize(true);
    return nanos;
  }

  private static Histogram empty() {
    return new Histogram(2);
  }

  /** None yet. */
  public Batches() {
    this(Joined.MOST);
  }

  /** None yet; at most so many, an even number, are kept. */
  public Batches(int most) {
    this(new Joined<>(most, Batch::lengthNanos, Batch::plus));
  }

  private Batches(Joined<Batch> batches) {
    this.batches = batches;
  }

  /** The next interval. */
  public void add(Batch next) {
    batches.add(next);
  }

  /** How many there are. */
  public int size() {
    return whole().size();
  }

  /** How long most of them are. */
  public long lengthNanos() {
    return batches.lengthNanos();
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
    return new Batches(batches.from(first));
  }

  private List<Batch> whole() {
    return batches.whole();
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
    return ofOneTarget(
        Estimated.quotient(
            whole().stream().mapToDouble(part).toArray(),
            whole().stream().mapToDouble(of).toArray()),
        targetChanged());
  }

  /** Batches of several targets are no sample of one: no error is known. */
  private static Estimated ofOneTarget(Estimated figure, boolean targetChanged) {
    return targetChanged ? figure.withoutError() : figure;
  }

  /**
   * How long something took.
   *
   * @param kinds of which the first that there is counts
   */
  public Times times(List<? extends Enum<?>> kinds) {
    Enum<?> found = kinds.get(0);
    for (Enum<?> kind : kinds) {
      if (batches.parts().stream().anyMatch(each -> each.times.containsKey(kind))) {
        found = kind;
        break;
      }
    }
    return times(found);
  }

  /** How long something took. */
  public Times times(Enum<?> kind) {
    return new Times(List.copyOf(whole()), kind, targetChanged());
  }

  /**
   * How long something took, in nanoseconds. It is unpacked and added up once for all figures, when
   * one is asked for, and takes much more memory from then on. Any thread.
   */
  public static final class Times {

    private final List<Batch> batches;
    private final Enum<?> kind;
    private final boolean targetChanged;
    private List<Histogram> byBatch; // null until asked for, as the next one
    private Histogram sum;

    private Times(List<Batch> batches, Enum<?> kind, boolean targetChanged) {
      this.batches = batches;
      this.kind = kind;
      this.targetChanged = targetChanged;
    }

    /** In each batch. */
    private List<Histogram> byBatch() {
      if (byBatch == null) {
        byBatch = batches.stream().map(each -> each.get(kind)).toList();
      }
      return byBatch;
    }

    public synchronized Estimated mean() {
      return ofOneTarget(
          Estimated.quotient(
              byBatch().stream()
                  .mapToDouble(each -> each.getMean() * each.getTotalCount())
                  .toArray(),
              byBatch().stream().mapToDouble(Histogram::getTotalCount).toArray()),
          targetChanged);
    }

    /**
     * The time that this percentage took at most.
     *
     * @param percentile 0 to 100
     */
    public synchronized Estimated percentile(double percentile) {
      if (sum == null) {
        sum = empty();
        sum.setAutoResize(true);
        byBatch().forEach(sum::add);
      }
      return ofOneTarget(
          Estimated.percentile(
              percentile / 100,
              new Spread(sum),
              byBatch().stream().<Ranks>map(Spread::new).toList(),
              nanos -> sum.lowestEquivalentValue((long) nanos)),
          targetChanged);
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
