package dev.sluice.jms.delivery;

import dev.sluice.core.stats.DeliveryCounts;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;

/** The ledgers of one workload's receivers. Any thread. */
final class Ledgers {

  private final Receivers receivers;
  private final SentTotals sentHere;
  private final List<DeliveryLedger> all = new CopyOnWriteArrayList<>();

  Ledgers(Receivers receivers, SentTotals sentHere) {
    this.receivers = receivers;
    this.sentHere = sentHere;
  }

  /** The ledger of one more receiver. */
  synchronized DeliveryLedger ofNextReceiver() {
    if (receivers == Receivers.ALL_GET_ALL || all.isEmpty()) {
      all.add(
          receivers == Receivers.ALL_GET_ALL
              ? DeliveryLedger.ofSubscriber(sentHere)
              : DeliveryLedger.ofQueue(sentHere));
    }
    return all.get(all.size() - 1);
  }

  /** The sum of what they have found so far. */
  DeliveryCounts counts() {
    return sum(DeliveryLedger::counts);
  }

  /** The sum of what they have found, if nothing more arrives. */
  DeliveryCounts finalCounts() {
    return receivers == Receivers.GET_ANSWERS ? counts() : sum(DeliveryLedger::finalCounts);
  }

  private DeliveryCounts sum(Function<DeliveryLedger, DeliveryCounts> counts) {
    return all.stream().map(counts).reduce(DeliveryCounts.NONE, DeliveryCounts::plus);
  }
}
