package dev.sluice.jms.tracking;

import dev.sluice.core.stats.DeliveryCounts;
import dev.sluice.core.stats.DeliveryCounts.DeliveryCheck;
import dev.sluice.core.stats.DeliveryFigure;
import dev.sluice.jms.tracking.ArrivalChecking.ArrivalCheck;
import dev.sluice.jms.tracking.DeliverySpec.EndToEnd;
import dev.sluice.jms.tracking.ReceivedSequence.EndToEndTimer;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;

/** The checks that were asked for, of one workload's receivers. */
final class WorkloadArrivalCheck implements ArrivalChecking {

  private final DeliverySpec spec;
  private final WallClock clock;
  private final DeliveryCounters counters;
  private final Stranded stranded;
  private final MessageLog log;
  private final Delivery account;
  private final Map<String, Long> strandedElsewhere = new ConcurrentHashMap<>();
  private final LongAdder otherClocks = new LongAdder();

  WorkloadArrivalCheck(
      DeliverySpec spec,
      WallClock clock,
      DeliveryCounters counters,
      Stranded stranded,
      MessageLog log,
      Delivery account) {
    this.spec = spec;
    this.clock = clock;
    this.counters = counters;
    this.stranded = stranded;
    this.log = log;
    this.account = account;
  }

  @Override
  public ArrivalCheck ofWorker(int worker) {
    if (!spec.verify()) {
      return timer();
    }
    return new ReceivedSequence(
        counters.ofNextReceiver(),
        spec.endToEnd() == EndToEnd.OFF ? null : timer(),
        log.ofWorker());
  }

  @Override
  public Optional<DeliveryCounts> counts() {
    return withOtherClocks(counters::counts);
  }

  @Override
  public Optional<DeliveryCounts> finalCounts() {
    return withOtherClocks(
        () ->
            (strandedElsewhere.isEmpty() ? stranded : (Stranded) () -> strandedElsewhere)
                .tellApart(counters.finalCounts()));
  }

  @Override
  public Optional<DeliveryCheck.SharedAccount> account() {
    return Optional.of(account);
  }

  DeliveryCounters counters() {
    return counters;
  }

  /**
   * The messages that its receivers do not get any more, by place, as the provider counts them now.
   */
  Map<String, Long> stranded() {
    return spec.verify() ? stranded.messages() : Map.of();
  }

  /** The same, as another process reports it. */
  void strandedElsewhere(Map<String, Long> messages) {
    messages.forEach((place, count) -> strandedElsewhere.merge(place, count, Math::max));
  }

  private EndToEndTimer timer() {
    return new EndToEndTimer(clock, spec.endToEnd() == EndToEnd.ACROSS_HOSTS, otherClocks);
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
