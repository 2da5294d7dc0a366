package dev.sluice.core.stats;

/**
 * What a check of messages on arrival found, since the run started.
 *
 * @param checked messages that carried what is needed to check them
 * @param unchecked messages that did not
 * @param lost messages sent before others that arrived, and not arrived themselves (so far)
 * @param duplicates arrivals of messages that had arrived before
 * @param outOfOrder arrivals after a later message of the same sender, at the same receiver
 * @param corrupt messages that are not what was sent
 * @param redelivered arrivals that the provider marked as tried before
 */
public record DeliveryCounts(
    long checked,
    long unchecked,
    long lost,
    long duplicates,
    long outOfOrder,
    long corrupt,
    long redelivered) {

  public static final DeliveryCounts NONE = new DeliveryCounts(0, 0, 0, 0, 0, 0, 0);

  /** Whether all arrived once and as they were sent. Order and redelivery are no faults. */
  public boolean clean() {
    return lost == 0 && duplicates == 0 && corrupt == 0;
  }
}
