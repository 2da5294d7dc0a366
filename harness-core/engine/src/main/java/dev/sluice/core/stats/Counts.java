package dev.sluice.core.stats;

import dev.sluice.core.pacing.Cause;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.ToLongFunction;

/**
 * The counters of workers, over an interval or a run; immutable.
 *
 * <p>The law of the account: each iteration that fell due, or ran unscheduled, ends in exactly one
 * of the classes done, rolled back, failed, in doubt, found nothing and dropped, and is unfinished
 * until then.
 *
 * @param values those that are not 0
 */
public record Counts(Map<Counter, Long> values) {

  public static final Counts ZERO = new Counts(Map.of());

  public Counts {
    Map<Counter, Long> copy = new EnumMap<>(Counter.class);
    copy.putAll(values);
    copy.values().removeIf(value -> value == 0);
    values = Collections.unmodifiableMap(copy);
  }

  /** Those given; all others are 0. */
  public static Counts of(Map<Counter, Long> values) {
    return new Counts(values);
  }

  /** The value of a reader for each counter. */
  public static Counts of(ToLongFunction<Counter> reader) {
    Map<Counter, Long> values = new EnumMap<>(Counter.class);
    for (Counter counter : Counter.values()) {
      values.put(counter, reader.applyAsLong(counter));
    }
    return new Counts(values);
  }

  /** The same, with one of them as given. */
  public Counts with(Counter counter, long value) {
    return of(each -> each == counter ? value : get(each));
  }

  public Counts plus(Counts other) {
    return of(counter -> get(counter) + other.get(counter));
  }

  public Counts minus(Counts other) {
    return of(counter -> get(counter) - other.get(counter));
  }

  public long get(Counter counter) {
    return values.getOrDefault(counter, 0L);
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
}
