package dev.sluice.jms.delivery;

import dev.sluice.core.stats.DeliveryCounts;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;

/** What the receivers of one workload found. Any thread. */
final class Tallies {

  private final Receivers receivers;
  private final Ledgers ledgers;
  private final List<Tally> all = new CopyOnWriteArrayList<>();

  /**
   * @param ledgers those of all workloads that share what they receive
   */
  Tallies(Receivers receivers, Ledgers ledgers) {
    this.receivers = receivers;
    this.ledgers = ledgers;
    if (!receivers.places().isEmpty()) {
      ledgers.join(receivers.places());
    }
  }

  /** The tally of one more receiver. */
  synchronized Tally ofNextReceiver() {
    if (receivers.places().isEmpty()) {
      all.add(new Tally(ledgers.ofNewSubscriber()));
    } else if (all.isEmpty()) {
      all.add(new Tally(ledgers.of(receivers.places())));
    }
    return all.get(all.size() - 1);
  }

  /** The sum of what they have found so far. */
  DeliveryCounts counts() {
    return sum(Tally::counts);
  }

  /** The sum of what they have found, if nothing more arrives. */
  DeliveryCounts finalCounts() {
    return receivers.missTheLast() ? sum(Tally::finalCounts) : counts();
  }

  private DeliveryCounts sum(Function<Tally, DeliveryCounts> counts) {
    return all.stream().map(counts).reduce(DeliveryCounts.NONE, DeliveryCounts::plus);
  }
}
