package dev.sluice.control.scenario.measure;

import dev.sluice.core.result.Snapshot;
import dev.sluice.core.stats.Account;
import dev.sluice.core.stats.DeliveryCounts;
import dev.sluice.core.stats.Measures;
import dev.sluice.core.stats.UnderWay;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** One workload over some intervals, added up. For one thread. */
public final class IntervalSum {

  private final String workload;
  private final List<Double> ratesPerSecond = new ArrayList<>();
  private Measures measures = Measures.none();
  private long lengthNanos;
  private Optional<Snapshot.Workload> last = Optional.empty();

  /**
   * @param workload which one of the snapshots'
   */
  public IntervalSum(String workload) {
    this.workload = workload;
  }

  /** Adds an interval. */
  public void add(Snapshot snapshot) {
    for (Snapshot.Workload each : snapshot.workloads()) {
      if (each.name().equals(workload)) {
        measures = measures.plus(each.measures());
        lengthNanos += each.lengthNanos();
        ratesPerSecond.add(each.achievedPerSecond());
        last = Optional.of(each);
      }
    }
  }

  public String workload() {
    return workload;
  }

  public Measures measures() {
    return measures;
  }

  /** The account of all that was due. */
  public Account account() {
    return Account.of(
        measures.counts(), last.map(Snapshot.Workload::underWay).orElse(UnderWay.NOTHING));
  }

  /** Work that was committed. */
  public long done() {
    return measures.counts().done();
  }

  public long lengthNanos() {
    return lengthNanos;
  }

  public double targetPerSecond() {
    return measures.targetPerSecond(lengthNanos);
  }

  public double achievedPerSecond() {
    return measures.achievedPerSecond(lengthNanos);
  }

  /** Achieved over target; 1 without a target. */
  public double ratio() {
    return measures.hadTarget() ? done() / measures.asked() : 1;
  }

  /** The achieved rate of each interval. */
  public List<Double> ratesPerSecond() {
    return List.copyOf(ratesPerSecond);
  }

  /** Workers that were up at the end. */
  public int workers() {
    return last.map(Snapshot.Workload::workersUp).orElse(0);
  }

  /** To how many queue managers (or brokers) its workers were connected at the end; 0 = unknown. */
  public int queueManagers() {
    return (int)
        last.stream()
            .flatMap(each -> each.connections().byPeer().values().stream())
            .filter(workersOfPeer -> workersOfPeer > 0)
            .count();
  }

  public Optional<DeliveryCounts> delivery() {
    return last.flatMap(Snapshot.Workload::delivery);
  }
}
