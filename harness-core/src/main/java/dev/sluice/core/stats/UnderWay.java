package dev.sluice.core.stats;

import dev.sluice.core.pacing.Cause;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/**
 * The iterations under way at a moment: begun or due, and in no class of the account yet.
 *
 * @param calls iterations begun of which it is not known yet what happens to them, those in a
 *     transaction that is not committed included
 * @param overdue iterations that were due and not begun
 * @param missing why those were not begun, their number by cause; in a closed loop, why this many
 *     were postponed since the start
 * @param oldestCallNanos how long the call had lasted that began first, 0 if there was none
 */
public record UnderWay(long calls, long overdue, Map<Cause, Long> missing, long oldestCallNanos) {

  public static final UnderWay NOTHING = new UnderWay(0, 0, Map.of(), 0);

  public UnderWay {
    EnumMap<Cause, Long> copy = new EnumMap<>(Cause.class);
    copy.putAll(missing);
    missing = Collections.unmodifiableMap(copy);
  }

  public long total() {
    return calls + overdue;
  }

  public long missing(Cause cause) {
    return missing.getOrDefault(cause, 0L);
  }

  /** The sum of what two workers, workloads or processes had under way. */
  public UnderWay plus(UnderWay other) {
    EnumMap<Cause, Long> both = new EnumMap<>(Cause.class);
    both.putAll(missing);
    other.missing.forEach((cause, count) -> both.merge(cause, count, Long::sum));
    return new UnderWay(
        calls + other.calls,
        overdue + other.overdue,
        both,
        Math.max(oldestCallNanos, other.oldestCallNanos));
  }
}
