package dev.sluice.core.result;

import dev.sluice.core.pacing.Cause;
import dev.sluice.core.stats.Counts;
import dev.sluice.core.stats.Unfinished;
import dev.sluice.core.stats.Window;
import java.util.EnumMap;
import java.util.Map;

/**
 * The iterations due in a period of time and not done in it, shared out among its causes. Together
 * they are what the account says is missing: due less done, or in a closed loop less than the rate
 * allowed.
 *
 * @param byCause iterations of each cause, none of them negative
 * @param nobodys iterations of a schedule of many processes that were due for none of them, because
 *     who should have done them was not there
 * @param dropped how many of them are missing for good, because they were dropped; not what had
 *     fallen due before the period
 * @param droppedBusy how many of those while workers were in calls
 * @param shortOfProcessors whether the host had no time for the process: workers that were in calls
 *     were waiting for it, so what was busy is the harness's
 */
public record Shortfall(
    Map<Cause, Double> byCause,
    double nobodys,
    long dropped,
    long droppedBusy,
    boolean shortOfProcessors) {

  /**
   * That of a period.
   *
   * @param before what was unfinished when it began
   */
  public static Shortfall of(Window window, Unfinished before) {
    Counts counts = window.counts();
    Unfinished after = window.unfinished();
    Map<Cause, Double> byCause = new EnumMap<>(Cause.class);
    long dropped = 0;
    for (Cause cause : Cause.values()) {
      long settled =
          switch (cause) {
            case FAILURES -> counts.failed() + counts.inDoubt() + counts.rolledBack();
            case NOTHING_TO_DO -> counts.empty();
            case BUSY -> after.inFlight() - before.inFlight();
            case NO_CONNECTION, HARNESS -> 0;
          };
      long missing = counts.dropped(cause) + after.missing(cause) - before.missing(cause);
      long all = Math.max(0, settled + missing);
      byCause.put(cause, (double) all);
      dropped += Math.min(all, counts.dropped(cause));
    }
    double idle = byCause.get(Cause.NOTHING_TO_DO);
    if (idle > 0 && counts.dropped(Cause.BUSY) + after.missing(Cause.BUSY) == 0) {
      // calls that nothing waits for but work: else some of what fell due meanwhile were busy
      byCause.put(Cause.NOTHING_TO_DO, idle + byCause.put(Cause.BUSY, 0.0));
    }
    long busy = Math.min(byCause.get(Cause.BUSY).longValue(), counts.dropped(Cause.BUSY));
    return new Shortfall(byCause, 0, dropped, busy, false);
  }

  /** That of this period and of another one, whatever processors the process had. */
  public Shortfall plus(Shortfall other) {
    Map<Cause, Double> both = new EnumMap<>(byCause);
    other.byCause.forEach((cause, iterations) -> both.merge(cause, iterations, Double::sum));
    return new Shortfall(
        both,
        nobodys + other.nobodys,
        dropped + other.dropped,
        droppedBusy + other.droppedBusy,
        false);
  }

  /** The same by what the process used meanwhile. */
  public Shortfall by(CpuUse cpu) {
    return new Shortfall(byCause, nobodys, dropped, droppedBusy, cpu.isShort());
  }

  /** The same with so many iterations that were due for no process. */
  public Shortfall withNobodys(double iterations) {
    return new Shortfall(byCause, Math.max(0, iterations), dropped, droppedBusy, shortOfProcessors);
  }

  /** Of all causes, and of none. */
  public double total() {
    return nobodys + byCause.values().stream().mapToDouble(Double::doubleValue).sum();
  }

  /** Of one cause. */
  public double of(Cause cause) {
    double own = byCause.getOrDefault(cause, 0.0);
    return switch (cause) {
      case HARNESS -> own + (shortOfProcessors ? byCause.getOrDefault(Cause.BUSY, 0.0) : 0);
      case BUSY -> shortOfProcessors ? 0 : own;
      case NO_CONNECTION, FAILURES, NOTHING_TO_DO -> own;
    };
  }

  /** The same without what was missing only because some work is always under way. */
  public Shortfall less(double slack) {
    Map<Cause, Double> less = new EnumMap<>(byCause);
    less.computeIfPresent(Cause.BUSY, (any, busy) -> Math.max((double) droppedBusy, busy - slack));
    return new Shortfall(less, nobodys, dropped, droppedBusy, shortOfProcessors);
  }
}
