package dev.sluice.core.stats;

import dev.sluice.estimates.Batches;
import java.math.BigDecimal;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/**
 * How long things took, in nanoseconds with two significant digits; immutable, so that any number
 * of threads may read it. (Not even the reading methods of an HdrHistogram are for several threads:
 * its mean and its deviation move an iterator that belongs to the histogram.) Min, mean, max and
 * deviation are 0 if there is nothing.
 */
public final class Latency {

  public static final Latency NONE = new Latency(LatencyCounts.newHistogram());

  private record Moments(double meanNanos, double deviationNanos) {
    private static final Moments NONE = new Moments(0, 0);
  }

  /**
   * Of this alone; only what moves nothing inside is called. Null if only the packed one is kept.
   */
  private final Histogram histogram;

  /** Null until somebody asks: most are only added up. Threads that race find the same. */
  private Moments moments;

  /** The same: several sinks, on threads of their own, keep an interval. */
  private volatile byte[] packed;

  private Latency(Histogram own) {
    this.histogram = own;
  }

  private Latency(byte[] packed) {
    this.histogram = null;
    this.packed = packed;
  }

  /** The same in a hundredth of the memory, for who keeps many; each question takes longer. */
  public Latency compact() {
    return new Latency(packed());
  }

  private Histogram histogram() {
    return histogram == null ? Batches.unpacked(packed) : histogram;
  }

  /** That of a histogram in nanoseconds, which is copied. */
  public static Latency of(Histogram nanos) {
    return new Latency(nanos.copy());
  }

  /** That of a histogram that nobody else has or gets. */
  static Latency ofOwn(Histogram nanos) {
    return new Latency(nanos);
  }

  public long count() {
    return histogram().getTotalCount();
  }

  public boolean isEmpty() {
    return count() == 0;
  }

  public long minNanos() {
    return isEmpty() ? 0 : histogram().getMinValue();
  }

  public double meanNanos() {
    return moments().meanNanos;
  }

  public long maxNanos() {
    return isEmpty() ? 0 : histogram().getMaxValue();
  }

  /** By how much they vary, as of a whole population. */
  public double deviationNanos() {
    return moments().deviationNanos;
  }

  private Moments moments() {
    Moments known = moments;
    if (known == null) {
      Histogram copy = histogram().copy(); // these two move its iterator
      known = isEmpty() ? Moments.NONE : new Moments(copy.getMean(), copy.getStdDeviation());
      moments = known;
    }
    return known;
  }

  /**
   * The time that this percentage took at most.
   *
   * @param percentile 0 to 100
   */
  public long atPercentile(double percentile) {
    return histogram().getValueAtPercentile(percentile);
  }

  /**
   * A percentile of these values together with some that are not known, or a lower bound of it.
   *
   * @param atLeast what those values that are not known yet are at least
   * @param never how many there will never be: each is longer than any
   * @return in nanoseconds; infinite if it is one of those that never will be
   */
  public double atPercentile(double percentile, Latency atLeast, long never) {
    long known = count() + atLeast.count();
    long rank = (long) Math.ceil(Math.nextDown(percentile / 100 * (known + never)));
    if (rank > known) {
      return Double.POSITIVE_INFINITY;
    }
    double both = plus(atLeast).atPercentile(Math.nextDown(100.0 * rank / known));
    double measured = isEmpty() ? 0 : atPercentile(percentile);
    return Math.max(measured, both); // young ones hide no old ones
  }

  /** The same of the mean, where each that will never be counts as the longest of the others. */
  public double meanNanos(Latency atLeast, long never) {
    Latency both = plus(atLeast);
    long all = both.count() + never;
    double sum = both.meanNanos() * both.count() + (double) both.maxNanos() * never;
    return all == 0 ? 0 : Math.max(meanNanos(), sum / all);
  }

  /** What a percentile is called: {@code p50}, {@code p99.9}. */
  public static String word(double percentile) {
    return "p" + BigDecimal.valueOf(percentile).stripTrailingZeros().toPlainString();
  }

