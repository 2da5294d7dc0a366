package dev.sluice.core.stats;

import dev.sluice.core.pacing.Cause;
import java.util.Arrays;
import java.util.Map;
import java.util.function.ToLongFunction;

/**
 * The counters of workers, over an interval or a run; immutable.
 *
 * <p>The law of the account: each iteration that fell due, or ran unscheduled, ends in exactly one
 * of the classes done, rolled back, failed, in doubt, found nothing and dropped, and is unfinished
 * until then.
 */
@SuppressWarnings("EnumOrdinal") // arrays by ordinal, which never leave the process
public final class Counts {

  private static final Counter[] COUNTERS = Counter.values();

  public static final Counts ZERO = new Counts(new long[COUNTERS.length]);

  private final long[] values;

  private Counts(long[] values) {
    this.values = values;
  }

  /** Those given; all others are 0. */
  public static Counts of(Map<Counter, Long> values) {
    return of(counter -> values.getOrDefault(counter, 0L));
  }

  /** The value of a reader for each counter. */
  public static Counts of(ToLongFunction<Counter> reader) {
    return new Counts(Arrays.stream(COUNTERS).mapToLong(reader).toArray());
  }

  /** The same, with one of them as given. */
  public Counts with(Counter counter, long value) {
    long[] changed = values.clone();
    changed[counter.ordinal()] = value;
    return new Counts(changed);
  }

  public Counts plus(Counts other) {
    return of(counter -> get(counter) + other.get(counter));
  }

  public Counts minus(Counts other) {
    return of(counter -> get(counter) - other.get(counter));
  }

  public long get(Counter counter) {
    return values[counter.ordinal()];
  }

  public long iterations() {
    return get(Counter.ITERATIONS);
  }

  public long done() {
    return get(Counter.DONE);
  }

  public long due() {
    return get(Counter.DUE);
  }

  public long empty() {
    return get(Counter.EMPTY);
  }

  public long errors() {
    return get(Counter.ERRORS);
  }

  public long failed() {
    return get(Counter.FAILED);
  }

  public long inDoubt() {
    return get(Counter.IN_DOUBT);
  }

  public long rolledBack() {
    return get(Counter.ROLLED_BACK);
  }

  public long dropped() {
    return get(Counter.DROPPED);
  }

  public long dropped(Cause cause) {
    return get(Counter.droppedFor(cause));
  }

  public long ownLatenessNanos() {
    return get(Counter.OWN_LATENESS_NANOS);
  }

  /** Iterations of which it is known what happened to them, but for those dropped. */
  public long settled() {
    return done() + rolledBack() + failed() + inDoubt() + empty();
  }

  /** By how many the unfinished iterations became more: what was due and is in no class yet. */
  public long unfinishedGrowth() {
    return due() + get(Counter.UNSCHEDULED) - settled() - dropped();
  }

  /** How late a wait ended on average, in nanoseconds: what the host's scheduler added. */
  public double meanWakeUpDelayNanos() {
    long wakeUps = get(Counter.WAKE_UPS);
    return wakeUps == 0 ? 0 : (double) get(Counter.OVERSLEPT_NANOS) / wakeUps;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Counts counts && Arrays.equals(values, counts.values);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(values);
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder("Counts[");
    for (Counter counter : COUNTERS) {
      if (get(counter) != 0) {
        text.append(text.length() > 7 ? ", " : "").append(counter.key()).append('=');
        text.append(get(counter));
      }
    }
    return text.append(']').toString();
  }
}
