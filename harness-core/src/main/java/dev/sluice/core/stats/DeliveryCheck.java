package dev.sluice.core.stats;

import java.util.List;
import java.util.Optional;

/** A check of messages on arrival that goes on while a workload runs. */
@FunctionalInterface
public interface DeliveryCheck {

  /** An account of what workloads sent and received, of which other processes have a part. */
  @FunctionalInterface
  interface SharedAccount {

    /**
     * Enters the reports of other processes for one time. Any thread.
     *
     * @param told as text that such an account makes
     * @throws IllegalArgumentException if one of them is not such a text
     */
    void enter(List<String> told);
  }

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

  /** The account that it has in common with other workloads, if others may tell it something. */
  default Optional<SharedAccount> account() {
    return Optional.empty();
  }
}
