package dev.sluice.jms.tracking;

/**
 * The checks of deliveries that were asked for.
 *
 * @param verify whether loss, duplicates, order and contents are checked
 * @param endToEnd whether the time from sending to receiving is measured
 */
public record DeliverySpec(boolean verify, EndToEnd endToEnd) {

  /** Nothing: messages are not stamped. */
  public static final DeliverySpec OFF = new DeliverySpec(false, EndToEnd.OFF);
}
