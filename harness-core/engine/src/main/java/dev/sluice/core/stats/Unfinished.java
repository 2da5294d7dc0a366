package dev.sluice.core.stats;

import dev.sluice.core.pacing.Cause;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * The iterations that are begun or due at a moment, and in no class of the account yet.
 *
 * @param inFlight iterations begun of which it is not known yet what happens to them, those in a
 *     transaction that is not committed included
 * @param overdue iterations that were due and not begun
 * @param missing why those were not begun, their number by cause; in a closed loop, why this many
 *     were postponed since the start
 * @param oldestCallNanos how long the call had lasted that began first, 0 if there was none
 * @param tooOld how many of those that are overdue are older than the catch-up limit: they will be
 *     dropped
 * @param ages how long ago those fell due that had a schedule and have no latency yet
 */
public record Unfinished(
    long inFlight,
    long overdue,
    Map<Cause, Long> missing,
    long oldestCallNanos,
    long tooOld,
    Latency ages) {

  private static final long OLD_CALL_NANOS = TimeUnit.SECONDS.toNanos(1);

  public static final Unfinished NOTHING = new Unfinished(0, 0, Map.of(), 0);

  /** Where nothing is known of ages. */
  public Unfinished(long inFlight, long overdue, Map<Cause, Long> missing, long oldestCallNanos) {
    this(inFlight, overdue, missing, oldestCallNanos, 0, Latency.NONE);
  }

  public Unfinished {
    EnumMap<Cause, Long> copy = new EnumMap<>(Cause.class);
    copy.putAll(missing);
    missing = Collections.unmodifiableMap(copy);
  }

  public long total() {
    return inFlight + overdue;
  }

  /** Whether some call has lasted so long that it is worth a word. */
  public boolean hasOldCall() {
    return oldestCallNanos >= OLD_CALL_NANOS;
  }

  public long missing(Cause cause) {
    return missing.getOrDefault(cause, 0L);
  }

  /** The sum of what two workers, workloads or processes left unfinished. */
  public Unfinished plus(Unfinished other) {
    EnumMap<Cause, Long> both = new EnumMap<>(Cause.class);
    both.putAll(missing);
    other.missing.forEach((cause, count) -> both.merge(cause, count, Long::sum));
    return new Unfinished(
        inFlight + other.inFlight,
        overdue + other.overdue,
        both,
        Math.max(oldestCallNanos, other.oldestCallNanos),
        tooOld + other.tooOld,
        ages.plus(other.ages));
  }
}
