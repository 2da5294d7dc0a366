package dev.sluice.jms.tracking;

import dev.sluice.core.stats.DeliveryCounts;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;

/** What the receivers of one workload found. Any thread. */
final class DeliveryCounters {

  private final Receivers receivers;
  private final DeliveryTrackers ledgers;
  private final List<DeliveryCounter> all = new CopyOnWriteArrayList<>();

  /**
   * @param ledgers those of all workloads that share what they receive
   */
  DeliveryCounters(Receivers receivers, DeliveryTrackers ledgers) {
    this.receivers = receivers;
    this.ledgers = ledgers;
    if (!receivers.places().isEmpty()) {
      ledgers.join(receivers.places());
    }
  }

  /** The tally of one more receiver. */
  synchronized DeliveryCounter ofNextReceiver() {
    if (receivers.places().isEmpty()) {
      all.add(new DeliveryCounter(ledgers.ofNewSubscriber()));
    } else if (all.isEmpty()) {
      all.add(new DeliveryCounter(ledgers.of(receivers.places())));
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
