package dev.sluice.jms.tracking;

import dev.sluice.core.stats.DeliveryCounts;
import dev.sluice.core.stats.DeliveryFigure;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;

/** The checks that were asked for, of one workload's receivers. */
final class WorkloadArrivalCheck implements ArrivalChecking {

  private final DeliverySpec spec;
  private final WallClock clock;
  private final int hostId;
  private final DeliveryCounters counters;
  private final Stranded stranded;
  private final LongAdder otherClocks = new LongAdder();

  WorkloadArrivalCheck(
      DeliverySpec spec,
      WallClock clock,
      int hostId,
      DeliveryCounters counters,
      Stranded stranded) {
    this.spec = spec;
    this.clock = clock;
    this.hostId = hostId;
    this.counters = counters;
    this.stranded = stranded;
  }

  @Override
  public ArrivalCheck ofWorker(int worker) {
    if (!spec.verify()) {
      return timer();
    }
    return new ReceivedSequence(
        counters.ofNextReceiver(), spec.endToEnd() == EndToEnd.OFF ? null : timer());
  }

  @Override
  public Optional<DeliveryCounts> counts() {
    return withOtherClocks(counters::counts);
  }

  @Override
  public Optional<DeliveryCounts> finalCounts() {
    return withOtherClocks(() -> stranded.tellApart(counters.finalCounts()));
  }

  private EndToEndTimer timer() {
    return new EndToEndTimer(clock, hostId, spec.endToEnd() == EndToEnd.ACROSS_HOSTS, otherClocks);
  }

  /** Without a tracker there is nothing to tell, unless send timestamps had to be ignored. */
  private Optional<DeliveryCounts> withOtherClocks(Supplier<DeliveryCounts> found) {
    long ignored = otherClocks.sum();
    if (!spec.verify() && ignored == 0) {
      return Optional.empty();
    }
    return Optional.of(
        found.get().plus(DeliveryCounts.of(Map.of(DeliveryFigure.OTHER_CLOCKS, ignored))));
  }
}
