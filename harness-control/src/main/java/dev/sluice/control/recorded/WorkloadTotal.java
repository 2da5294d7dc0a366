package dev.sluice.control.recorded;

import dev.sluice.core.result.Snapshot;
import dev.sluice.core.stats.Account;
import dev.sluice.core.stats.Counts;

/**
 * A workload over a whole run.
 *
 * @param sum all intervals that were measured, the warm-up left out; what stands, as it stood last
 * @param whole what was counted since the start, the warm-up included
 */
public record WorkloadTotal(Snapshot.Workload sum, Counts whole) {

  public String name() {
    return sum.name();
  }

  /** This and what came later. */
  WorkloadTotal then(WorkloadTotal later) {
    return new WorkloadTotal(sum.then(later.sum), whole.plus(later.whole));
  }

  /** The account of all that was due since the start. */
  public Account wholeAccount() {
    return Account.of(whole, sum.unfinished());
  }
}
