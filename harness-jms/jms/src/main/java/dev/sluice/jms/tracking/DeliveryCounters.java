package dev.sluice.jms.tracking;

import dev.sluice.core.stats.DeliveryCounts;
import dev.sluice.jms.tracking.sequence.ArrivalLog;
import dev.sluice.jms.tracking.sequence.DeliveryCounter;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;

/** The findings of one workload's receivers. Any thread. */
final class DeliveryCounters {

  private final Receivers receivers;
  private final DeliveryTrackers trackers;
  private final Optional<ArrivalLog> log;
  private final List<DeliveryCounter> all = new CopyOnWriteArrayList<>();

  /**
   * @param trackers those of all workloads that share what they receive
   * @param log keeps what they receive for the account of another process, if that has one
   */
  DeliveryCounters(Receivers receivers, DeliveryTrackers trackers, Optional<ArrivalLog> log) {
    this.receivers = receivers;
    this.trackers = trackers;
    this.log = log;
    trackers.join(receivers.places(), receivers.sources());
  }

  /**
   * The counter of one more receiver.
   *
   * @param worker counts from 0
   */
  synchronized DeliveryCounter ofReceiver(int worker) {
    if (receivers.places().isEmpty()) {
      all.add(trackers.ofNewSubscriber(receivers.sourcesOf(worker)).newCounter());
      return all.get(all.size() - 1);
    }
    return ofAll();
  }

  /** The counter of all receivers of a workload that share an account. */
  private synchronized DeliveryCounter ofAll() {
    if (all.isEmpty()) {
      all.add(
          log.map(DeliveryCounter::new)
              .orElseGet(() -> trackers.of(receivers.places()).newCounter()));
    }
    return all.get(0);
  }

  /** The arrivals since the last call, if another process keeps the account; else none. */
  Map<String, List<ArrivalLog.NumberRange>> take() {
    return log.map(ArrivalLog::take).orElse(Map.of());
  }

  /**
   * Enters what receivers of this workload got in another process.
   *
   * @param inDoubt whether to enter what is in doubt, or all else
   */
  void enter(Map<String, List<ArrivalLog.NumberRange>> arrivals, boolean inDoubt) {
    if (receivers.places().isEmpty()) {
      return; // each subscriber has its own account, where it is
    }
    DeliveryCounter counter = ofAll();
    arrivals.forEach(
        (sender, runs) ->
            runs.stream()
                .filter(run -> run.mayComeAgain() == inDoubt)
                .forEach(run -> trackers.of(receivers.places()).enter(counter, sender, run)));
  }

  /** The sum of what they have found so far. */
  DeliveryCounts counts() {
    return sum(DeliveryCounter::counts);
  }

  /** The sum of what they have found, if nothing more arrives; also if no receiver ever came. */
  DeliveryCounts finalCounts() {
    if (!receivers.places().isEmpty()) {
      ofAll();
    }
    return receivers.missTheLast() ? sum(DeliveryCounter::finalCounts) : counts();
  }

  private DeliveryCounts sum(Function<DeliveryCounter, DeliveryCounts> counts) {
    return all.stream().map(counts).reduce(DeliveryCounts.NONE, DeliveryCounts::plus);
  }
}