  /** Both together. */
  public Latency plus(Latency other) {
    if (isEmpty() || other.isEmpty()) {
      return isEmpty() ? other : this;
    }
    Histogram sum = histogram().copy();
    sum.add(other.histogram());
    return new Latency(sum);
  }

  /** The rest of these, without some of them. */
  public Latency minus(Latency part) {
    Histogram rest = histogram().copy();
    rest.subtract(part.histogram());
    return new Latency(rest);
  }

  /** How many took this long or longer. */
  public long countFrom(long nanos) {
    return histogram.getCountBetweenValues(nanos, Long.MAX_VALUE);
  }

  /**
   * The same where lateness that was no part of the work is taken from values at or above a limit,
   * so that as many as possible fall below it: the nearest first, each by the least lateness that
   * is long enough.
   *
   * @param share of a value that the lateness must be for it to be taken
   * @param latenessNanos all there is to take
   * @param lateness that of each value, of which the one to take was a part
   * @param more values that may have had any
   */
  public Latency lowered(
      long limitNanos, double share, long latenessNanos, Latency lateness, long more) {
    Histogram lowered = LatencyCounts.newHistogram();
    long below = Math.max(0, histogram.lowestEquivalentValue(limitNanos) - 1);
    double nanosLeft = latenessNanos;
    long moreLeft = more;
    long tooShort = 0; // of the lateness from the least on, or taken
    for (HistogramIterationValue each : histogram.copy().recordedValues()) {
      long value = each.getValueIteratedTo();
      double own = Math.max((double) (value - below), share * value);
      tooShort = Math.max(tooShort, lateness.count() - lateness.countFrom((long) own));
      long longEnough = lateness.count() - tooShort;
      long taken =
          value < limitNanos ? 0 : Math.min(longEnough + moreLeft, (long) (nanosLeft / own));
      taken = Math.min(taken, each.getCountAtValueIteratedTo());
      lowered.recordValueWithCount(below, taken);
      lowered.recordValueWithCount(value, each.getCountAtValueIteratedTo() - taken);
      nanosLeft -= taken * own;
      tooShort += Math.min(taken, longEnough);
      moreLeft -= Math.max(0, taken - longEnough);
    }
    return new Latency(lowered);
  }

  /**
   * The result of {@link #encoded}, or a histogram as HdrHistogram writes it into a log.
   *
   * @throws IllegalArgumentException if it is something else
   */
  public static Latency decode(String encoded) {
    try {
      return new Latency(
          Histogram.decodeFromCompressedByteBuffer(
              ByteBuffer.wrap(Base64.getDecoder().decode(encoded)), 0));
    } catch (DataFormatException | IndexOutOfBoundsException | BufferUnderflowException e) {
      throw new IllegalArgumentException("not an encoded histogram", e);
    }
  }

  /** For others to add up: as HdrHistogram encodes it, version 2, compressed, in base 64. */
  public String encoded() {
    Histogram copy = histogram().copy(); // encoding uses a buffer inside
    ByteBuffer buffer = ByteBuffer.allocate(copy.getNeededByteBufferCapacity());
    int length = copy.encodeIntoCompressedByteBuffer(buffer);
    return Base64.getEncoder().encodeToString(Arrays.copyOf(buffer.array(), length));
  }

  /**
   * The same in few bytes and quickly, for this process to keep: not compressed. Whoever asks gets
   * the same array, and must not change it.
   */
  public byte[] packed() {
    byte[] known = packed;
    if (known == null) {
      known = Batches.packed(histogram().copy());
      packed = known;
    }
    return known;
  }

  /** A histogram with the same values, which is the caller's. */
  public Histogram toHistogram() {
    return histogram().copy();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Latency latency && histogram().equals(latency.histogram());
  }

  @Override
  public int hashCode() {
    return Long.hashCode(count());
  }

  @Override
  public String toString() {
    return count() + " x " + Math.round(meanNanos()) + " ns";
  }
}
