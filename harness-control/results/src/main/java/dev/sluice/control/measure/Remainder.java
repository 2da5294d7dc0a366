package dev.sluice.control.measure;

import dev.sluice.core.stats.Counter;
import dev.sluice.core.stats.Counts;
import dev.sluice.core.stats.Latency;
import dev.sluice.core.stats.Unfinished;
import dev.sluice.core.stats.Window;
import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * The rest of a run: what falls due until its end, and how long that is.
 *
 * @param due how many iterations at most
 * @param asked how many the rate asks for
 * @param nanos how long it is at most
 */
public record Remainder(long due, double asked, long nanos) {

  /** Random arrivals exceed their mean by so many standard deviations once in 1e20 runs. */
  private static final double DEVIATIONS = 10;

  /** The rest where a rate asks for so much, whether arrivals are random or not. */
  public static Remainder of(double asked, int workers, long nanos) {
    double most = asked + DEVIATIONS * Math.sqrt(asked) + DEVIATIONS + workers;
    return new Remainder((long) Math.ceil(most), asked, nanos);
  }

  /**
   * The best that can still come of a run: whatever falls due takes no time, and what is unfinished
   * is done now.
   */
  Observations best(Observations soFar) {
    Window window = soFar.window();
    AllDue all = soFar.latency();
    Unfinished unfinished = window.unfinished();
    Latency least = all.done().plus(unfinished.ages());
    Histogram quick = least.toHistogram();
    quick.recordValueWithCount(
        0, due + Math.max(0, unfinished.total() - unfinished.ages().count()));
    Counts more = Counts.of(Map.of(Counter.DONE, due + unfinished.total()));
    return soFar.by(
        window
            .counting(window.counts().plus(more))
            .asking(window.asked() + asked)
            .lasting(window.lengthNanos() + nanos),
        new AllDue(Latency.of(quick), Unfinished.NOTHING, all.never()));
  }
}
