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
 * @param measured what was asked for and done in that time
 * @param whole what was counted since the start, the warm-up included
 * @param last the last interval, for what is counted since the start
 */
public record WorkloadTotal(
    String name, long measuredNanos, Measures measured, Counts whole, Snapshot.Workload last) {

  public double achievedPerSecond() {
    return measured.achievedPerSecond(measuredNanos);
  }

  public double targetPerSecond() {
    return measured.targetPerSecond(measuredNanos);
  }

  /** This and what came later. */
  WorkloadTotal then(WorkloadTotal later) {
    return new WorkloadTotal(
        name,
        measuredNanos + later.measuredNanos,
        measured.plus(later.measured),
        whole.plus(later.whole),
        later.last);
  }

  /** The account of all that was due while it was measured. */
  public Account account() {
    return Account.of(measured.counts(), last.underWay());
  }

  /** The account of all that was due since the start. */
  public Account wholeAccount() {
    return Account.of(whole, last.underWay());
  }
}
