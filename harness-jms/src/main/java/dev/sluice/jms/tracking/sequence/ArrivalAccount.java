package dev.sluice.jms.tracking.sequence;

import dev.sluice.core.stats.DeliveryCounts;

/**
 * An account of what arrived, of which receivers have {@link DeliveryCounter parts}. Any thread.
 */
public interface ArrivalAccount {

  /**
   * Enters a message that one of a counter's receivers received for good: {@link
   * DeliveryCounter#enter}.
   *
   * @return whether it is a duplicate, as far as that can be told here
   */
  boolean enter(DeliveryCounter at, Arrival arrival, long highestBefore, boolean mayComeAgain);

  /** The findings so far, of which this is the counter. */
  DeliveryCounts counts(DeliveryCounter counter);

  /** The same if nothing more arrives. */
  DeliveryCounts finalCounts(DeliveryCounter counter);
}
