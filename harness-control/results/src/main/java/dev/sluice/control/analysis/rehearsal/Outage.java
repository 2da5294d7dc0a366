package dev.sluice.control.analysis.rehearsal;

import dev.sluice.control.analysis.check.WorkTimes;
import dev.sluice.control.analysis.check.WorkTimes.Idle;
import dev.sluice.core.result.Hindrance;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A time in which less than 99 % of the rate was at work: the workers that send the rest had a
 * message to do that was not done. It goes on if the rate is away again within a second, for longer
 * than it was back; a moment does not count, because the harness may be as late by itself. Both
 * ends are those of messages, whatever the interval of statistics is.
 *
 * @param fromNanos since 1970
 * @param backNanos the same; {@link WorkTimes#NEVER} if it did not end
 */
record Outage(long fromNanos, long backNanos) {

  /** The rate is back with this share of it. */
  static final double BACK = 0.99;

  private static final double ROUNDING = 1e-9;
  static final long BACK_FOR_NANOS = 1_000_000_000L;

  boolean over() {
    return backNanos != WorkTimes.NEVER;
  }

  long lengthNanos() {
    return over() ? backNanos - fromNanos : WorkTimes.NEVER;
  }

  /** Whether it is as short as what holds up the harness itself without a word. */
  private boolean isMoment() {
    return lengthNanos() < Hindrance.STANDSTILL_NANOS;
  }

  private boolean continues(Outage before) {
    return !isMoment() && fromNanos - before.backNanos < Math.min(BACK_FOR_NANOS, lengthNanos());
  }

  /** The longest of those that begin in a period. */
  static Optional<Outage> longest(List<Idle> idleTimes, long fromNanos, long toNanos) {
    TreeMap<Long, Double> changes = new TreeMap<>();
    for (Idle each : idleTimes) {
      if (fromNanos <= each.fromNanos() && each.fromNanos() < toNanos) {
        changes.merge(each.fromNanos(), each.share(), Double::sum);
        changes.merge(each.toNanos(), -each.share(), Double::sum);
      }
    }
    Optional<Outage> longest = Optional.empty();
    Optional<Outage> last = Optional.empty();
    double standing = 0;
    long since = WorkTimes.NEVER;
    for (Map.Entry<Long, Double> change : changes.entrySet()) {
      long nanos = change.getKey();
      standing += change.getValue();
      boolean back = standing <= 1 - BACK + ROUNDING;
      if (!back && since == WorkTimes.NEVER) {
        since = nanos;
      } else if (back && since != WorkTimes.NEVER) {
        Outage own = new Outage(since, nanos);
        Outage found =
            new Outage(last.filter(own::continues).map(Outage::fromNanos).orElse(since), nanos);
        last = own.isMoment() ? last : Optional.of(found);
        if (longest.filter(each -> each.lengthNanos() > found.lengthNanos()).isEmpty()) {
          longest = Optional.of(found);
        }
        since = WorkTimes.NEVER;
      }
    }
    return longest;
  }
}
