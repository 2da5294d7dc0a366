package dev.sluice.core.stats;

import java.util.Optional;

/** A check of messages on arrival that goes on while a workload runs. */
@FunctionalInterface
public interface DeliveryCheck {

  /** Checks nothing. */
  DeliveryCheck OFF = Optional::empty;

  /** Its findings so far, empty if nothing is checked. Any thread. */
  Optional<DeliveryCounts> counts();

  /**
   * The same when nothing more will come: what was sent and is not there is lost now, too, as far
   * as that is known. Any thread.
   */
  default Optional<DeliveryCounts> finalCounts() {
    return counts();
  }
}
