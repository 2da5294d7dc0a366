package dev.sluice.control.scenario.measure;

import dev.sluice.core.pacing.Cause;
import dev.sluice.core.result.Snapshot;
import dev.sluice.core.result.Verdict;
import dev.sluice.core.stats.Account;
import dev.sluice.core.stats.Counts;
import dev.sluice.core.stats.DeliveryCounts;
import dev.sluice.core.stats.Measures;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

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

  /**
   * What the harness itself did to these figures, if that was most of it: then they say little
   * about the broker.
   */
  public Optional<String> harnessPart() {
    long own = missing(Cause.HARNESS);
    long all = Stream.of(Cause.values()).mapToLong(this::missing).sum();
    if (2 * own > all) {
      return Optional.of(
          Verdict.Kind.HARNESS_LIMITED.label()
              + ": "
              + percent((double) own / all)
              + " of the missing iterations");
    }
    return Optional.empty();
  }

  private long missing(Cause cause) {
    Counts counts = measures().counts();
    long settled =
        cause == Cause.FAILURES ? counts.failed() + counts.inDoubt() + counts.rolledBack() : 0;
    return settled + counts.dropped(cause) + account().after().missing(cause);
  }

  private static String percent(double part) {
    return String.format(Locale.ROOT, "%.0f %%", 100 * part);
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
