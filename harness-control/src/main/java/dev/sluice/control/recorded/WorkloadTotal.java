package dev.sluice.control.recorded;

import dev.sluice.core.result.Snapshot;
import dev.sluice.core.stats.Account;
import dev.sluice.core.stats.Counts;
import dev.sluice.core.stats.Measures;

/**
 * A workload over all that was measured, the warm-up left out, and what it counted with it.
 *
 * @param name the workload
 * @param measuredNanos how long was measured
 * @param asked what the rate asked for in that time, fractions included; 0 when there was none
 * @param measured what was done in that time
 * @param whole what was counted since the start, the warm-up included
 * @param last the last interval, for what is counted since the start
 */
public record WorkloadTotal(
    String name,
    long measuredNanos,
    double asked,
    Measures measured,
    Counts whole,
    Snapshot.Workload last) {

  private static final double NANOS_PER_SECOND = 1e9;

  public double achievedPerSecond() {
    return perSecond((double) measured.counts().done());
  }

  public double targetPerSecond() {
    return perSecond(asked);
  }

  /** Whether there was a target. */
  public boolean hadTarget() {
    return asked > 0;
  }

  /** Done over what the rate asked for; 1 when there was no target. */
  public double ratio() {
    long due = measured.counts().due() + measured.counts().postponed();
    return due == 0 ? 1 : (double) measured.counts().done() / due;
  }

  /** What happened to all that was due while it was measured. */
  public Account account() {
    return Account.of(measured.counts(), last.underWay());
  }

  /** What happened to all that was due since the start. */
  public Account wholeAccount() {
    return Account.of(whole, last.underWay());
  }

  private double perSecond(double count) {
    return measuredNanos == 0 ? 0 : count * NANOS_PER_SECOND / measuredNanos;
  }
}
