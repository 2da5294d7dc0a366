package dev.sluice.jms.tracking;

import dev.sluice.core.stats.DeliveryCounts;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;

/** The checks that were asked for, of one workload's receivers. */
final class WorkloadArrivalCheck implements ArrivalChecking {

  private final DeliverySpec spec;
  private final WallClock clock;
  private final int hostId;
  private final DeliveryCounters tallies;
  private final Stranded stranded;
  private final LongAdder otherClocks = new LongAdder();

  WorkloadArrivalCheck(
      DeliverySpec spec, WallClock clock, int hostId, DeliveryCounters tallies, Stranded stranded) {
    this.spec = spec;
    this.clock = clock;
    this.hostId = hostId;
    this.tallies = tallies;
    this.stranded = stranded;
  }

  @Override
  public ArrivalCheck ofWorker(int worker) {
    if (!spec.verify()) {
      return time();
    }
    ArrivalCheck ledger = new TrackerCheck(tallies.ofNextReceiver());
    return spec.endToEnd() == EndToEnd.OFF ? ledger : new TimedTrackerCheck(time(), ledger);
  }

  @Override
  public Optional<DeliveryCounts> counts() {
    return withOtherClocks(tallies::counts);
  }

  @Override
  public Optional<DeliveryCounts> finalCounts() {
    return withOtherClocks(() -> stranded.tellApart(tallies.finalCounts()));
  }

  private ArrivalCheck time() {
    return new EndToEndCheck(clock, hostId, spec.endToEnd() == EndToEnd.ACROSS_HOSTS, otherClocks);
  }

  /** Without a ledger there is nothing to tell, unless send timestamps had to be ignored. */
  private Optional<DeliveryCounts> withOtherClocks(Supplier<DeliveryCounts> found) {
    long leftAside = otherClocks.sum();
    if (!spec.verify() && leftAside == 0) {
      return Optional.empty();
    }
    return Optional.of(found.get().plus(new DeliveryCounts(0, 0, 0, 0, 0, 0, 0, 0, leftAside)));
  }
}
