package dev.sluice.jms.tracking.sequence;

import dev.sluice.core.stats.DeliveryCounts;
import dev.sluice.core.stats.DeliveryFigure;
import java.util.Map;

/**
 * The findings of one workload's receivers, or of one subscriber: their part of an account that
 * others may have parts of, too. A lost message is in the part of the receiver that got a later
 * one, and in no other. Guarded by the {@link Account} it belongs to.
 */
@SuppressWarnings("EnumOrdinal") // arrays by ordinal, which never leave the process
public final class DeliveryCounter {

  /** An account of what arrived, of which receivers have parts. Any thread. */
  public interface Account {

    /**
     * Enters a message that one of a counter's receivers received for good: {@link
     * DeliveryCounter#enter}.
     *
     * @return whether it is a duplicate, as far as that can be told here
     */
    boolean enter(DeliveryCounter at, Arrival arrival, long highestBefore, boolean mayComeAgain);

    /**
     * The findings, of which this is the counter.
     *
     * @param last whether nothing more arrives
     */
    DeliveryCounts counts(DeliveryCounter counter, boolean last);
  }

  private final Account account;

  private final long[] counts = new long[DeliveryFigure.values().length];

  public DeliveryCounter(Account account) {
    this.account = account;
  }

  /**
   * Enters a message that was received for good. Any thread.
   *
   * @param highestBefore the highest number that the same receiver had of this sender, 0 for none
   * @param mayComeAgain whether that is in doubt, so that a second arrival is no duplicate
   * @return whether it is a duplicate
   */
  public boolean enter(Arrival arrival, long highestBefore, boolean mayComeAgain) {
    return account.enter(this, arrival, highestBefore, mayComeAgain);
  }

  /** The findings so far. Any thread. */
  public DeliveryCounts counts() {
    return account.counts(this, false);
  }

  /** The findings, if nothing more arrives. Any thread. */
  public DeliveryCounts finalCounts() {
    return account.counts(this, true);
  }

  /** Counts an arrival, by what can be told of it alone. */
  public void arrived(Arrival arrival) {
    if (arrival.redelivered()) {
      add(DeliveryFigure.REDELIVERED, 1);
    }
    switch (arrival.integrity()) {
      case UNSTAMPED -> add(DeliveryFigure.UNCHECKED, 1);
      case UNREADABLE, DAMAGED -> {
        add(DeliveryFigure.CHECKED, 1);
        add(DeliveryFigure.CORRUPT, 1);
      }
      case INTACT -> add(DeliveryFigure.CHECKED, 1);
    }
  }

  /**
   * All of it, with what is not known from arrivals.
   *
   * @param lostAtTheEnd messages that nothing came after
   */
  public DeliveryCounts with(long lostAtTheEnd, long possiblyLost) {
    return DeliveryCounts.of(figure -> counts[figure.ordinal()])
        .plus(
            DeliveryCounts.of(
                Map.of(
                    DeliveryFigure.LOST,
                    lostAtTheEnd,
                    DeliveryFigure.POSSIBLY_LOST,
                    possiblyLost)));
  }

  /** Counts messages; a negative number takes back what was counted. */
  void add(DeliveryFigure figure, long messages) {
    counts[figure.ordinal()] += messages;
  }
}
