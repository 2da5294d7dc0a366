package dev.sluice.control.scenario.measure;

import dev.sluice.core.result.Snapshot;
import dev.sluice.core.stats.Account;
import dev.sluice.core.stats.DeliveryCounts;
import dev.sluice.core.stats.Measures;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** One workload over some intervals, added up. For one thread. */
public final class IntervalSum {

  private final List<Double> ratesPerSecond = new ArrayList<>();
  private Snapshot.Workload sum;

  /**
   * @param workload which one of the snapshots'
   */
  public IntervalSum(String workload) {
    this.sum = Snapshot.Workload.starting(workload, 0, 0);
  }

  /** Adds an interval. */
  public void add(Snapshot snapshot) {
    for (Snapshot.Workload each : snapshot.workloads()) {
      if (each.name().equals(workload())) {
        sum = sum.then(each);
        ratesPerSecond.add(each.achievedPerSecond());
      }
    }
  }

  public String workload() {
    return sum.name();
  }

  public Measures measures() {
    return sum.measures();
  }

  /** The account of all that was due. */
  public Account account() {
    return sum.account();
  }

  /** Work that was committed. */
  public long done() {
    return measures().counts().done();
  }

  public long lengthNanos() {
    return sum.lengthNanos();
  }

  public double targetPerSecond() {
    return sum.targetPerSecond();
  }

  public double achievedPerSecond() {
    return sum.achievedPerSecond();
  }

  /** Achieved over target; 1 without a target. */
  public double ratio() {
    return measures().hadTarget() ? done() / sum.asked() : 1;
  }

  /** The achieved rate of each interval. */
  public List<Double> ratesPerSecond() {
    return List.copyOf(ratesPerSecond);
  }

  /** Workers that were up at the end. */
  public int workers() {
    return sum.workersUp();
  }

  /** To how many queue managers (or brokers) its workers were connected at the end; 0 = unknown. */
  public int queueManagers() {
    return (int)
        sum.connections().byPeer().values().stream()
            .filter(workersOfPeer -> workersOfPeer > 0)
            .count();
  }

  public Optional<DeliveryCounts> delivery() {
    return sum.delivery();
  }
}
