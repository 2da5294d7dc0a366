package dev.sluice.control.scenario.measure;

import dev.sluice.core.result.Snapshot;
import dev.sluice.core.stats.Account;
import dev.sluice.core.stats.DeliveryCounts;
import dev.sluice.core.stats.Measures;
import dev.sluice.core.stats.UnderWay;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One workload over some intervals, added up. For one thread.
 *
 * <p>Histograms are added, so percentiles are those of all samples.
 */
public final class IntervalSum {

  private static final double NANOS_PER_SECOND = 1e9;

  private final String workload;
  private final List<Double> ratesPerSecond = new ArrayList<>();
  private Measures measures = Measures.none();
  private UnderWay underWay = UnderWay.NOTHING;
  private double asked;
  private long lengthNanos;
  private int workers;
  private int queueManagers;
  private Optional<DeliveryCounts> delivery = Optional.empty();

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
        underWay = each.underWay();
        asked += each.asked();
        lengthNanos += each.lengthNanos();
        workers = each.workersUp();
        queueManagers =
            (int) each.connections().byPeer().values().stream().filter(n -> n > 0).count();
        delivery = each.delivery();
        ratesPerSecond.add(each.achievedPerSecond());
      }
    }
  }

  public String workload() {
    return workload;
  }

  public Measures measures() {
    return measures;
  }

  /** What happened to all that was due. */
  public Account account() {
    return Account.of(measures.counts(), underWay);
  }

  /** What the rate asked for. */
  public double asked() {
    return asked;
  }

  /** Work that was committed. */
  public long done() {
    return measures.counts().done();
  }

  public long lengthNanos() {
    return lengthNanos;
  }

  public double targetPerSecond() {
    return lengthNanos == 0 ? 0 : asked * NANOS_PER_SECOND / lengthNanos;
  }

  public double achievedPerSecond() {
    return lengthNanos == 0 ? 0 : done() * NANOS_PER_SECOND / lengthNanos;
  }

  /** Achieved over target; 1 without a target. */
  public double ratio() {
    return asked == 0 ? 1 : done() / asked;
  }

  /** The achieved rate of each interval. */
  public List<Double> ratesPerSecond() {
    return List.copyOf(ratesPerSecond);
  }

  /** Workers that were up at the end. */
  public int workers() {
    return workers;
  }

  /** To how many queue managers (or brokers) its workers were connected at the end; 0 = unknown. */
  public int queueManagers() {
    return queueManagers;
  }

  public Optional<DeliveryCounts> delivery() {
    return delivery;
  }
}
