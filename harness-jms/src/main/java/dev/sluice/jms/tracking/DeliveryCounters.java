package dev.sluice.jms.tracking;

import dev.sluice.core.stats.DeliveryCounts;
import dev.sluice.jms.tracking.sequence.DeliveryCounter;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;

/** The findings of one workload's receivers. Any thread. */
final class DeliveryCounters {

  private final Receivers receivers;
  private final DeliveryTrackers trackers;
  private final List<DeliveryCounter> all = new CopyOnWriteArrayList<>();

  /**
   * @param trackers those of all workloads that share what they receive
   */
  DeliveryCounters(Receivers receivers, DeliveryTrackers trackers) {
    this.receivers = receivers;
    this.trackers = trackers;
    if (!receivers.places().isEmpty()) {
      trackers.join(receivers.places());
    }
  }

  /** The counter of one more receiver. */
  synchronized DeliveryCounter ofNextReceiver() {
    if (receivers.places().isEmpty()) {
      all.add(new DeliveryCounter(trackers.ofNewSubscriber()));
    } else if (all.isEmpty()) {
      all.add(new DeliveryCounter(trackers.of(receivers.places())));
    }
    return all.get(all.size() - 1);
  }

  /** The sum of what they have found so far. */
  DeliveryCounts counts() {
    return sum(DeliveryCounter::counts);
  }

  /** The sum of what they have found, if nothing more arrives. */
  DeliveryCounts finalCounts() {
    return receivers.missTheLast() ? sum(DeliveryCounter::finalCounts) : counts();
  }

  private DeliveryCounts sum(Function<DeliveryCounter, DeliveryCounts> counts) {
    return all.stream().map(counts).reduce(DeliveryCounts.NONE, DeliveryCounts::plus);
  }
}
