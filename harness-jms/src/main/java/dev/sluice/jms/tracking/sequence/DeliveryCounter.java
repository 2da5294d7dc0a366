package dev.sluice.jms.tracking.sequence;

import dev.sluice.core.stats.DeliveryCounts;

/**
 * What the receivers of one workload, or one subscriber, found: their part of an account that
 * others may have parts of, too. A lost message is in the part of the receiver that got a later
 * one, and in no other. Guarded by the {@link DeliveryTracker} it belongs to.
 */
public final class DeliveryCounter {

  private final DeliveryTracker tracker;

  private long checked;
  private long unchecked;
  private long lost;
  private long duplicates;
  private long outOfOrder;
  private long corrupt;
  private long redelivered;

  public DeliveryCounter(DeliveryTracker tracker) {
    this.tracker = tracker;
  }

  /**
   * Enters a message that was received for good. Any thread.
   *
   * @param highestBefore the highest number that the same receiver had of this sender, 0 for none
   * @param mayComeAgain whether that is in doubt, so that a second arrival is no duplicate
   */
  public void enter(Arrival arrival, long highestBefore, boolean mayComeAgain) {
    tracker.enter(this, arrival, highestBefore, mayComeAgain);
  }

  /** What was found so far. Any thread. */
  public DeliveryCounts counts() {
    return tracker.counts(this);
  }

  /** What was found, if nothing more arrives. Any thread. */
  public DeliveryCounts finalCounts() {
    return tracker.finalCounts(this);
  }

  /** Counts an arrival, by what can be told of it alone. */
  public void arrived(Arrival arrival) {
    if (arrival.redelivered()) {
      redelivered++;
    }
    switch (arrival.condition()) {
      case UNSTAMPED -> unchecked++;
      case UNREADABLE, DAMAGED -> {
        checked++;
        corrupt++;
      }
      case INTACT -> checked++;
    }
  }

  /** An arrival showed that this many messages before it are missing. */
  public void missed(long messages) {
    lost += messages;
  }

  /** One of those came after all. */
  public void found() {
    lost--;
  }

  /** A message had arrived before. */
  public void duplicate() {
    duplicates++;
  }

  /** A later one had arrived before. */
  public void outOfOrder() {
    outOfOrder++;
  }

  /**
   * All of it, with what is not known from arrivals.
   *
   * @param lostAtTheEnd messages that nothing came after
   */
  public DeliveryCounts with(long lostAtTheEnd, long possiblyLost) {
    return new DeliveryCounts(
        checked,
        unchecked,
        lost + lostAtTheEnd,
        duplicates,
        outOfOrder,
        corrupt,
        redelivered,
        possiblyLost,
        0);
  }
}
